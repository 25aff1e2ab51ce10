import fs from 'node:fs';
import os from 'node:os';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { explainBatch } from '#core/inspect/annotate/explain-batch.ts';
import { takeCensus } from '#core/inspect/census/census.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { PartitionCensus } from '#core/lab-api/opened-views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch, aMarker } from '../support/log-world.ts';

const directory = fs.mkdtempSync(`${os.tmpdir()}/fencepost-census-`);
const partition = `${directory}/orders-0`;
fs.mkdirSync(partition);
afterAll(() => fs.rmSync(directory, { recursive: true }));

/** One batch of a log: what it holds, and whether it is still there. */
interface Piece {
  readonly kind: 'plain' | 'transactional' | 'commit' | 'abort';
  readonly producerId: number;
  readonly count: number;
  readonly isThere: boolean;
}

const pieces = fc.array(
  fc.record({
    kind: fc.constantFrom('plain' as const, 'transactional' as const, 'commit' as const, 'abort' as const),
    producerId: fc.integer({ min: 1, max: 3 }),
    count: fc.integer({ min: 1, max: 4 }),
    isThere: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

/** The log of these pieces. Offsets go on over those that are gone; the first is always there. */
function logOf(given: readonly Piece[]): Buffer {
  let offset = 0;
  const batches: Buffer[] = [];
  for (const [i, { kind, producerId, count, isThere }] of given.entries()) {
    const bytes = bytesOf({ kind, producerId, count });
    const batch = new RecordBatch(bytes);
    batch.baseOffset = offset;
    offset = batch.lastOffset + 1;
    if (isThere || i === 0) batches.push(bytes);
  }
  return Buffer.concat(batches);
}

function bytesOf({ kind, producerId, count }: Omit<Piece, 'isThere'>): Buffer {
  if (kind === 'plain') return aBatch({ count });
  if (kind === 'transactional') return aBatch({ count, producerId, isTransactional: true });
  return aMarker(kind === 'commit' ? 'COMMIT' : 'ABORT', { producerId });
}

async function censusOf(log: Buffer): Promise<PartitionCensus> {
  fs.writeFileSync(`${partition}/00000000000000000000.log`, log);
  const { disk, clock } = nodePlatform();
  const options = { path: partition, topic: null, partition: 0, depth: 'records' } as const;
  return (await takeCensus({ disk, clock }, options, new ScanControl({ clock })))
    .partitions[0] as PartitionCensus;
}

/** Offsets by the counts, and by the holes that are named. */
function sums({ counts, holes }: PartitionCensus): { readonly all: number; readonly holes: number } {
  const { plain, committed, aborted, open, ...rest } = counts;
  const holesCounted = Object.values(rest).reduce((sum, count) => sum + count, 0);
  expect(holes.reduce((sum, hole) => sum + hole.toOffset - hole.fromOffset + 1, 0)).toBe(holesCounted);
  return { all: plain + committed + aborted + open + holesCounted, holes: holesCounted };
}

test('whatever is left of a log, every offset is counted once and every hole is named', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async (given) => {
      const census = await censusOf(logOf(given));
      expect(sums(census).all).toBe(census.logEndOffset);
      expect(census.damages.filter(({ kind }) => kind !== 'side-file')).toEqual([]);
      const there = given.filter(({ isThere }, i) => isThere || i === 0);
      const { plain, committed, aborted, open } = census.counts;
      const data = there.filter(({ kind }) => kind === 'plain' || kind === 'transactional');
      expect(plain + committed + aborted + open).toBe(data.reduce((sum, { count }) => sum + count, 0));
    }),
    { numRuns: 150 },
  );
});

test('whatever is damaged, every offset up to the last trusted one is counted once', async () => {
  await fc.assert(
    fc.asyncProperty(
      pieces,
      fc.array(fc.record({ at: fc.nat(), xor: fc.integer({ min: 1, max: 255 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (given, flips) => {
        const log = logOf(given);
        for (const { at, xor } of flips) log[at % log.length] = (log[at % log.length] as number) ^ xor;
        const census = await censusOf(log);
        expect(sums(census).all).toBe(census.logEndOffset);
      },
    ),
    { numRuns: 150 },
  );
});

test('whatever bytes a batch has, they are explained without a crash, and nothing overlaps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('orders', '__transaction_state', '__consumer_offsets'),
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.record({ at: fc.nat(), xor: fc.integer({ min: 0, max: 255 }) }), { maxLength: 6 }),
      fc.nat(400),
      async (topic, codec, flips, cut) => {
        const whole = aBatch({ count: 3, codec: codec === 4 ? 1 : codec, valueSize: 40 });
        for (const { at, xor } of flips)
          whole[at % whole.length] = (whole[at % whole.length] as number) ^ xor;
        const bytes = whole.subarray(0, Math.max(0, whole.length - cut));
        const { fields, stop } = await explainBatch(bytes, {
          shownMax: 65536,
          topic,
          breathe: () => undefined,
        });
        let end = 0;
        for (const { at, size } of fields) {
          expect(at).toBeGreaterThanOrEqual(end);
          end = at + size;
        }
        expect(end).toBeLessThanOrEqual(Math.max(bytes.length, whole.length));
        if (stop !== null) expect(stop.at).toBeLessThanOrEqual(bytes.length);
      },
    ),
    { numRuns: 300 },
  );
});
