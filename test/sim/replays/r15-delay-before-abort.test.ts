import { describe, expect, test } from 'vitest';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import { ReplayWorld } from '../../support/replay-world.ts';

describe.each<TransactionVersion>([1, 2])('transaction version %i', (transactionVersion) => {
  test('a live reader sees records that are aborted a moment later: it is given none, ever', async () => {
    const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
    const producer = await world.transactional('x');
    const consumer = world.consumer({ 'isolation.level': 'read_committed' });
    consumer.assign([{ topic: 't', partition: 0 }]);
    const delivered: unknown[] = [];
    let isReading = true;
    const reading = (async () => {
      while (isReading) delivered.push(...(await consumer.poll(50)));
    })();

    for (let round = 0; round < 10; round++) {
      producer.beginTransaction();
      await world.send(producer, 't', `r${round}`);
      await world.pass(100);
      await world.settle(producer.abortTransaction());
    }
    await world.pass(1000);
    isReading = false;
    await world.settle(reading);
    expect(delivered).toEqual([]);
    expect(await world.settle(consumer.position({ topic: 't', partition: 0 }))).toBe(20);
    expect(world.log('t').filter((line) => line.includes('ABORT'))).toHaveLength(10);
  });
});
