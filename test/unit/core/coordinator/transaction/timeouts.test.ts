import { describe, expect, test } from 'vitest';
import { tombstoneBatches } from '#core/coordinator/transaction/timeouts.ts';
import type { ProducerAnswer } from '#core/coordinator/transaction/transaction-requests.ts';
import type { TransactionVersion } from '../../../../support/transaction-world.ts';
import { TransactionWorld } from '../../../../support/transaction-world.ts';

const SCAN = { 'transaction.abort.timed.out.transaction.cleanup.interval.ms': '1' };

function init(world: TransactionWorld, timeoutMs: number, transactionalId = 'tx'): ProducerAnswer {
  return world.coordinator.initProducerId({ transactionalId, timeoutMs, producerId: -1, producerEpoch: -1 });
}

function open(world: TransactionWorld, partition = 0): void {
  const partitions = [{ topic: 'orders', partition }];
  const producer = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0 };
  expect(world.coordinator.addPartitions({ ...producer, partitions, clientTransactionVersion: 0 })).toBe(
    'NONE',
  );
}

function stateOf(world: TransactionWorld): string | undefined {
  return world.coordinator.describe('tx').transaction?.state;
}

describe('an open transaction', () => {
  test('is aborted when it is open for longer than its timeout, not when it is just as long', async () => {
    const world = await new TransactionWorld(1, SCAN).start();
    init(world, 2000);
    open(world);
    await world.clock.advance(2000);
    expect(stateOf(world)).toBe('Ongoing');
    await world.clock.advance(2);
    expect(stateOf(world)).toBe('CompleteAbort');
  });

  test('is timed from its first partition; what comes later does not count', async () => {
    const world = await new TransactionWorld(1, SCAN).start();
    init(world, 2000);
    await world.clock.advance(5000);
    open(world);
    await world.clock.advance(1900);
    open(world, 1);
    await world.clock.advance(200);
    expect(stateOf(world)).toBe('CompleteAbort');
    expect(world.markers.written.map(({ partition }) => partition)).toEqual(['orders-0', 'orders-1']);
  });

  test('is found every ten seconds by default', async () => {
    const world = await new TransactionWorld(1).start();
    init(world, 1);
    open(world);
    await world.clock.advance(9_999);
    expect(stateOf(world)).toBe('Ongoing');
    await world.clock.advance(2);
    expect(stateOf(world)).toBe('CompleteAbort');
  });

  test.each<[TransactionVersion, string[], number]>([
    [0, ['PrepareAbort 1000/1', 'CompleteAbort 1000/1'], 0],
    [1, ['PrepareAbort 1000/1', 'CompleteAbort 1000/1'], 0],
    [2, ['PrepareAbort 1000/1', 'CompleteAbort 1000/1'], 2],
  ])('is aborted by the rules of the cluster: version %i', async (version, history, clientVersion) => {
    const world = await new TransactionWorld(version, SCAN).start();
    init(world, 1);
    open(world);
    await world.clock.advance(10);
    expect(world.history(2)).toEqual(history);
    expect(world.records().at(-1)?.clientTransactionVersion).toBe(clientVersion);
    expect(world.eventsOf('txn.stateChanged').map(({ cause }) => cause)).toEqual([
      'initProducerId',
      'addPartitions',
      'timeout',
      'markersWritten',
    ]);
  });

  test('leaves a producer of version 2 a way on, by abort; one of version 1 is fenced', async () => {
    for (const [version, onAbort, onCommit] of [
      [2, 'NONE', 'INVALID_TXN_STATE'],
      [0, 'PRODUCER_FENCED', 'PRODUCER_FENCED'],
    ] as const) {
      const world = await new TransactionWorld(2, SCAN).start();
      init(world, 1);
      open(world);
      await world.clock.advance(10);
      const end = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0, transactionVersion: version };
      expect(world.coordinator.endTransaction({ ...end, commit: true }).error).toBe(onCommit);
      expect(world.coordinator.endTransaction({ ...end, commit: false }).error).toBe(onAbort);
    }
  });

  test('of a two-phase commit is never overdue', async () => {
    const world = await new TransactionWorld(2, {
      ...SCAN,
      'transaction.two.phase.commit.enable': 'true',
    }).start();
    const request = {
      transactionalId: 'tx',
      timeoutMs: 0,
      producerId: -1,
      producerEpoch: -1,
      enable2Pc: true,
    };
    world.coordinator.initProducerId(request);
    open(world);
    await world.clock.advance(100);
    expect(stateOf(world)).toBe('Ongoing');
  });

  test('is tried again when the abort could not be written', async () => {
    const world = await new TransactionWorld(1, SCAN).start();
    init(world, 1);
    open(world);
    world.log.refusals.push('NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS');
    await world.clock.advance(20);
    expect(world.history(2)).toEqual(['PrepareAbort 1000/1', 'CompleteAbort 1000/1']);
  });

  test('that is decided is left alone', async () => {
    const world = await new TransactionWorld(1, SCAN).start();
    init(world, 1);
    open(world);
    world.markerDelayMs = 1000;
    const end = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0, commit: true };
    world.coordinator.endTransaction({ ...end, transactionVersion: 0 });
    await world.clock.advance(1100);
    expect(stateOf(world)).toBe('CompleteCommit');
  });

  test('is still counted from its first partition after a reload', async () => {
    const world = await new TransactionWorld(1, SCAN).start();
    init(world, 2000);
    open(world);
    await world.clock.advance(1500);
    await world.restart();
    await world.clock.advance(400);
    expect(stateOf(world)).toBe('Ongoing');
    await world.clock.advance(200);
    expect(stateOf(world)).toBe('CompleteAbort');
  });

  test('stays open while the coordinator is stopped', async () => {
    const world = await new TransactionWorld(1, SCAN).start();
    init(world, 1);
    open(world);
    world.coordinator.close();
    await world.clock.advance(1000);
    expect(world.history(1)).toEqual(['Ongoing 1000/0']);
    expect(world.clock.pendingCount).toBe(0);
    expect(world.coordinator.describe('tx').error).toBe('COORDINATOR_NOT_AVAILABLE');
  });
});

