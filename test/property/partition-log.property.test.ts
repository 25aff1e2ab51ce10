import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PartitionLog } from '#core/log/partition-log.ts';
import {
  aBatch,
  append,
  appendVerified,
  createOrders,
  end,
  LogWorld,
  topicConfig,
} from '../support/log-world.ts';

const ORDERS = { topic: 'orders', partition: 0 };
const CONFIG = { 'segment.bytes': '700', 'index.interval.bytes': '150' };
const PRODUCERS = [1, 2, 3];

type Step =
  | { readonly kind: 'plain'; readonly count: number; readonly valueSize: number }
  | { readonly kind: 'idempotent'; readonly producerId: number; readonly count: number }
  | { readonly kind: 'transactional'; readonly producerId: number; readonly count: number }
  | { readonly kind: 'COMMIT'; readonly producerId: number }
  | { readonly kind: 'ABORT'; readonly producerId: number };

const producerId = fc.constantFrom(...PRODUCERS);
const count = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('plain' as const), count, valueSize: fc.integer({ min: 0, max: 200 }) }),
  fc.record({ kind: fc.constant('idempotent' as const), producerId, count }),
  fc.record({ kind: fc.constant('transactional' as const), producerId, count }),
  fc.record({ kind: fc.constant('COMMIT' as const), producerId }),
  fc.record({ kind: fc.constant('ABORT' as const), producerId }),
);

/** A producer's own idea of its sequence; transactional and idempotent ones have ids of their own. */
class Writers {
  readonly #sequences = new Map<number, number>();

  run(log: PartitionLog, step: Step): void {
    if (step.kind === 'plain') append(log, aBatch(step));
    else if (step.kind === 'COMMIT' || step.kind === 'ABORT') end(log, step.kind, step);
    else {
      const id = step.kind === 'idempotent' ? step.producerId + 100 : step.producerId;
      const sequence = this.#sequences.get(id) ?? 0;
      const saying = { producerId: id, sequence, count: step.count };
      const result = step.kind === 'idempotent' ? append(log, aBatch(saying)) : appendVerified(log, saying);
      expect(result.error).toBe('NONE');
      this.#sequences.set(id, sequence + step.count);
    }
  }
}

/** Everything a reader or producer could tell a log by. */
function picture(log: PartitionLog) {
  const committed = log.read({ offset: 0, maxBytes: 1e9, isolation: 'committed', minOneBatch: true });
  return {
    bytes: Buffer.concat([...log.batchesFrom(0)].map((batch) => batch.whole)).toString('base64'),
    logEndOffset: log.logEndOffset,
    lastStableOffset: log.lastStableOffset,
    segments: log.segments().map((segment) => segment.baseOffset),
    aborted: committed.abortedTransactions,
    producers: [...log.activeProducers()].sort((a, b) => a.producerId - b.producerId),
    found: Array.from({ length: log.logEndOffset }, (_, offset) => log.locate(offset)),
  };
}

async function withWorld(run: (world: LogWorld) => Promise<void>): Promise<void> {
  const world = new LogWorld();
  world.topicConfig = () => topicConfig(CONFIG);
  try {
    await run(world);
  } finally {
    world.remove();
  }
}

test('a log closed in order opens as it was, and byte for byte the same when it was not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, isClean) => {
      await withWorld(async (world) => {
        const manager = await world.open();
        const log = createOrders(manager, CONFIG);
        const writers = new Writers();
        for (const each of steps) writers.run(log, each);
        const before = picture(log);
        await manager.close();
        if (!isClean) {
          rmSync(join(world.directory, '.kafka_cleanshutdown'));
          rmSync(join(world.directory, 'recovery-point-offset-checkpoint'));
        }
        const again = await world.open();
        const found = again.get(ORDERS);
        expect(found === undefined ? undefined : picture(found)).toEqual(before);
        await again.close();
      });
    }),
    { numRuns: 40 },
  );
});

test('after a crash that tore the tail anywhere, exactly the batches before it are there', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (steps, where) => {
        await withWorld(async (world) => {
          const manager = await world.open();
          const log = createOrders(manager, CONFIG);
          const writers = new Writers();
          // What the log looked like after each step, so that the state a torn tail leaves is known.
          const pictures = [picture(log)];
          for (const each of steps) {
            writers.run(log, each);
            pictures.push(picture(log));
          }
          await manager.close();
          rmSync(join(world.directory, '.kafka_cleanshutdown'));
          rmSync(join(world.directory, 'recovery-point-offset-checkpoint'));
          const logs = readdirSync(log.directory).filter((name) => name.endsWith('.log'));
          const last = join(log.directory, logs.at(-1) ?? '');
          truncateSync(last, Math.floor(statSync(last).size * where));

          const again = await world.open();
          const found = again.get(ORDERS);
          if (found === undefined) throw new Error('the partition is gone');
          const recovered = picture(found);
          const expected = pictures.findLast(({ logEndOffset }) => logEndOffset === found.logEndOffset);
          // An empty last segment stays where the crash left it.
          const { segments: _, found: __, ...rest } = expected ?? {};
          expect(recovered).toMatchObject(rest);
          expect(append(found, aBatch()).baseOffset).toBe(found.logEndOffset - 1);
          await again.close();
        });
      },
    ),
    { numRuns: 40 },
  );
});
