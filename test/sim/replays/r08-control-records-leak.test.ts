import { expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { visible, WireReader } from '../../support/wire-reader.ts';

const CONTROL_BIT = 1 << 5;

test.each([4, 5, 7, 11, 12])(
  'old readers take markers for records: Fetch v%i sends them, marked by bit 5',
  async (version) => {
    const world = await ReplayWorld.start({ topics: ['t'] });
    const producer = await world.transactional('x');
    await world.transaction(producer, 't', ['kept']);
    await world.transaction(producer, 't', ['gone'], 'abort');

    const reader = await WireReader.open(world, 't', { version });
    const [fetched] = await reader.fetchAll();
    expect(fetched?.batches.map(({ attributes }) => attributes & CONTROL_BIT)).toEqual([0, 32, 0, 32]);
    expect(fetched?.batches.map(({ isTransactional }) => isTransactional)).toEqual([true, true, true, true]);
    expect(fetched?.aborted).toBeNull();
    expect(visible(fetched === undefined ? [] : [fetched])).toEqual(['0 kept', '2 gone']);
  },
);

test('the consumer hides them and its position goes past them', async () => {
  const world = await ReplayWorld.start({ topics: ['t'] });
  const producer = await world.transactional('x');
  await world.transaction(producer, 't', ['kept']);
  await world.transaction(producer, 't', ['gone'], 'abort');
  const consumer = world.consumer();
  consumer.assign([{ topic: 't', partition: 0 }]);
  expect(await world.deliveries(consumer)).toEqual(['0 kept', '2 gone']);
  expect(await world.settle(consumer.position({ topic: 't', partition: 0 }))).toBe(4);
});
