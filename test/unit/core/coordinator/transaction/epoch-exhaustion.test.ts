/** What happens when the epochs of a producer id are used up. Expectations were recorded from Apache Kafka 4.3.1. */
import { describe, expect, test } from 'vitest';
import { newTransactionalId } from '#core/coordinator/transaction/transaction-metadata.ts';
import type { ProducerAnswer } from '#core/coordinator/transaction/transaction-requests.ts';
import { TransactionWorld } from '../../../../support/transaction-world.ts';

const LAST = { producerId: 12, producerEpoch: 32766 };
const FENCED = { error: 'PRODUCER_FENCED', producerId: -1, producerEpoch: -1 };

/** A world in which `tx` stands, empty, at the last epoch that a client may have. */
async function atLastEpoch(version: 1 | 2, timeoutMs = 60000): Promise<TransactionWorld> {
  const world = new TransactionWorld(version);
  const init = { transactionalId: 'tx', producerId: 12, timeoutMs, nowMs: world.clock.nowMs() };
  world.store({ ...newTransactionalId(init), producerEpoch: 32766, previousProducerId: 12 });
  await world.start();
  return world;
}

function init(world: TransactionWorld, expected = { producerId: -1, producerEpoch: -1 }): ProducerAnswer {
  return world.coordinator.initProducerId({ transactionalId: 'tx', timeoutMs: 60000, ...expected });
}

function open(world: TransactionWorld): void {
  const partitions = [{ topic: 'orders', partition: 0 }];
  const request = { transactionalId: 'tx', ...LAST, partitions, clientTransactionVersion: 0 };
  expect(world.coordinator.addPartitions(request)).toBe('NONE');
}

function end(world: TransactionWorld, commit: boolean, producer = LAST): ProducerAnswer {
  return world.coordinator.endTransaction({
    transactionalId: 'tx',
    ...producer,
    commit,
    transactionVersion: 2,
  });
}

describe('InitProducerId', () => {
  test('goes on with a new producer id', async () => {
    const world = await atLastEpoch(2);
    expect(init(world)).toEqual({ error: 'NONE', producerId: 1000, producerEpoch: 0 });
    expect(init(world, LAST)).toEqual(FENCED);
  });

  test('recognises its caller across the change, once', async () => {
    const world = await atLastEpoch(2);
    expect(init(world, { ...LAST, producerEpoch: 5 }).error).toBe('UNKNOWN_SERVER_ERROR');
    expect(init(world, LAST)).toEqual({ error: 'NONE', producerId: 1000, producerEpoch: 0 });
    expect(init(world, LAST)).toEqual({ error: 'NONE', producerId: 1000, producerEpoch: 0 });
    expect(init(world, { ...LAST, producerEpoch: 32767 })).toEqual(FENCED);
    expect(init(world, { ...LAST, producerEpoch: 32765 })).toEqual(FENCED);
    expect(world.history()).toEqual(['Empty 12/32766', 'Empty 1000/0 previous 12', 'Empty 1000/0']);
    expect(init(world)).toMatchObject({ producerId: 1000, producerEpoch: 1 });
    expect(init(world, LAST)).toEqual(FENCED);
  });
});

