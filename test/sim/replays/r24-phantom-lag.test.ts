import { expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';

const T0 = { topic: 't', partition: 0 };

test('a group that has read everything lags by one: it committed the offset of the marker, and the end is behind it', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  await world.transaction(await world.transactional('x'), 't', ['only']);
  const consumer = world.consumer({ 'isolation.level': 'read_committed', 'group.id': 'g' });
  consumer.assign([T0]);
  expect(await world.deliveries(consumer)).toEqual(['0 only']);
  await world.settle(consumer.commitSync([{ ...T0, offset: 1 }]));

  const [committed] = await world.settle(consumer.committed([T0]));
  const [end] = await world.settle(consumer.endOffsets([T0]));
  expect([committed?.offset, end]).toEqual([1, 2]);
});

test('a group that commits its position instead lags by none', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  await world.transaction(await world.transactional('x'), 't', ['only']);
  const consumer = world.consumer({ 'isolation.level': 'read_committed', 'group.id': 'g' });
  consumer.assign([T0]);
  await world.deliveries(consumer);
  expect(await world.settle(consumer.position(T0))).toBe(2);
  await world.settle(consumer.commitSync());
  const [committed] = await world.settle(consumer.committed([T0]));
  expect(committed?.offset).toBe(2);
  expect(consumer.currentLag(T0)).toBe(0);
});
