import { expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { WireProducer } from '../../support/wire-producer.ts';
import { visible, WireReader } from '../../support/wire-reader.ts';

async function twoBatches(): Promise<ReplayWorld> {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await WireProducer.ready(world, null);
  await producer.produce('t', ['a0', 'a1']);
  await producer.produce('t', ['b2', 'b3']);
  return world;
}

test('a fetch from inside a batch loses or repeats records: the batch comes whole, and the reader skips', async () => {
  const world = await twoBatches();
  const reader = await WireReader.open(world, 't');
  const expected = { 0: [0, 2], 1: [0, 2], 2: [2], 3: [2] };
  for (const [offset, baseOffsets] of Object.entries(expected)) {
    const fetched = await reader.fetch(Number(offset));
    expect(fetched.batches.map(({ baseOffset }) => baseOffset)).toEqual(baseOffsets);
  }
  expect(visible([await reader.fetch(1)])).toEqual(['1 a1', '2 b2', '3 b3']);
  expect(visible([await reader.fetch(3)])).toEqual(['3 b3']);
  expect((await reader.fetch(4)).size).toBe(0);
});

test.each([
  [1, ['1 a1', '2 b2', '3 b3']],
  [3, ['3 b3']],
])('the consumer that seeks to %i is given that record first', async (offset, expected) => {
  const world = await twoBatches();
  const consumer = world.consumer();
  consumer.assign([{ topic: 't', partition: 0 }]);
  consumer.seek({ topic: 't', partition: 0 }, offset);
  expect(await world.deliveries(consumer)).toEqual(expected);
});
