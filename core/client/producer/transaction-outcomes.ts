/**
 * What an error in the answer to a transactional request does to the producer.
 *
 * Errors that a table does not list are retried when Java calls them retriable, and are fatal otherwise.
 * (source: TransactionManager, the handlers of its requests)
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS } from '#core/protocol/errors.ts';

export type Outcome =
  /** Send it again after the pause. */
  | 'retry'
  /** The coordinator is another one by now: find it, then send it again. */
  | 'lookup'
  /** The transaction can only be aborted. */
  | 'abortable'
  /** The transaction can only be aborted, and the epoch must be raised; fatal where the broker cannot raise it. */
  | 'abortableWithBump'
  /** As abortable, told as CommitFailedException: the group has moved on. */
  | 'commitFailed'
  /** Counts against its partition; the answer as a whole makes the transaction abortable. */
  | 'partition'
  /** The producer can only be closed: somebody has taken over. */
  | 'fenced'
  /** The producer can only be closed. */
  | 'fatal'
  /** As fatal: the answer is none that this request should have. */
  | 'unexpected';

const FENCED = { INVALID_PRODUCER_EPOCH: 'fenced', PRODUCER_FENCED: 'fenced' } as const;
const LOOKUP = { NOT_COORDINATOR: 'lookup', COORDINATOR_NOT_AVAILABLE: 'lookup' } as const;
const FATAL_FOR_THE_ID = {
  TRANSACTIONAL_ID_AUTHORIZATION_FAILED: 'fatal',
  INVALID_TXN_STATE: 'fatal',
  INVALID_PRODUCER_ID_MAPPING: 'fatal',
} as const;
const RECOVERABLE = { UNKNOWN_PRODUCER_ID: 'abortableWithBump', TRANSACTION_ABORTABLE: 'abortable' } as const;

export const TRANSACTION_OUTCOMES = {
  FindCoordinator: {
    TRANSACTIONAL_ID_AUTHORIZATION_FAILED: 'fatal',
    GROUP_AUTHORIZATION_FAILED: 'abortable',
    TRANSACTION_ABORTABLE: 'abortable',
  },
  InitProducerId: {
    ...LOOKUP,
    ...FENCED,
    TRANSACTIONAL_ID_AUTHORIZATION_FAILED: 'abortable',
    CLUSTER_AUTHORIZATION_FAILED: 'abortable',
    TRANSACTION_ABORTABLE: 'abortable',
  },
  AddPartitionsToTxn: {
    ...LOOKUP,
    ...FENCED,
    ...FATAL_FOR_THE_ID,
    ...RECOVERABLE,
    TOPIC_AUTHORIZATION_FAILED: 'partition',
    OPERATION_NOT_ATTEMPTED: 'partition',
  },
  AddOffsetsToTxn: {
    ...LOOKUP,
    ...FENCED,
    ...FATAL_FOR_THE_ID,
    ...RECOVERABLE,
    GROUP_AUTHORIZATION_FAILED: 'abortable',
  },
  TxnOffsetCommit: {
    ...LOOKUP,
    ...FENCED,
    REQUEST_TIMED_OUT: 'lookup',
    GROUP_AUTHORIZATION_FAILED: 'abortable',
    FENCED_INSTANCE_ID: 'abortable',
    TRANSACTION_ABORTABLE: 'abortable',
    UNKNOWN_MEMBER_ID: 'commitFailed',
    ILLEGAL_GENERATION: 'commitFailed',
    TRANSACTIONAL_ID_AUTHORIZATION_FAILED: 'fatal',
    UNSUPPORTED_FOR_MESSAGE_FORMAT: 'fatal',
  },
  EndTxn: {
    ...LOOKUP,
    ...FENCED,
    ...FATAL_FOR_THE_ID,
    ...RECOVERABLE,
  },
} as const satisfies { readonly [api: string]: { readonly [E in ErrorName]?: Outcome } };

export type TransactionalApi = keyof typeof TRANSACTION_OUTCOMES;

/** What `error`, which is not NONE, does. */
export function outcomeOf(api: TransactionalApi, error: ErrorName): Outcome {
  const listed: { readonly [E in ErrorName]?: Outcome } = TRANSACTION_OUTCOMES[api];
  const outcome = listed[error];
  if (outcome !== undefined) return outcome;
  if (ERRORS[error].retriable) return 'retry';
  return api === 'AddPartitionsToTxn' ? 'partition' : 'unexpected';
}

/** Errors of a Produce answer, or of send() itself, after which the producer can only be closed. */
export const FATAL_PRODUCE_ERRORS: ReadonlySet<ErrorName> = new Set([
  'CLUSTER_AUTHORIZATION_FAILED',
  'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
  'PRODUCER_FENCED',
  'UNSUPPORTED_VERSION',
  'INVALID_PRODUCER_ID_MAPPING',
]);
