import { describe, expect, test } from 'vitest';
import { TransactionWorld } from '../../../../support/transaction-world.ts';

const PRODUCER = { transactionalId: 'tx', producerId: 1000, producerEpoch: 0 };
const INIT = { transactionalId: 'tx', timeoutMs: 60000, producerId: -1, producerEpoch: -1 };
const PARTITIONS = [{ topic: 'orders', partition: 0 }];

describe('every change of state is announced', () => {
  test('with its cause and the place of its record', async () => {
    const world = await new TransactionWorld(2).start();
    world.coordinator.initProducerId(INIT);
    world.coordinator.addPartitions({ ...PRODUCER, partitions: PARTITIONS, clientTransactionVersion: 2 });
    const startedAtMs = world.clock.nowMs();
    world.coordinator.endTransaction({ ...PRODUCER, commit: true, transactionVersion: 2 });
    await world.settle();
    const common = { transactionalId: 'tx', producerId: 1000, timeoutMs: 60000, logPartition: 0 };
    expect(world.eventsOf('txn.stateChanged')).toEqual([
      {
        ...common,
        from: 'Empty',
        to: 'Empty',
        cause: 'initProducerId',
        producerEpoch: 0,
        startedAtMs: -1,
        partitions: [],
        logOffset: 0,
      },
      {
        ...common,
        from: 'Empty',
        to: 'Ongoing',
        cause: 'addPartitions',
        producerEpoch: 0,
        startedAtMs,
        partitions: ['orders-0'],
        logOffset: 1,
      },
      {
        ...common,
        from: 'Ongoing',
        to: 'PrepareCommit',
        cause: 'endTxn',
        producerEpoch: 1,
        startedAtMs,
        partitions: ['orders-0'],
        logOffset: 2,
      },
      {
        ...common,
        from: 'PrepareCommit',
        to: 'CompleteCommit',
        cause: 'markersWritten',
        producerEpoch: 1,
        startedAtMs,
        partitions: [],
        logOffset: 3,
      },
    ]);
  });

  test('with "fence" when a newer producer ends it', async () => {
    const world = await new TransactionWorld(2).start();
    world.coordinator.initProducerId(INIT);
    world.coordinator.addPartitions({ ...PRODUCER, partitions: PARTITIONS, clientTransactionVersion: 2 });
    world.coordinator.initProducerId(INIT);
    expect(world.eventsOf('txn.stateChanged').at(-1)).toMatchObject({
      from: 'Ongoing',
      to: 'PrepareAbort',
      cause: 'fence',
      producerEpoch: 1,
    });
    expect(world.eventsOf('txn.refused')).toMatchObject([
      { api: 'InitProducerId', errorCode: 51, state: 'Ongoing', currentEpoch: 0 },
    ]);
  });

  test('with "loaded" for what was found in the log', async () => {
    const world = await new TransactionWorld(2).start();
    world.coordinator.initProducerId(INIT);
    await world.restart();
    expect(world.eventsOf('txn.stateChanged').at(-1)).toMatchObject({
      from: 'Empty',
      to: 'Empty',
      cause: 'loaded',
      logOffset: 0,
    });
  });
});

describe('every refusal is announced', () => {
  test('with who asked, and what stands', async () => {
    const world = await new TransactionWorld(2).start();
    const { coordinator } = world;
    coordinator.initProducerId(INIT);
    coordinator.initProducerId(INIT);
    coordinator.addPartitions({
      ...PRODUCER,
      partitions: PARTITIONS,
      clientTransactionVersion: 2,
      api: 'Produce',
    });
    coordinator.endTransaction({ ...PRODUCER, commit: true, transactionVersion: 2 });
    coordinator.verifyPartitions({ ...PRODUCER, partitions: PARTITIONS });
    coordinator.initProducerId({ ...INIT, ...PRODUCER });
    coordinator.endTransaction({
      ...PRODUCER,
      transactionalId: 'never',
      commit: true,
      transactionVersion: 2,
    });
    const zombie = { ...PRODUCER, currentProducerId: 1000, currentEpoch: 1, state: 'Empty', errorCode: 90 };
    expect(world.eventsOf('txn.refused')).toEqual([
      { ...zombie, api: 'Produce' },
      { ...zombie, api: 'EndTxn' },
      { ...zombie, api: 'AddPartitionsToTxn' },
      { ...zombie, api: 'InitProducerId' },
      {
        ...PRODUCER,
        transactionalId: 'never',
        api: 'EndTxn',
        currentProducerId: -1,
        currentEpoch: -1,
        state: '',
        errorCode: 49,
      },
    ]);
  });

  test('also when nobody answers for the id', async () => {
    const world = await new TransactionWorld(2).start();
    world.coordinator.onResignation(0);
    world.coordinator.initProducerId(INIT);
    expect(world.eventsOf('txn.refused')).toMatchObject([{ errorCode: 16, state: '' }]);
  });
});
