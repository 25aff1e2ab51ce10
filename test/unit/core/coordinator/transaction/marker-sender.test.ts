import { describe, expect, test } from 'vitest';
import { TransactionWorld } from '../../../../support/transaction-world.ts';

const ORDERS = [0, 1].map((partition) => ({ topic: 'orders', partition }));

/** A world with a transaction on orders-0 and orders-1 that has just been ended; markers come next. */
async function ended(version: 0 | 2 = 0, markerDelayMs = 0): Promise<TransactionWorld> {
  const world = await new TransactionWorld(version).start();
  world.markerDelayMs = markerDelayMs;
  world.coordinator.initProducerId({
    transactionalId: 'tx',
    timeoutMs: 60000,
    producerId: -1,
    producerEpoch: -1,
  });
  const producer = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0 };
  world.coordinator.addPartitions({ ...producer, partitions: ORDERS, clientTransactionVersion: version });
  const answer = world.coordinator.endTransaction({ ...producer, commit: true, transactionVersion: version });
  expect(answer.error).toBe('NONE');
  return world;
}

function stateOf(world: TransactionWorld): string | undefined {
  return world.coordinator.describe('tx').transaction?.state;
}

function openOf(world: TransactionWorld): number[] | undefined {
  return world.coordinator.describe('tx').transaction?.partitions.map(({ partition }) => partition);
}

describe('markers', () => {
  test('come after the answer, one a partition, and then the transaction is complete', async () => {
    const world = await ended();
    expect(world.markers.written).toEqual([]);
    expect(stateOf(world)).toBe('PrepareCommit');
    await world.settle();
    const marker = { producerId: 1000, commit: true, coordinatorEpoch: 0 };
    expect(world.markers.written).toEqual(
      ['orders-0', 'orders-1'].map((partition) => ({
        ...marker,
        producerEpoch: 0,
        transactionVersion: 0,
        partition,
      })),
    );
    expect(stateOf(world)).toBe('CompleteCommit');
  });

  test('of version 2 carry the raised epoch', async () => {
    const world = await ended(2);
    await world.settle();
    expect(world.markers.written).toMatchObject([
      { producerEpoch: 1, transactionVersion: 2 },
      { producerEpoch: 1, transactionVersion: 2 },
    ]);
  });

  test('can be delayed', async () => {
    const world = await ended(0, 500);
    await world.settle(499);
    expect(world.markers.attempts).toBe(0);
    await world.settle(1);
    expect(stateOf(world)).toBe('CompleteCommit');
  });

  test('are not written where the topic was deleted', async () => {
    const world = await ended();
    world.markers.deletedTopics.add('orders');
    await world.settle();
    expect(world.markers.attempts).toBe(0);
    expect(stateOf(world)).toBe('CompleteCommit');
  });

  test('are counted down in memory only: a reload writes them all again', async () => {
    const world = await ended();
    world.markers.refuseAlways.set('orders-1', 'NOT_LEADER_OR_FOLLOWER');
    await world.settle();
    expect(openOf(world)).toEqual([1]);
    world.markers.refuseAlways.clear();
    await world.restart();
    expect(openOf(world)).toEqual([0, 1]);
    await world.settle();
    expect(
      world.markers.written.map(({ partition, coordinatorEpoch }) => [partition, coordinatorEpoch]),
    ).toEqual([
      ['orders-0', 0],
      ['orders-0', 1],
      ['orders-1', 1],
    ]);
    expect(stateOf(world)).toBe('CompleteCommit');
  });

  test('stop when the partition of the coordinator is given up', async () => {
    const world = await ended(0, 10);
    world.coordinator.onResignation(0);
    await world.settle(100);
    expect(world.markers.attempts).toBe(0);
  });
});