describe('an unused id', () => {
  const EXPIRY = {
    'transactional.id.expiration.ms': '5000',
    'transaction.remove.expired.transaction.cleanup.interval.ms': '1000',
  };

  test('is forgotten with a tombstone, and its producer is unknown from then on', async () => {
    const world = await new TransactionWorld(2, EXPIRY).start();
    init(world, 60000);
    await world.clock.advance(4999);
    expect(stateOf(world)).toBe('Empty');
    await world.clock.advance(1);
    expect(world.coordinator.describe('tx').error).toBe('TRANSACTIONAL_ID_NOT_FOUND');
    expect(world.history()).toEqual(['Empty 1000/0', 'tombstone']);
    expect(world.eventsOf('txn.stateChanged').at(-1)).toMatchObject({
      from: 'Empty',
      to: 'Dead',
      cause: 'expired',
      logPartition: 0,
      logOffset: 1,
    });
    const producer = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0 };
    const end = { ...producer, commit: false, transactionVersion: 2 };
    expect(world.coordinator.endTransaction(end).error).toBe('INVALID_PRODUCER_ID_MAPPING');
    expect(init(world, 60000)).toMatchObject({ producerId: 1001, producerEpoch: 0 });
    await world.restart();
    expect(world.coordinator.describe('tx').transaction).toMatchObject({ producerId: 1001 });
  });

  test('lives on with every use, and while it has a transaction', async () => {
    const world = await new TransactionWorld(2, EXPIRY).start();
    init(world, 60000);
    await world.clock.advance(4000);
    open(world);
    await world.clock.advance(20_000);
    expect(stateOf(world)).toBe('Ongoing');
    const end = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0, commit: true };
    world.coordinator.endTransaction({ ...end, transactionVersion: 2 });
    await world.clock.advance(4000);
    expect(stateOf(world)).toBe('CompleteCommit');
    await world.clock.advance(2000);
    expect(world.coordinator.describe('tx').error).toBe('TRANSACTIONAL_ID_NOT_FOUND');
  });

  test('is kept when the tombstone cannot be written', async () => {
    const world = await new TransactionWorld(2, EXPIRY).start();
    init(world, 60000);
    world.log.refusals.push('NOT_ENOUGH_REPLICAS');
    await world.clock.advance(5500);
    expect(stateOf(world)).toBe('Empty');
    await world.clock.advance(1000);
    expect(world.coordinator.describe('tx').error).toBe('TRANSACTIONAL_ID_NOT_FOUND');
  });

  test('goes together with others, in batches that a log accepts', async () => {
    const world = await new TransactionWorld(2, EXPIRY).start();
    for (let i = 0; i < 20; i++) init(world, 60000, `tx-${i}`);
    await world.clock.advance(6000);
    expect(world.coordinator.transactions()).toEqual([]);
    const batches = [...world.log.readAll({ topic: '__transaction_state', partition: 0 })];
    expect(batches.at(-1)).toMatchObject({ recordCount: 20, baseSequence: -1 });
    const long = Array.from({ length: 30 }, (_, i) => `${i}`.padStart(20_000, 'x'));
    const split = tombstoneBatches(long);
    expect(split.flat()).toEqual(long);
    expect(split.length).toBe(3);
    expect(tombstoneBatches([])).toEqual([]);
  });
});
