import { describe, expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';

describe('an abort that comes before the broker heard of the transaction', () => {
  test.each([0, 1])('fails with 48 over EndTxn v%i, as a commit does, and changes nothing', async (end) => {
    const world = await ReplayWorld.start({ topics: ['t'] });
    const producer = await WireProducer.ready(world, 'x', { ...VERSIONS.librdkafka, end });
    expect(await producer.end(false)).toBe('INVALID_TXN_STATE');
    expect(await producer.end(true)).toBe('INVALID_TXN_STATE');
    expect(world.broker.transactions.describe('x')).toMatchObject({
      error: 'NONE',
      transaction: { state: 'Empty', producerEpoch: 0 },
    });
    expect(world.log('t')).toEqual([]);
  });

  test('is granted over EndTxn v5, with the next epoch; a commit is not', async () => {
    const world = await ReplayWorld.start({ topics: ['t'] });
    const producer = await WireProducer.ready(world, 'x', VERSIONS.tv2);
    expect(await producer.end(true)).toBe('INVALID_TXN_STATE');
    expect(await producer.end(false)).toBe('NONE');
    expect(producer.producerEpoch).toBe(1);
  });

  test('is no error for the program that produced five records first', async () => {
    const world = await ReplayWorld.start({ topics: ['t'] });
    const producer = await WireProducer.ready(world, 'x', VERSIONS.librdkafka);
    await producer.add('t');
    for (let i = 0; i < 5; i++) await producer.produce('t', [`m${i}`]);
    expect(await producer.end(false)).toBe('NONE');
    await world.pass(1);
    expect(await world.readAll('t', 'read_committed')).toEqual([]);
  });
});

describe.each(['1', '2'])('transaction version %s', (version) => {
  test.each(['commit', 'abort'] as const)(
    'an empty %s succeeds, because the client asks nobody',
    async (end) => {
      const transactionVersion = version === '1' ? 1 : 2;
      const world = await ReplayWorld.start({ transactionVersion, topics: ['t'] });
      const producer = await world.transactional('x');
      await world.transaction(producer, 't', [], end);
      await world.transaction(producer, 't', ['after']);
      expect(await world.readAll('t', 'read_committed')).toEqual(['0 after']);
    },
  );
});