describe('a marker refused with', () => {
  test.each([
    'UNKNOWN_TOPIC_OR_PARTITION',
    'NOT_LEADER_OR_FOLLOWER',
    'NOT_ENOUGH_REPLICAS',
    'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
    'REQUEST_TIMED_OUT',
    'KAFKA_STORAGE_ERROR',
  ] as const)('%s is written again, only there', async (error) => {
    const world = await ended();
    world.markers.refusals.set('orders-1', [error, error]);
    await world.settle(1);
    expect(openOf(world)).toEqual([1]);
    expect(stateOf(world)).toBe('PrepareCommit');
    await world.settle(100);
    expect(stateOf(world)).toBe('CompleteCommit');
    expect(world.markers.written.map(({ partition }) => partition)).toEqual(['orders-0', 'orders-1']);
    expect(world.markers.attempts).toBe(4);
    expect(world.eventsOf('txn.markerRefused')).toMatchObject([
      { transactionalId: 'tx', topic: 'orders', partition: 1, fate: 'retry' },
      { fate: 'retry' },
    ]);
  });

  test.each(['UNSUPPORTED_FOR_MESSAGE_FORMAT', 'UNSUPPORTED_VERSION'] as const)(
    '%s counts as written: no data of the transaction can be there',
    async (error) => {
      const world = await ended();
      world.markers.refuseAlways.set('orders-1', error);
      await world.settle();
      expect(stateOf(world)).toBe('CompleteCommit');
    },
  );

  test.each([
    'INVALID_PRODUCER_EPOCH',
    'TRANSACTION_COORDINATOR_FENCED',
    'MESSAGE_TOO_LARGE',
    'CORRUPT_MESSAGE',
    'UNKNOWN_SERVER_ERROR',
  ] as const)('%s stops the id until its coordinator loads again', async (error) => {
    const world = await ended();
    world.markers.refuseAlways.set('orders-0', error);
    await world.settle(60_000);
    expect(world.markers.attempts).toBe(2);
    expect(openOf(world)).toEqual([0]);
    const request = { transactionalId: 'tx', timeoutMs: 60000, producerId: -1, producerEpoch: -1 };
    expect(world.coordinator.initProducerId(request).error).toBe('CONCURRENT_TRANSACTIONS');
    expect(world.eventsOf('txn.markerRefused')).toMatchObject([{ partition: 0, fate: 'stop' }]);

    world.markers.refuseAlways.clear();
    await world.restart();
    await world.settle();
    expect(stateOf(world)).toBe('CompleteCommit');
  });

  test('a retriable error pauses longer each time, up to a second', async () => {
    const world = await ended();
    world.markers.refuseAlways.set('orders-0', 'NOT_ENOUGH_REPLICAS');
    world.markers.refuseAlways.set('orders-1', 'NOT_ENOUGH_REPLICAS');
    const attempts: number[] = [];
    for (const atMs of [0, 20, 40, 80, 160]) {
      await world.settle(atMs);
      attempts.push(world.markers.attempts / 2);
    }
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    await world.settle(10_000);
    expect(world.markers.attempts / 2).toBeLessThan(20);
  });
});

describe('the record of the end', () => {
  test('is written again when the log is not available', async () => {
    const world = await ended();
    world.log.refusals.push('NOT_ENOUGH_REPLICAS', 'REQUEST_TIMED_OUT');
    await world.settle(1);
    expect(stateOf(world)).toBe('PrepareCommit');
    await world.settle(100);
    expect(stateOf(world)).toBe('CompleteCommit');
    expect(world.markers.attempts).toBe(2);
  });

  test('is given up for good when it can never be written; a reload starts over', async () => {
    const world = await ended();
    world.log.refusals.push('RECORD_LIST_TOO_LARGE');
    await world.settle(1000);
    expect(world.coordinator.describe('tx').transaction).toMatchObject({
      state: 'PrepareCommit',
      isCompleting: false,
      partitions: [],
    });
    const end = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0, transactionVersion: 0 };
    expect(world.coordinator.endTransaction({ ...end, commit: true }).error).toBe('CONCURRENT_TRANSACTIONS');
    expect(world.coordinator.endTransaction({ ...end, commit: false }).error).toBe('INVALID_TXN_STATE');
    await world.restart();
    await world.settle();
    expect(stateOf(world)).toBe('CompleteCommit');
  });

  test('follows at once when the transaction had no partitions', async () => {
    const world = await new TransactionWorld(2).start();
    world.markerDelayMs = 1000;
    world.coordinator.initProducerId({
      transactionalId: 'tx',
      timeoutMs: 1,
      producerId: -1,
      producerEpoch: -1,
    });
    const abort = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0, commit: false };
    expect(world.coordinator.endTransaction({ ...abort, transactionVersion: 2 })).toEqual({
      error: 'NONE',
      producerId: 1000,
      producerEpoch: 1,
    });
    expect(world.history()).toEqual(['Empty 1000/0', 'PrepareAbort 1000/1', 'CompleteAbort 1000/1']);
  });
});
