import { expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { WireProducer } from '../../support/wire-producer.ts';
import { kindsOf, visible, WireReader } from '../../support/wire-reader.ts';

/** Twenty records in a transaction, sent one by one, then two plain ones: offset 20 is the COMMIT. */
async function markerInTheMiddle(): Promise<ReplayWorld> {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await WireProducer.ready(world, 'x');
  await producer.add('t');
  for (let i = 0; i < 20; i++) expect(await producer.produce('t', [`m${i}`])).toBe(i);
  expect(await producer.end(true)).toBe('NONE');
  await world.pass(10);
  const plain = await WireProducer.ready(world, null);
  expect(await plain.produce('t', ['m21', 'm22'])).toBe(21);
  return world;
}

test('a consumer that resolves every message is stuck behind a commit: no fetch from the marker comes back empty', async () => {
  const world = await markerInTheMiddle();
  const reader = await WireReader.open(world, 't', { isCommitted: true, maxBytes: 100 });
  const fetches = await reader.fetchAll();
  expect(fetches.filter(({ offset }) => offset === 20)).toHaveLength(1);
  expect(fetches.filter((one) => kindsOf(one)[0] === 'COMMIT').map(({ offset }) => offset)).toEqual([20]);
  expect(visible(fetches)).toHaveLength(22);
});

test('a consumer that stops at the last message before the marker gets past it with the next fetch', async () => {
  const world = await markerInTheMiddle();
  const consumer = world.consumer({ 'isolation.level': 'read_committed', 'max.poll.records': '1' });
  consumer.assign([{ topic: 't', partition: 0 }]);
  const got = await world.deliveries(consumer);
  expect(got).toHaveLength(22);
  expect(got.slice(-3)).toEqual(['19 m19', '21 m21', '22 m22']);
  expect(await world.settle(consumer.position({ topic: 't', partition: 0 }))).toBe(23);
});
