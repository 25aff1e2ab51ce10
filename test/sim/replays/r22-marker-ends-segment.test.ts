import { describe, expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { visible, WireReader } from '../../support/wire-reader.ts';

const HOUR_MS = 3600 * 1000;

/** Two transactions, the first of which fills segment 0 up to its COMMIT. */
async function boundary(roll: 'size' | 'time'): Promise<ReplayWorld> {
  // The least that Kafka takes for segment.bytes is 1 MiB.
  const topicConfig = { 'segment.bytes': '1048576', 'segment.ms': `${HOUR_MS}`, 'retention.ms': '-1' };
  const world = await ReplayWorld.start({ topics: ['t'], topicConfig });
  const producer = await world.transactional('x', { 'max.request.size': '2000000' });
  const filler = roll === 'size' ? 'f'.repeat(1_048_000) : 'f';
  await world.transaction(producer, 't', [filler]);
  if (roll === 'time') await world.pass(HOUR_MS + 1);
  await world.transaction(producer, 't', ['x'.repeat(1000)]);
  return world;
}

describe.each(['size', 'time'] as const)('a segment rolled by %s', (roll) => {
  test('ends with a COMMIT and readers stop there: they cross, by big fetches, small ones, and after a crash', async () => {
    const world = await boundary(roll);
    const segments = world.broker.logs.get({ topic: 't', partition: 0 })?.segments() ?? [];
    expect(segments.map(({ baseOffset }) => baseOffset)).toEqual([0, 2]);

    const check = async (): Promise<void> => {
      for (const isCommitted of [true, false]) {
        for (const maxBytes of [1, 5_000_000]) {
          const reader = await WireReader.open(world, 't', { isCommitted, maxBytes });
          const seen = visible(await reader.fetchAll());
          expect(seen.map((line) => line.slice(0, 3))).toEqual([expect.stringMatching('0 f'), '2 x']);
          expect(visible(await reader.fetchAll(1))).toHaveLength(1);
        }
      }
      const seen = await world.readAll('t', 'read_committed');
      expect(seen.map((line) => line.slice(0, 3))).toEqual(['0 f', '2 x']);
    };
    await check();
    await world.crash();
    await check();
  });
});
