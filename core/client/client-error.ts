/**
 * What the clients throw, by the name of Java's exception.
 *
 * Most exceptions stand for an error code and come from the ERRORS table. A few exist only in the client; they are listed
 * here. Whether an exception is an ApiException matters to send(): such a one fails the record's promise and puts an open
 * transaction into its error state, any other is the caller's to handle and changes nothing.
 * (source: org.apache.kafka.common.errors)
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';

interface ClientExceptionRow {
  /** The code it is closest to; Java maps exceptions without one to UNKNOWN_SERVER_ERROR. */
  readonly error: ErrorName;
  readonly retriable: boolean;
  readonly isApiException: boolean;
  readonly says: string;
  readonly hint: string;
}

/** Exceptions that no error code stands for. */
export const CLIENT_EXCEPTIONS = {
  KafkaException: {
    error: 'UNKNOWN_SERVER_ERROR',
    retriable: false,
    isApiException: false,
    says: 'The client cannot do this; the cause says why.',
    hint: 'Read the cause.',
  },
  AuthenticationException: {
    error: 'UNKNOWN_SERVER_ERROR',
    retriable: false,
    isApiException: true,
    says: 'The request was given up because the client is not authorised.',
    hint: 'Grant what the cause names.',
  },
  BufferExhaustedException: {
    error: 'REQUEST_TIMED_OUT',
    retriable: true,
    isApiException: true,
    says: 'The records waiting to be sent use up buffer.memory, and none was freed within max.block.ms. In Java it is a subclass of TimeoutException.',
    hint: 'Send more slowly, or raise buffer.memory.',
  },
  CommitFailedException: {
    error: 'UNKNOWN_SERVER_ERROR',
    retriable: false,
    isApiException: false,
    says: 'The offsets were not committed because the group has given the partitions to somebody else.',
    hint: 'Poll more often, or take fewer records at once; after a failed transaction abort it and seek back.',
  },
  InvalidOffsetException: {
    error: 'UNKNOWN_SERVER_ERROR',
    retriable: false,
    isApiException: true,
    says: 'A partition has no valid offset to read from.',
    hint: 'Seek to one.',
  },
  LogTruncationException: {
    error: 'UNKNOWN_SERVER_ERROR',
    retriable: false,
    isApiException: true,
    says: 'The log was cut behind the position after a change of leader.',
    hint: 'Seek to an offset that exists.',
  },
  NoOffsetForPartitionException: {
    error: 'UNKNOWN_SERVER_ERROR',
    retriable: false,
    isApiException: true,
    says: 'The group has no committed offset for the partition, and auto.offset.reset is none.',
    hint: 'Seek, commit an offset, or set auto.offset.reset to earliest or latest.',
  },
  RetriableCommitFailedException: {
    error: 'UNKNOWN_SERVER_ERROR',
    retriable: true,
    isApiException: true,
    says: 'Offset commit failed with a retriable exception. You should retry committing the latest consumed offsets.',
    hint: 'Commit the newest positions; an older commit need not be repeated.',
  },
  TransactionAbortedException: {
    error: 'UNKNOWN_SERVER_ERROR',
    retriable: false,
    isApiException: true,
    says: 'The record was not sent because its transaction was aborted.',
    hint: 'Send it again in the next transaction if it is still wanted.',
  },
  WakeupException: {
    error: 'UNKNOWN_SERVER_ERROR',
    retriable: false,
    isApiException: false,
    says: 'wakeup() was called while the consumer waited.',
    hint: 'Nothing; it is how a waiting consumer is stopped.',
  },
} as const satisfies { readonly [exception: string]: ClientExceptionRow };

/** The name of an exception that exists only in the client. */
export type ClientException = keyof typeof CLIENT_EXCEPTIONS;

/** An exception that exists only in the client. Everything else is a KafkaError named by its code. */
export class ClientError extends KafkaError {
  readonly #exception: ClientException;

  constructor(exception: ClientException, message?: string, options?: ErrorOptions) {
    super(CLIENT_EXCEPTIONS[exception].error, message ?? CLIENT_EXCEPTIONS[exception].says, options);
    this.#exception = exception;
  }

  override get exception(): ClientException {
    return this.#exception;
  }
  override get retriable(): boolean {
    return CLIENT_EXCEPTIONS[this.#exception].retriable;
  }
}

/** The KafkaError of a code, with the broker's own words when it sent some. */
export function errorOf(error: ErrorName, message?: string | null): KafkaError {
  return new KafkaError(error, message ?? ERRORS[error].says);
}

/** True for what Java calls an ApiException: everything with a code, and some that exist only in the client. */
export function isApiException(error: unknown): error is KafkaError {
  if (error instanceof ClientError) return CLIENT_EXCEPTIONS[error.exception].isApiException;
  return error instanceof KafkaError;
}
