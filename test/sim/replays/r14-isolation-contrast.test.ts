import { expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { visible, WireReader } from '../../support/wire-reader.ts';

test('both readers show an aborted record: only read_uncommitted may, and its answer carries no list', async () => {
  const world = await ReplayWorld.start({ topics: ['foo'] });
  const producer = await world.transactional('x');
  producer.beginTransaction();
  await world.settle(producer.send({ topic: 'foo', partition: 0, key: '20', value: '111' }));
  await world.settle(producer.abortTransaction());
  await world.pass(1);

  const uncommitted = await (await WireReader.open(world, 'foo')).fetch(0);
  const committed = await (await WireReader.open(world, 'foo', { isCommitted: true })).fetch(0);
  expect(visible([uncommitted])).toEqual(['0 111']);
  expect(uncommitted.aborted).toBeNull();
  expect(visible([committed])).toEqual([]);
  expect(committed.aborted).toEqual([{ producerId: producer.producerIdAndEpoch.producerId, firstOffset: 0 }]);
  for (const { highWatermark, lastStableOffset, size } of [uncommitted, committed]) {
    expect({ highWatermark, lastStableOffset }).toEqual({ highWatermark: 2, lastStableOffset: 2 });
    expect(size).toBe(uncommitted.size);
  }
  expect(await world.readAll('foo', 'read_uncommitted')).toEqual(['0 111']);
  expect(await world.readAll('foo', 'read_committed')).toEqual([]);
});