describe('EndTxn of version 2', () => {
  test('answers with the new producer id, also when asked again', async () => {
    const world = await atLastEpoch(2);
    open(world);
    const next = { error: 'NONE', producerId: 1000, producerEpoch: 0 };
    expect(end(world, true)).toEqual(next);
    await world.settle();
    expect(end(world, true)).toEqual(next);
    expect(end(world, false).error).toBe('INVALID_TXN_STATE');
    expect(end(world, true, { ...LAST, producerEpoch: 32765 }).error).toBe('INVALID_PRODUCER_ID_MAPPING');
    expect(end(world, false, { producerId: 1000, producerEpoch: 0 })).toEqual({ ...next, producerEpoch: 1 });
    expect(end(world, false).error).toBe('INVALID_PRODUCER_ID_MAPPING');
    expect(world.history()).toEqual([
      'Empty 12/32766',
      'Ongoing 12/32766',
      'PrepareCommit 12/32767 next 1000',
      'CompleteCommit 1000/0 previous 12',
      'PrepareAbort 1000/1',
      'CompleteAbort 1000/1',
    ]);
    expect(world.markers.written).toMatchObject([{ producerId: 12, producerEpoch: 32767, commit: true }]);
  });

  test('does so for an abort of nothing, too', async () => {
    const world = await atLastEpoch(2);
    const next = { error: 'NONE', producerId: 1000, producerEpoch: 0 };
    expect(end(world, false)).toEqual(next);
    expect(end(world, false)).toEqual(next);
    expect(init(world, LAST)).toEqual(next);
    expect(world.history()).toEqual([
      'Empty 12/32766',
      'PrepareAbort 12/32767 next 1000',
      'CompleteAbort 1000/0 previous 12',
      'Empty 1000/0',
    ]);
  });

  test('waits when there is no producer id to go on with', async () => {
    const world = await atLastEpoch(2);
    open(world);
    world.producerIds.isAvailable = false;
    expect(end(world, true)).toEqual({
      error: 'COORDINATOR_LOAD_IN_PROGRESS',
      producerId: -1,
      producerEpoch: -1,
    });
    expect(init(world).error).toBe('COORDINATOR_LOAD_IN_PROGRESS');
    world.producerIds.isAvailable = true;
    expect(end(world, true).error).toBe('NONE');
  });

  test('finds the new producer id again after a crash before the markers', async () => {
    const world = await atLastEpoch(2);
    world.markerDelayMs = 1000;
    open(world);
    end(world, true);
    await world.restart();
    await world.settle(1000);
    expect(world.history(2)).toEqual([
      'PrepareCommit 12/32767 next 1000',
      'CompleteCommit 1000/0 previous 12',
    ]);
    expect(end(world, true)).toEqual({ error: 'NONE', producerId: 1000, producerEpoch: 0 });
  });
});

describe('fencing', () => {
  test('under version 2 changes the producer id at once', async () => {
    const world = await atLastEpoch(2);
    open(world);
    expect(init(world).error).toBe('CONCURRENT_TRANSACTIONS');
    await world.settle();
    expect(init(world)).toEqual({ error: 'NONE', producerId: 1000, producerEpoch: 1 });
    expect(world.history(3)).toEqual([
      'PrepareAbort 12/32767 next 1000',
      'CompleteAbort 1000/0 previous 12',
      'Empty 1000/1',
    ]);
  });

  test('under version 2 lets the fenced producer itself go on under the new id', async () => {
    const world = await atLastEpoch(2);
    open(world);
    expect(init(world, LAST).error).toBe('CONCURRENT_TRANSACTIONS');
    await world.settle();
    expect(init(world, LAST)).toEqual({ error: 'NONE', producerId: 1000, producerEpoch: 0 });
  });

  test('under version 1 uses the reserved epoch, and the next call changes the producer id', async () => {
    const world = await atLastEpoch(1);
    open(world);
    expect(init(world).error).toBe('CONCURRENT_TRANSACTIONS');
    await world.settle();
    expect(init(world)).toEqual({ error: 'NONE', producerId: 1000, producerEpoch: 0 });
    expect(world.history(3)).toEqual([
      'PrepareAbort 12/32767',
      'CompleteAbort 12/32767',
      'Empty 1000/0 previous 12',
    ]);
  });

  test('under version 1 leaves the fenced producer with a server error', async () => {
    const world = await atLastEpoch(1);
    open(world);
    init(world, LAST);
    await world.settle();
    expect(init(world, LAST).error).toBe('UNKNOWN_SERVER_ERROR');
    expect(end(world, false)).toEqual({ error: 'NONE', producerId: 12, producerEpoch: 32767 });
  });

  test('by the timeout is the same', async () => {
    const world = await atLastEpoch(2, 1000);
    open(world);
    await world.settle(11_000);
    expect(end(world, false)).toEqual({ error: 'NONE', producerId: 1000, producerEpoch: 0 });
    expect(init(world, LAST)).toEqual({ error: 'NONE', producerId: 1000, producerEpoch: 0 });
  });
});
