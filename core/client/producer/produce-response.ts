import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import type { KafkaError } from '#core/protocol/kafka-error.ts';
import type { Produce } from '#core/protocol/messages/00-produce.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { ClientError, errorOf } from '../client-error.ts';
import type { ProducerBatch } from './producer-batch.ts';

/** What a broker answered about one batch. */
export interface BatchAnswer {
  readonly error: ErrorName;
  /** −1 when there is none. */
  readonly baseOffset: number;
  readonly logAppendTimeMs: number;
  readonly logStartOffset: number;
  readonly message: string | null;
  readonly recordErrors: readonly { readonly batchIndex: number; readonly message: string | null }[];
  /** The leader by now, when the broker said so. */
  readonly currentLeader: { readonly leaderId: number; readonly leaderEpoch: number };
}

/** The answer about a partition, as it came. */
export function answerOf(
  partition: ResponseOf<typeof Produce>['responses'][number]['partitionResponses'][number],
): BatchAnswer {
  return {
    error: errorName(partition.errorCode),
    baseOffset: partition.baseOffset,
    logAppendTimeMs: partition.logAppendTimeMs,
    logStartOffset: partition.logStartOffset,
    message: partition.errorMessage,
    recordErrors: partition.recordErrors.map(({ batchIndex, batchIndexErrorMessage }) => ({
      batchIndex,
      message: batchIndexErrorMessage,
    })),
    currentLeader: partition.currentLeader,
  };
}

/** The answer that is none: the request failed as a whole, or none was asked for. */
export function noAnswer(error: ErrorName, message: string | null = null): BatchAnswer {
  return {
    error,
    baseOffset: -1,
    logAppendTimeMs: -1,
    logStartOffset: -1,
    message,
    recordErrors: [],
    currentLeader: { leaderId: -1, leaderEpoch: -1 },
  };
}

/** The exception of a batch that failed. */
export function batchError(batch: ProducerBatch, { error, message }: BatchAnswer): KafkaError {
  if (error === 'TOPIC_AUTHORIZATION_FAILED') {
    return errorOf(error, `Not authorized to access topics: [${batch.topic}]`);
  }
  if (error === 'CLUSTER_AUTHORIZATION_FAILED') {
    return errorOf(error, 'The producer is not authorized to do idempotent sends');
  }
  return errorOf(error, message);
}

/**
 * The exception of each record: that of the batch, unless the broker named the records that were to blame. The others then get
 * one that says that they were not. (source: Sender.failBatch)
 */
export function recordErrors(batch: ProducerBatch, answer: BatchAnswer): (index: number) => Error {
  const whole = batchError(batch, answer);
  if (answer.recordErrors.length === 0) return () => whole;
  const named = new Map(
    answer.recordErrors.map(({ batchIndex, message }): [number, Error] => {
      const text = message ?? answer.message ?? ERRORS[answer.error].says;
      // With several, the code of the batch need not be that of each record.
      const error = answer.recordErrors.length === 1 ? answer.error : 'INVALID_RECORD';
      return [batchIndex, errorOf(error, text)];
    }),
  );
  const bystander = new ClientError(
    'KafkaException',
    'Failed to append record because it was part of a batch which had one more more invalid records',
  );
  return (index) => named.get(index) ?? bystander;
}
