import { describe, expect, test } from 'vitest';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import { ReplayWorld } from '../../support/replay-world.ts';
import { visible, WireReader } from '../../support/wire-reader.ts';

describe.each<TransactionVersion>([1, 2])('transaction version %i', (transactionVersion) => {
  test('aborts that end in another order than they began leak records: the list is in order of completion', async () => {
    const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
    const [first, second] = [await world.transactional('p1'), await world.transactional('p2')];
    for (const [producer, value] of [[first, 'a0'] as const, [second, 'b1'] as const]) {
      producer.beginTransaction();
      await world.send(producer, 't', value);
    }
    await world.send(first, 't', 'a2');
    for (const producer of [second, first]) {
      await world.settle(producer.abortTransaction());
      await world.pass(1);
    }
    await world.transaction(await world.transactional('p3'), 't', ['kept']);

    const reader = await WireReader.open(world, 't', { isCommitted: true });
    const fetched = await reader.fetch(0);
    expect(fetched.aborted).toEqual([
      { producerId: second.producerIdAndEpoch.producerId, firstOffset: 1 },
      { producerId: first.producerIdAndEpoch.producerId, firstOffset: 0 },
    ]);
    expect(visible([fetched])).toEqual(['5 kept']);
    expect(await world.readAll('t', 'read_committed')).toEqual(['5 kept']);
  });
});
