import { describe, expect, test } from 'vitest';
import type { ProducerAnswer } from '#core/coordinator/transaction/transaction-requests.ts';
import type { TransactionVersion } from '../../../../support/transaction-world.ts';
import { TransactionWorld } from '../../../../support/transaction-world.ts';

const DATA = [{ topic: 'orders', partition: 0 }];

function init(
  world: TransactionWorld,
  expected: { producerId: number; producerEpoch: number } = { producerId: -1, producerEpoch: -1 },
  timeoutMs = 60000,
): ProducerAnswer {
  return world.coordinator.initProducerId({ transactionalId: 'tx', timeoutMs, ...expected });
}

function open(world: TransactionWorld, { producerId, producerEpoch }: ProducerAnswer): void {
  const request = { transactionalId: 'tx', producerId, producerEpoch, partitions: DATA };
  expect(world.coordinator.addPartitions({ ...request, clientTransactionVersion: 0 })).toBe('NONE');
}

async function started(version: TransactionVersion = 2, settings = {}): Promise<TransactionWorld> {
  return new TransactionWorld(version, settings).start();
}

describe('without a transactional id', () => {
  test('every call gets a fresh producer id, whatever it believes in, and nothing is stored', async () => {
    const world = await started();
    const request = { transactionalId: null, timeoutMs: -5, producerId: -1, producerEpoch: -1 };
    expect(world.coordinator.initProducerId(request)).toEqual({
      error: 'NONE',
      producerId: 1000,
      producerEpoch: 0,
    });
    expect(
      world.coordinator.initProducerId({ ...request, producerId: 1000, producerEpoch: 7 }),
    ).toMatchObject({ producerId: 1001, producerEpoch: 0 });
    expect(world.records()).toEqual([]);
  });

  test('waits when no ids can be had', async () => {
    const world = await started();
    world.producerIds.isAvailable = false;
    const request = { timeoutMs: 60000, producerId: -1, producerEpoch: -1 };
    const error = 'COORDINATOR_LOAD_IN_PROGRESS';
    expect(world.coordinator.initProducerId({ transactionalId: null, ...request })).toMatchObject({ error });
    expect(init(world)).toEqual({ error, producerId: -1, producerEpoch: -1 });
    expect(world.coordinator.describe('tx').error).toBe('TRANSACTIONAL_ID_NOT_FOUND');
  });
});

