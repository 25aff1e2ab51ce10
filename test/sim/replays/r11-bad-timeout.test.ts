import { expect, test } from 'vitest';
import { ReplayWorld } from '../../support/replay-world.ts';
import { VERSIONS, WireProducer } from '../../support/wire-producer.ts';

test.each([
  ['above the broker’s maximum', 900_001],
  ['of zero', 0],
  ['that is negative', -1],
])(
  'init hangs with a transaction timeout %s: it is answered 50 at once, and no id is made',
  async (_what, ms) => {
    const world = await ReplayWorld.start();
    for (const versions of [VERSIONS.kafkajs, VERSIONS.platformatic]) {
      const producer = await WireProducer.open(world, 'x', versions);
      expect(await producer.init(ms)).toBe('INVALID_TRANSACTION_TIMEOUT');
    }
    expect(world.broker.transactions.describe('x').error).toBe('TRANSACTIONAL_ID_NOT_FOUND');
  },
);

test('the maximum itself is legal, and the broker’s setting moves it', async () => {
  const world = await ReplayWorld.start({ config: { 'transaction.max.timeout.ms': '1000' } });
  const producer = await WireProducer.open(world, 'x');
  expect(await producer.init(1001)).toBe('INVALID_TRANSACTION_TIMEOUT');
  expect(await producer.init(1000)).toBe('NONE');
});

test('the program is told for good', async () => {
  const world = await ReplayWorld.start();
  const producer = world.producer({ 'transactional.id': 'x', 'transaction.timeout.ms': '900001' });
  await expect(world.settle(producer.initTransactions())).rejects.toMatchObject({
    cause: { error: 'INVALID_TRANSACTION_TIMEOUT' },
  });
  expect(producer.transactionState).toBe('FATAL_ERROR');
});
