import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { buildBatchAsync } from '#core/protocol/records/batch-builder.ts';
import { readRecordsAsync, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { CODECS } from '#core/protocol/records/compression.ts';
import {
  aBatch,
  append,
  createOrders,
  fixture,
  LogWorld,
  START_MS,
  topicConfig,
} from '../../../../support/log-world.ts';
import { SeededRandom } from '../../../../support/seeded-random.ts';

interface Verdict {
  readonly offset: number;
  readonly timestamp: number;
  readonly key: string | null;
  readonly value: string | null;
}

const COMPACT = { 'cleanup.policy': 'compact', 'segment.bytes': '200000', 'compression.type': 'producer' };

let world: LogWorld;
afterEach(() => world.remove());

async function clean(log: PartitionLog): Promise<void> {
  await log.clean({ range: log.cleanableRange(undefined), isCancelled: () => false });
}

/** Below `end`: of the segments that were cleaned. */
async function records(log: PartitionLog, end = Infinity): Promise<Verdict[]> {
  const found: Verdict[] = [];
  for (const batch of log.batchesFrom(0)) {
    if (batch.baseOffset >= end) break;
    for (const record of await readRecordsAsync(batch)) {
      const { offsetDelta, key, value } = record;
      found.push({
        offset: batch.baseOffset + offsetDelta,
        timestamp: recordTimestamp(batch, record),
        key: key?.toString() ?? null,
        value: value?.toString() ?? null,
      });
    }
  }
  return found;
}

test.each(['magic0', 'magic1', 'mixed'])(
  '%s becomes format 2: the newest record of each key, at its offset and time',
  async (topic) => {
    world = new LogWorld(START_MS).copy('log-dirs/old-formats');
    world.topicConfig = () => topicConfig({ ...COMPACT, 'segment.bytes': '300' });
    const manager = await world.open();
    const log = manager.get({ topic, partition: 0 }) as PartitionLog;
    log.becomeLeader(log.leaderEpoch);
    // Begins a segment, so that the one before is cleaned.
    append(log, aBatch());
    await clean(log);
    const { partitions } = JSON.parse(
      readFileSync(join(fixture('log-dirs/old-formats'), 'verdicts.json'), 'utf8'),
    ) as { partitions: { topic: string; records: Verdict[] }[] };
    const stored = partitions.find((partition) => partition.topic === topic)?.records ?? [];
    const expected = stored.filter(
      ({ offset, key }) => key !== null && stored.findLast((other) => other.key === key)?.offset === offset,
    );
    expect(await records(log, log.logEndOffset - 1)).toEqual(
      expected.map(({ offset, timestamp, key, value }) => ({ offset, timestamp, key, value })),
    );
    expect(expected.length).toBeGreaterThan(1);
    for (const batch of log.batchesFrom(0)) expect([batch.magic, batch.isCrcValid]).toEqual([2, true]);
    await manager.close();
  },
);

test.each([...CODECS])('large batches keep their codec, %s, and what is left of them', async (codec) => {
  world = new LogWorld();
  const manager = await world.open();
  const log = createOrders(manager, COMPACT);
  const random = new SeededRandom(3);
  const values = Array.from({ length: 400 }, () => random.nextBytes(200).toString('hex'));
  const number = CODECS.indexOf(codec);
  for (const keys of [400, 300, 1, 400]) {
    const batch = await buildBatchAsync({
      codec: number,
      records: values.slice(0, keys).map((value, i) => ({
        timestamp: START_MS + i,
        key: Buffer.from(`k${i}`),
        value: Buffer.from(value),
      })),
    });
    await log.append(batch, { origin: 'client', leaderEpoch: 0 });
  }
  const before = await records(log);
  await clean(log);
  const { baseOffset: active } = log.segments().at(-1) as { baseOffset: number };
  expect(active).toBeGreaterThan(400);
  const newest = new Map(
    before.filter(({ offset }) => offset < active).map(({ key, offset }) => [key, offset]),
  );
  expect(await records(log)).toEqual(
    before.filter(({ key, offset }) => offset >= active || newest.get(key) === offset),
  );
  expect([...log.batchesFrom(0)].every((batch) => batch.codec === number && batch.isCrcValid)).toBe(true);
  await manager.close();
});