describe('arguments', () => {
  test.each([
    [{ transactionalId: '' }, 'INVALID_REQUEST'],
    [{ producerId: 5 }, 'INVALID_REQUEST'],
    [{ producerEpoch: 5 }, 'INVALID_REQUEST'],
    [{ timeoutMs: 0 }, 'INVALID_TRANSACTION_TIMEOUT'],
    [{ timeoutMs: -1 }, 'INVALID_TRANSACTION_TIMEOUT'],
    [{ timeoutMs: 900001 }, 'INVALID_TRANSACTION_TIMEOUT'],
    [{ enable2Pc: true }, 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED'],
    [{ keepPreparedTxn: true }, 'UNSUPPORTED_VERSION'],
    [{ keepPreparedTxn: true, enable2Pc: true }, 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED'],
    [{ timeoutMs: 900000 }, 'NONE'],
  ])('%j answers %s', async (given, error) => {
    const world = await started();
    const request = { transactionalId: 'tx', timeoutMs: 60000, producerId: -1, producerEpoch: -1, ...given };
    expect(world.coordinator.initProducerId(request).error).toBe(error);
  });

  test('two-phase commit, where it is enabled, has no timeout', async () => {
    const world = await started(2, { 'transaction.two.phase.commit.enable': 'true' });
    const request = { transactionalId: 'tx', timeoutMs: 0, producerId: -1, producerEpoch: -1 };
    expect(world.coordinator.initProducerId({ ...request, enable2Pc: true }).error).toBe('NONE');
    expect(world.records()).toMatchObject([{ timeoutMs: 2147483647 }]);
    expect(
      world.coordinator.initProducerId({ ...request, enable2Pc: true, keepPreparedTxn: true }).error,
    ).toBe('UNSUPPORTED_VERSION');
  });
});

describe('an id without an open transaction', () => {
  test('is made at epoch 0, even for a client that believes in something', async () => {
    const world = await started();
    expect(init(world, { producerId: 77, producerEpoch: 5 })).toEqual({
      error: 'NONE',
      producerId: 1000,
      producerEpoch: 0,
    });
  });

  test('goes to the next epoch, with the new timeout', async () => {
    const world = await started();
    init(world);
    expect(init(world, undefined, 5000)).toMatchObject({ producerId: 1000, producerEpoch: 1 });
    expect(world.records().at(-1)).toMatchObject({ timeoutMs: 5000, partitions: [], startedAtMs: -1 });
  });

  test('answers the same question again alike, and fences everybody else', async () => {
    const world = await started();
    const first = init(world);
    const second = init(world, first);
    expect(second).toMatchObject({ producerEpoch: 1 });
    expect(init(world, first)).toEqual(second);
    expect(init(world, { ...first, producerEpoch: 99 }).error).toBe('PRODUCER_FENCED');
    expect(init(world, { ...first, producerId: 5 }).error).toBe('PRODUCER_FENCED');
    // Somebody without expectations takes over: now the lost answer is lost for good.
    init(world);
    expect(init(world, first).error).toBe('PRODUCER_FENCED');
  });

  test('forgets with a reload that an answer got lost', async () => {
    const world = await started();
    const first = init(world);
    init(world, first);
    await world.restart();
    expect(init(world, first).error).toBe('PRODUCER_FENCED');
  });

  test('keeps the client version of its last transaction', async () => {
    const world = await started();
    const { producerId } = init(world);
    const end = { transactionalId: 'tx', producerId, producerEpoch: 0, commit: false, transactionVersion: 2 };
    world.coordinator.endTransaction(end);
    init(world);
    expect(world.records().map((record) => record?.clientTransactionVersion)).toEqual([0, 2, 2, 2]);
  });

  test('stays as it was when the record cannot be written', async () => {
    const world = await started();
    init(world);
    world.log.refusals.push('REQUEST_TIMED_OUT');
    expect(init(world)).toEqual({
      error: 'COORDINATOR_NOT_AVAILABLE',
      producerId: -1,
      producerEpoch: -1,
    });
    expect(init(world)).toMatchObject({ producerEpoch: 1 });
  });
});

describe('an open transaction', () => {
  test.each([1, 2] as const)(
    'is fenced and aborted first; the caller asks again: version %i',
    async (version) => {
      const world = await started(version);
      open(world, init(world));
      expect(init(world).error).toBe('CONCURRENT_TRANSACTIONS');
      expect(init(world).error).toBe('CONCURRENT_TRANSACTIONS');
      await world.settle();
      expect(init(world)).toMatchObject({ error: 'NONE', producerEpoch: 2 });
      expect(world.history()).toEqual([
        'Empty 1000/0',
        'Ongoing 1000/0',
        'PrepareAbort 1000/1',
        'CompleteAbort 1000/1',
        'Empty 1000/2',
      ]);
      expect(world.records().map((record) => record?.clientTransactionVersion)).toEqual(
        version === 2 ? [0, 0, 2, 2, 2] : [0, 0, 0, 0, 0],
      );
      expect(world.markers.written).toEqual([
        {
          producerId: 1000,
          producerEpoch: 1,
          commit: false,
          coordinatorEpoch: 0,
          transactionVersion: version === 2 ? 2 : 0,
          partition: 'orders-0',
        },
      ]);
    },
  );

  test('is not given to a client that believes in another producer id', async () => {
    const world = await started();
    open(world, init(world));
    expect(init(world, { producerId: 5, producerEpoch: 0 }).error).toBe('PRODUCER_FENCED');
    expect(world.coordinator.describe('tx').transaction?.state).toBe('Ongoing');
  });

  test('is fenced whatever epoch is expected', async () => {
    const world = await started();
    open(world, init(world));
    expect(init(world, { producerId: 1000, producerEpoch: 99 }).error).toBe('CONCURRENT_TRANSACTIONS');
  });

  test('under version 1 its old producer stays fenced when the abort could not be written, at one epoch more', async () => {
    const world = await started(1);
    const first = init(world);
    open(world, first);
    world.log.refusals.push('NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS');
    expect(init(world).error).toBe('COORDINATOR_NOT_AVAILABLE');
    expect(init(world).error).toBe('COORDINATOR_NOT_AVAILABLE');
    const commit = { transactionalId: 'tx', ...first, commit: true, transactionVersion: 0 };
    expect(world.coordinator.endTransaction(commit).error).toBe('PRODUCER_FENCED');
    expect(init(world).error).toBe('CONCURRENT_TRANSACTIONS');
    await world.settle();
    expect(world.history(2)).toEqual(['PrepareAbort 1000/1', 'CompleteAbort 1000/1']);
    // The next fencing counts again.
    open(world, init(world));
    init(world);
    expect(world.history(1)).toEqual(['PrepareAbort 1000/3']);
  });

  test('under version 2 nothing remains of an abort that could not be written', async () => {
    const world = await started(2);
    const first = init(world);
    open(world, first);
    world.log.refusals.push('NOT_ENOUGH_REPLICAS');
    expect(init(world).error).toBe('COORDINATOR_NOT_AVAILABLE');
    const commit = { transactionalId: 'tx', ...first, commit: true, transactionVersion: 2 };
    expect(world.coordinator.endTransaction(commit)).toMatchObject({ error: 'NONE', producerEpoch: 1 });
  });
});

test('a decided transaction keeps everybody waiting', async () => {
  const world = await started();
  world.markers.refuseAlways.set('orders-0', 'MESSAGE_TOO_LARGE');
  const first = init(world);
  open(world, first);
  const commit = { transactionalId: 'tx', ...first, commit: true, transactionVersion: 2 };
  expect(world.coordinator.endTransaction(commit).error).toBe('NONE');
  await world.settle();
  for (const expected of [undefined, first, { producerId: 5, producerEpoch: 0 }]) {
    expect(init(world, expected).error).toBe('CONCURRENT_TRANSACTIONS');
  }
});

test('a client of the new protocol cannot be stored while the cluster is at version 0', async () => {
  const world = await started(0);
  const { producerId } = init(world);
  const request = { transactionalId: 'tx', producerId, producerEpoch: 0, partitions: DATA };
  expect(world.coordinator.addPartitions({ ...request, clientTransactionVersion: 2 })).toBe(
    'UNSUPPORTED_VERSION',
  );
  expect(world.coordinator.addPartitions({ ...request, clientTransactionVersion: 0 })).toBe('NONE');
});
