import { describe, expect, test } from 'vitest';
import { ClientError, errorOf } from '#core/client/client-error.ts';
import type { ProducerStateNotice } from '#core/client/client-observer.ts';
import { outcomeOf } from '#core/client/producer/transaction-outcomes.ts';
import type { TransactionState } from '#core/client/producer/transaction-state.ts';
import { ENTERED_FROM, isTransitionValid } from '#core/client/producer/transaction-state.ts';
import { TransactionStateMachine } from '#core/client/producer/transaction-state-machine.ts';

const STATES = Object.keys(ENTERED_FROM) as TransactionState[];

/** Java's table, target by target. */
const ALLOWED: { readonly [target in TransactionState]: readonly TransactionState[] } = {
  UNINITIALIZED: ['READY', 'ABORTABLE_ERROR'],
  INITIALIZING: ['UNINITIALIZED', 'COMMITTING_TRANSACTION', 'ABORTING_TRANSACTION'],
  READY: ['INITIALIZING', 'COMMITTING_TRANSACTION', 'ABORTING_TRANSACTION'],
  IN_TRANSACTION: ['READY'],
  COMMITTING_TRANSACTION: ['IN_TRANSACTION'],
  ABORTING_TRANSACTION: ['IN_TRANSACTION', 'ABORTABLE_ERROR'],
  ABORTABLE_ERROR: ['IN_TRANSACTION', 'COMMITTING_TRANSACTION', 'ABORTABLE_ERROR', 'INITIALIZING'],
  FATAL_ERROR: STATES,
};

test.each(STATES)('%s is entered from where Java enters it, and from nowhere else', (target) => {
  const sources = STATES.filter((source) => isTransitionValid(source, target));
  expect(sources.sort()).toEqual([...ALLOWED[target]].sort());
});

describe('an illegal transition', () => {
  test('by the application is refused and changes nothing', () => {
    const machine = new TransactionStateMachine('id', () => undefined);
    expect(() => machine.transitionTo('IN_TRANSACTION', 'application')).toThrow(
      'TransactionalId id: Invalid transition attempted from state UNINITIALIZED to state IN_TRANSACTION',
    );
    expect(machine.state).toBe('UNINITIALIZED');
  });

  test('by the sender ends the producer for good', () => {
    const machine = new TransactionStateMachine('id', () => undefined);
    expect(() => machine.transitionTo('READY', 'sender')).toThrow(/Invalid transition/);
    expect(machine.state).toBe('FATAL_ERROR');
    expect(() => machine.failIfInError()).toThrow(/because of previous invalid state transition attempt/);
  });
});

describe('after an error, further calls', () => {
  function failed(error: Error, state: 'ABORTABLE_ERROR' | 'FATAL_ERROR'): TransactionStateMachine {
    const machine = new TransactionStateMachine('id', () => undefined);
    machine.transitionTo('INITIALIZING', 'application');
    machine.setProducer({ producerId: 5, epoch: 2 });
    machine.transitionTo(state, 'sender', error);
    return machine;
  }

  test('throw ProducerFencedException anew', () => {
    expect(() => failed(errorOf('PRODUCER_FENCED'), 'FATAL_ERROR').failIfInError()).toThrow(
      "Producer with transactionalId 'id' and ProducerIdAndEpoch(producerId=5, epoch=2) has been fenced by another producer with the same transactionalId",
    );
  });

  test('throw InvalidProducerEpochException anew', () => {
    expect(() => failed(errorOf('INVALID_PRODUCER_EPOCH'), 'ABORTABLE_ERROR').failIfInError()).toThrow(
      /attempted to produce with an old epoch$/,
    );
  });

  test('throw KafkaException with any other error as its cause', () => {
    const cause = new ClientError('CommitFailedException', 'x');
    try {
      failed(cause, 'ABORTABLE_ERROR').failIfInError();
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ exception: 'KafkaException', cause });
    }
  });
});

test('each change of state, id or epoch is announced once', () => {
  const notices: ProducerStateNotice[] = [];
  const machine = new TransactionStateMachine('id', (notice) => notices.push(notice));
  machine.transitionTo('INITIALIZING', 'application');
  machine.setProducer({ producerId: 1, epoch: 0 });
  machine.setProducer({ producerId: 1, epoch: 0 });
  machine.transitionTo('READY', 'sender');
  expect(notices.map(({ state, producerId, producerEpoch }) => [state, producerId, producerEpoch])).toEqual([
    ['INITIALIZING', -1, -1],
    ['INITIALIZING', 1, 0],
    ['READY', 1, 0],
  ]);
});

describe('an error of the coordinator', () => {
  test.each([
    ['EndTxn', 'PRODUCER_FENCED', 'fenced'],
    ['EndTxn', 'INVALID_PRODUCER_EPOCH', 'fenced'],
    ['EndTxn', 'INVALID_TXN_STATE', 'fatal'],
    ['EndTxn', 'CONCURRENT_TRANSACTIONS', 'retry'],
    ['EndTxn', 'NOT_COORDINATOR', 'lookup'],
    ['EndTxn', 'UNKNOWN_PRODUCER_ID', 'abortableWithBump'],
    ['EndTxn', 'TRANSACTION_ABORTABLE', 'abortable'],
    ['InitProducerId', 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED', 'abortable'],
    ['InitProducerId', 'INVALID_TRANSACTION_TIMEOUT', 'unexpected'],
    ['InitProducerId', 'COORDINATOR_LOAD_IN_PROGRESS', 'retry'],
    ['AddPartitionsToTxn', 'UNKNOWN_TOPIC_OR_PARTITION', 'retry'],
    ['AddPartitionsToTxn', 'TOPIC_AUTHORIZATION_FAILED', 'partition'],
    ['AddPartitionsToTxn', 'INVALID_REQUEST', 'partition'],
    ['AddPartitionsToTxn', 'INVALID_PRODUCER_ID_MAPPING', 'fatal'],
    ['AddOffsetsToTxn', 'GROUP_AUTHORIZATION_FAILED', 'abortable'],
    ['TxnOffsetCommit', 'REQUEST_TIMED_OUT', 'lookup'],
    ['TxnOffsetCommit', 'ILLEGAL_GENERATION', 'commitFailed'],
    ['TxnOffsetCommit', 'FENCED_INSTANCE_ID', 'abortable'],
    ['TxnOffsetCommit', 'UNSUPPORTED_FOR_MESSAGE_FORMAT', 'fatal'],
    ['FindCoordinator', 'COORDINATOR_NOT_AVAILABLE', 'retry'],
    ['FindCoordinator', 'INVALID_REQUEST', 'unexpected'],
  ] as const)('in the answer to %s: %s is %s', (api, error, outcome) => {
    expect(outcomeOf(api, error)).toBe(outcome);
  });
});
