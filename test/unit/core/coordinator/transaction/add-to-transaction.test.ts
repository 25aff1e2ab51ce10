import { describe, expect, test } from 'vitest';
import type { ErrorName } from '#core/protocol/errors.ts';
import { TransactionWorld } from '../../../../support/transaction-world.ts';

const ORDERS = [0, 1, 2].map((partition) => ({ topic: 'orders', partition }));
const [ORDERS_0, ORDERS_1, ORDERS_2] = ORDERS as [(typeof ORDERS)[0], (typeof ORDERS)[0], (typeof ORDERS)[0]];

interface Given {
  readonly transactionalId?: string;
  readonly producerId?: number;
  readonly producerEpoch?: number;
  readonly clientTransactionVersion?: number;
}

async function ready(): Promise<TransactionWorld> {
  const world = await new TransactionWorld(2).start();
  world.coordinator.initProducerId({
    transactionalId: 'tx',
    timeoutMs: 60000,
    producerId: -1,
    producerEpoch: -1,
  });
  return world;
}

function add(world: TransactionWorld, partitions: typeof ORDERS, given: Given = {}): ErrorName {
  const producer = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0 };
  return world.coordinator.addPartitions({ ...producer, partitions, clientTransactionVersion: 0, ...given });
}

function verify(world: TransactionWorld, partitions: typeof ORDERS, given: Given = {}): readonly ErrorName[] {
  const producer = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0 };
  return world.coordinator.verifyPartitions({ ...producer, partitions, ...given });
}

function end(world: TransactionWorld, commit: boolean): void {
  const producer = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0 };
  world.coordinator.endTransaction({ ...producer, commit, transactionVersion: 0 });
}

describe('adding', () => {
  test.each([
    [{ transactionalId: '' }, 'INVALID_REQUEST'],
    [{ transactionalId: 'never' }, 'INVALID_PRODUCER_ID_MAPPING'],
    [{ producerId: 5 }, 'INVALID_PRODUCER_ID_MAPPING'],
    [{ producerEpoch: 1 }, 'PRODUCER_FENCED'],
    [{ producerEpoch: -1 }, 'PRODUCER_FENCED'],
  ])('%j answers %s', async (given, error) => {
    const world = await ready();
    expect(add(world, [ORDERS_0], given)).toBe(error);
    expect(world.records()).toHaveLength(1);
  });

  test('the first partition opens the transaction and starts its time; later ones do not', async () => {
    const world = await ready();
    const openedAtMs = world.clock.nowMs();
    add(world, [ORDERS_1]);
    await world.clock.advance(500);
    add(world, [ORDERS_0, ORDERS_1]);
    expect(world.records().slice(1)).toMatchObject([
      { state: 'Ongoing', partitions: [ORDERS_1], startedAtMs: openedAtMs, lastUpdateMs: openedAtMs },
      {
        state: 'Ongoing',
        partitions: [ORDERS_0, ORDERS_1],
        startedAtMs: openedAtMs,
        lastUpdateMs: openedAtMs + 500,
      },
    ]);
  });

  test('what is there already is not written again', async () => {
    const world = await ready();
    add(world, [ORDERS_0, ORDERS_1]);
    expect(add(world, [ORDERS_1], { clientTransactionVersion: 2 })).toBe('NONE');
    expect(add(world, [])).toBe('NONE');
    expect(world.records()).toHaveLength(2);
  });

  test('an empty list opens a transaction, as in Kafka', async () => {
    const world = await ready();
    expect(add(world, [])).toBe('NONE');
    expect(world.coordinator.describe('tx').transaction).toMatchObject({ state: 'Ongoing', partitions: [] });
  });

  test('after an end starts from nothing', async () => {
    const world = await ready();
    add(world, [ORDERS_0]);
    end(world, true);
    await world.settle(100);
    const openedAtMs = world.clock.nowMs();
    add(world, [ORDERS_2], { clientTransactionVersion: 2 });
    expect(world.records().at(-1)).toMatchObject({
      state: 'Ongoing',
      partitions: [ORDERS_2],
      startedAtMs: openedAtMs,
      clientTransactionVersion: 2,
    });
  });

  test('waits while an outcome is being written, whoever asks', async () => {
    const world = await ready();
    world.markerDelayMs = 50;
    add(world, [ORDERS_0]);
    end(world, true);
    expect(add(world, [ORDERS_1])).toBe('CONCURRENT_TRANSACTIONS');
    expect(add(world, [ORDERS_1], { producerId: 5 })).toBe('CONCURRENT_TRANSACTIONS');
    expect(add(world, [ORDERS_1], { producerEpoch: 5 })).toBe('CONCURRENT_TRANSACTIONS');
    await world.settle(50);
    expect(add(world, [ORDERS_1])).toBe('NONE');
  });

  test('waits when the outcome was given up half-way, too', async () => {
    const world = await ready();
    add(world, [ORDERS_0]);
    end(world, true);
    world.log.refusals.push('MESSAGE_TOO_LARGE');
    await world.settle();
    expect(world.coordinator.describe('tx').transaction).toMatchObject({
      state: 'PrepareCommit',
      isCompleting: false,
    });
    expect(add(world, [ORDERS_1])).toBe('CONCURRENT_TRANSACTIONS');
    expect(add(world, [ORDERS_1], { producerEpoch: 5 })).toBe('PRODUCER_FENCED');
  });

  test('changes nothing when the record cannot be written', async () => {
    const world = await ready();
    world.log.refusals.push('KAFKA_STORAGE_ERROR');
    expect(add(world, [ORDERS_0])).toBe('NOT_COORDINATOR');
    expect(world.coordinator.describe('tx').transaction?.state).toBe('Empty');
  });
});

describe('verifying', () => {
  test.each([
    [{ transactionalId: '' }, 'INVALID_REQUEST'],
    [{ transactionalId: 'never' }, 'INVALID_PRODUCER_ID_MAPPING'],
    [{ producerId: 5 }, 'INVALID_PRODUCER_ID_MAPPING'],
    [{ producerEpoch: 1 }, 'PRODUCER_FENCED'],
  ])('%j answers %s for every partition', async (given, error) => {
    expect(verify(await ready(), [ORDERS_0, ORDERS_1], given)).toEqual([error, error]);
  });

  test('tells partitions of the transaction from others', async () => {
    const world = await ready();
    expect(verify(world, [ORDERS_0])).toEqual(['TRANSACTION_ABORTABLE']);
    add(world, [ORDERS_0, ORDERS_2]);
    expect(verify(world, ORDERS)).toEqual(['NONE', 'TRANSACTION_ABORTABLE', 'NONE']);
    end(world, true);
    expect(verify(world, [ORDERS_0])).toEqual(['CONCURRENT_TRANSACTIONS']);
    await world.settle();
    expect(verify(world, [ORDERS_0])).toEqual(['TRANSACTION_ABORTABLE']);
  });

  test('says when this is not the coordinator', async () => {
    const world = await ready();
    world.coordinator.onResignation(0);
    expect(verify(world, [ORDERS_0])).toEqual(['NOT_COORDINATOR']);
    expect(world.coordinator.availability('tx')).toBe('NOT_COORDINATOR');
  });
});
