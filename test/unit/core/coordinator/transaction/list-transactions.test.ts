import { beforeEach, describe, expect, test } from 'vitest';
import type { TransactionFilter } from '#core/coordinator/transaction/list-transactions.ts';
import { TransactionWorld } from '../../../../support/transaction-world.ts';

const EVERYTHING: TransactionFilter = { states: [], producerIds: [], durationMs: -1, pattern: null };
let world: TransactionWorld;

/** Three ids: `a` empty, `b` open for 500 ms, `c` aborted. */
beforeEach(async () => {
  world = await new TransactionWorld(2).start();
  for (const transactionalId of ['a', 'b', 'c']) {
    world.coordinator.initProducerId({
      transactionalId,
      timeoutMs: 60000,
      producerId: -1,
      producerEpoch: -1,
    });
  }
  const partitions = [
    { topic: 'orders', partition: 1 },
    { topic: 'orders', partition: 0 },
  ];
  const b = { transactionalId: 'b', producerId: 1001, producerEpoch: 0 };
  world.coordinator.addPartitions({ ...b, partitions, clientTransactionVersion: 2 });
  const c = { transactionalId: 'c', producerId: 1002, producerEpoch: 0, commit: false };
  world.coordinator.endTransaction({ ...c, transactionVersion: 2 });
  await world.clock.advance(500);
});

function ids(filter: Partial<TransactionFilter>): string[] {
  return world.coordinator
    .list({ ...EVERYTHING, ...filter })
    .transactions.map(({ transactionalId }) => transactionalId);
}

describe('listing', () => {
  test('names every id with its producer id and state', () => {
    expect(world.coordinator.list(EVERYTHING)).toEqual({
      error: 'NONE',
      unknownStates: [],
      transactions: [
        { transactionalId: 'a', producerId: 1000, state: 'Empty' },
        { transactionalId: 'b', producerId: 1001, state: 'Ongoing' },
        { transactionalId: 'c', producerId: 1002, state: 'CompleteAbort' },
      ],
    });
  });

  test('by state; unknown names match nothing and are answered', () => {
    expect(ids({ states: ['Empty', 'Ongoing'] })).toEqual(['a', 'b']);
    expect(world.coordinator.list({ ...EVERYTHING, states: ['Nope', 'Empty', 'Dead'] })).toMatchObject({
      unknownStates: ['Nope'],
      transactions: [{ transactionalId: 'a' }],
    });
    expect(ids({ states: ['Nope'] })).toEqual([]);
  });

  test('by producer id', () => {
    expect(ids({ producerIds: [1001, 1002, 5] })).toEqual(['b', 'c']);
  });

  test('by duration; an id that was never in a transaction counts as open since the epoch', () => {
    expect(ids({ durationMs: 499 })).toEqual(['a', 'b', 'c']);
    expect(ids({ durationMs: 500 })).toEqual(['a']);
    expect(ids({ durationMs: 1e13 })).toEqual([]);
  });

  test('by pattern, which must be one', () => {
    expect(ids({ pattern: '[bc]' })).toEqual(['b', 'c']);
    expect(ids({ pattern: '' })).toEqual(['a', 'b', 'c']);
    expect(world.coordinator.list({ ...EVERYTHING, pattern: '(' })).toEqual({
      error: 'INVALID_REGULAR_EXPRESSION',
      unknownStates: [],
      transactions: [],
    });
  });

  test('by all of them together', () => {
    expect(ids({ states: ['Ongoing', 'Empty'], producerIds: [1001], pattern: '.*', durationMs: 0 })).toEqual([
      'b',
    ]);
  });

  test('waits for partitions that are being read, and for the coordinator to start', async () => {
    for (let i = 0; i < 2100; i++) {
      world.coordinator.initProducerId({
        transactionalId: 'a',
        timeoutMs: 1,
        producerId: -1,
        producerEpoch: -1,
      });
    }
    world.coordinator.close();
    expect(world.coordinator.list(EVERYTHING).error).toBe('COORDINATOR_NOT_AVAILABLE');
    world.coordinator.start();
    const loaded = world.coordinator.onElection(0, 9);
    expect(world.coordinator.list(EVERYTHING).error).toBe('COORDINATOR_LOAD_IN_PROGRESS');
    expect(world.coordinator.describe('a').error).toBe('COORDINATOR_LOAD_IN_PROGRESS');
    await world.settle();
    await loaded;
    expect(world.coordinator.list(EVERYTHING).error).toBe('NONE');
  });
});

describe('describing', () => {
  test('tells everything about an id', () => {
    expect(world.coordinator.describe('b')).toEqual({
      error: 'NONE',
      transaction: {
        transactionalId: 'b',
        state: 'Ongoing',
        producerId: 1001,
        producerEpoch: 0,
        timeoutMs: 60000,
        startedAtMs: world.clock.nowMs() - 500,
        lastUpdateMs: world.clock.nowMs() - 500,
        partitions: [
          { topic: 'orders', partition: 0 },
          { topic: 'orders', partition: 1 },
        ],
        clientTransactionVersion: 2,
        isCompleting: false,
        coordinatorPartition: 0,
        coordinatorEpoch: 0,
        logOffset: 3,
      },
    });
    expect(world.coordinator.transactions().map(({ transactionalId }) => transactionalId)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test.each([
    ['never', 'TRANSACTIONAL_ID_NOT_FOUND'],
    ['', 'INVALID_REQUEST'],
  ])('%j is %s', (transactionalId, error) => {
    expect(world.coordinator.describe(transactionalId)).toEqual({ error, transaction: undefined });
  });
});
