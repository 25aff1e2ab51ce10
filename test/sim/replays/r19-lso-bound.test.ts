import { describe, expect, test } from 'vitest';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import { ReplayWorld } from '../../support/replay-world.ts';
import { WireReader } from '../../support/wire-reader.ts';

const T0 = [{ topic: 't', partition: 0 }];

describe.each<TransactionVersion>([1, 2])('transaction version %i', (transactionVersion) => {
  test('undecided records leak: until the commit nothing is delivered and the committed end is 0, then it is 4', async () => {
    const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
    const committed = world.consumer({ 'isolation.level': 'read_committed' });
    const uncommitted = world.consumer();
    committed.assign(T0);
    const producer = await world.transactional('x');
    producer.beginTransaction();
    for (const value of ['a', 'b', 'c']) await world.send(producer, 't', value);

    expect(await world.deliveries(committed)).toEqual([]);
    expect(await world.settle(committed.endOffsets(T0))).toEqual([0]);
    expect(await world.settle(uncommitted.endOffsets(T0))).toEqual([3]);
    const reader = await WireReader.open(world, 't', { isCommitted: true });
    expect(await reader.fetch(0)).toMatchObject({ highWatermark: 3, lastStableOffset: 0, size: 0 });
    const times = [{ topic: 't', partition: 0, timestamp: 0 }];
    expect(await world.settle(committed.offsetsForTimes(times))).toEqual([undefined]);

    await world.settle(producer.commitTransaction());
    expect(await world.deliveries(committed)).toEqual(['0 a', '1 b', '2 c']);
    expect(await world.settle(committed.endOffsets(T0))).toEqual([4]);
    expect(await world.settle(committed.offsetsForTimes(times))).toMatchObject([{ offset: 0 }]);
  });

  test('an open transaction holds back what others committed behind it', async () => {
    const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
    const open = await world.transactional('open');
    open.beginTransaction();
    await world.send(open, 't', 'held');
    await world.transaction(await world.transactional('quick'), 't', ['done']);
    const plain = world.producer();
    await world.send(plain, 't', 'plain');

    const consumer = world.consumer({ 'isolation.level': 'read_committed' });
    consumer.assign(T0);
    expect(await world.deliveries(consumer)).toEqual([]);
    await world.settle(open.abortTransaction());
    expect(await world.deliveries(consumer)).toEqual(['1 done', '3 plain']);
  });
});
