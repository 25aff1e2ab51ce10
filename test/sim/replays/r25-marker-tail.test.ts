import { describe, expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { visible, WireReader } from '../../support/wire-reader.ts';

const T0 = { topic: 't', partition: 0 };

describe.each(['commit', 'abort'] as const)('a partition whose last offset is the marker of a %s', (end) => {
  test('never comes to its end for a reader that waits for offset end − 1: fetch and consumer get behind the marker', async () => {
    const world = await ReplayWorld.start({ topics: ['t'] });
    const producer = await world.transactional('x');
    await world.transaction(producer, 't', ['a', 'b'], end);

    for (const isCommitted of [true, false]) {
      const reader = await WireReader.open(world, 't', { isCommitted });
      const fetches = await reader.fetchAll();
      const last = fetches.at(-1)?.batches.at(-1);
      expect(last?.isControl).toBe(true);
      expect(last?.nextOffset).toBe(await reader.listOffset(-1));
      expect(visible(fetches)).toHaveLength(isCommitted && end === 'abort' ? 0 : 2);
    }
    const consumer = world.consumer({ 'isolation.level': 'read_committed' });
    consumer.assign([T0]);
    await world.deliveries(consumer);
    const [endOffset] = await world.settle(consumer.endOffsets([T0]));
    expect(await world.settle(consumer.position(T0))).toBe(endOffset);
  });
});

test('sixty markers at the tail and nothing behind them: the end is reached all the same', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await world.transactional('x');
  for (let i = 0; i < 60; i++) await world.transaction(producer, 't', [`m${i}`], 'abort');
  const consumer = world.consumer({ 'isolation.level': 'read_committed', 'fetch.max.bytes': '1' });
  consumer.assign([T0]);
  expect(await world.deliveries(consumer)).toEqual([]);
  expect(await world.settle(consumer.position(T0))).toBe(120);
});
