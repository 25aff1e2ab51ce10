/**
 * What becomes of a batch when its answer is there, or when there will be none: done, sent again, split, or failed.
 * (source: Sender.completeBatch, canRetry, failBatch)
 */
import type { Clock } from '#core/base/clock.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { Metadata } from '../network/metadata.ts';
import { nameOf } from './batch-factory.ts';
import type { BatchFate } from './batch-fate.ts';
import type { Callbacks } from './callbacks.ts';
import type { BatchAnswer } from './produce-response.ts';
import { batchError, recordErrors } from './produce-response.ts';
import type { ProducerBatch } from './producer-batch.ts';
import type { ProducerMetrics } from './producer-metrics.ts';
import type { RecordAccumulator } from './record-accumulator.ts';
import type { TransactionManager } from './transaction-manager.ts';

export interface BatchCompletionOptions {
  readonly retries: number;
  readonly guaranteesOrder: boolean;
  /** Called when a batch that was split can be sent. */
  readonly onSplit: () => void;
}

export interface BatchCompletionParts {
  readonly metadata: Metadata;
  readonly accumulator: RecordAccumulator;
  readonly callbacks: Callbacks;
  readonly metrics: ProducerMetrics;
  readonly observer: ClientObserver;
  /** For an idempotent producer. */
  readonly transactions: { readonly manager: TransactionManager; readonly fate: BatchFate } | undefined;
}

export class BatchCompletion {
  readonly #clock: Clock;
  readonly #parts: BatchCompletionParts;
  readonly #options: BatchCompletionOptions;

  constructor(clock: Clock, parts: BatchCompletionParts, options: BatchCompletionOptions) {
    this.#clock = clock;
    this.#parts = parts;
    this.#options = options;
  }

  /** The batch was answered, or its request failed as a whole. */
  complete(batch: ProducerBatch, answer: BatchAnswer): void {
    const { accumulator, metrics } = this.#parts;
    const { error } = answer;
    if (this.#options.guaranteesOrder) accumulator.unmute(batch.key);
    if (error === 'MESSAGE_TOO_LARGE' && batch.recordCount > 1 && !batch.isDone) {
      metrics.split();
      void accumulator.splitAndReenqueue(batch).then(this.#options.onSplit);
      return;
    }
    const isWritten = error === 'NONE' || error === 'DUPLICATE_SEQUENCE_NUMBER';
    if (!isWritten && this.#canRetry(batch, answer)) this.#retry(batch, answer);
    else if (isWritten) this.#succeed(batch, answer);
    else this.fail(batch, answer, batch.attempts < this.#options.retries);
    if (ERRORS[error].refreshesMetadata) this.#refreshMetadata(batch, answer);
  }

  #succeed(batch: ProducerBatch, { baseOffset, logAppendTimeMs }: BatchAnswer): void {
    const { accumulator, callbacks, transactions } = this.#parts;
    transactions?.fate.succeeded(batch, baseOffset);
    if (batch.complete(baseOffset, logAppendTimeMs, callbacks)) this.#announce(batch, 'NONE', baseOffset);
    accumulator.complete(batch);
  }

  #retry(batch: ProducerBatch, { error }: BatchAnswer): void {
    const { accumulator, metrics, observer } = this.#parts;
    const delayMs = accumulator.reenqueue(batch, this.#clock.monotonicMs());
    metrics.retried(batch.topic, batch.recordCount);
    observer.onBatchRetried?.({ ...nameOf(batch), error, attempt: batch.sendCount, delayMs });
  }

  #canRetry(batch: ProducerBatch, { error, logStartOffset }: BatchAnswer): boolean {
    const { accumulator, transactions } = this.#parts;
    if (batch.isDone || batch.attempts >= this.#options.retries) return false;
    const { deliveryTimeoutMs } = accumulator.options;
    if (batch.hasReachedDeliveryTimeout(deliveryTimeoutMs, this.#clock.monotonicMs())) return false;
    return transactions?.fate.canRetry(batch, error, logStartOffset) ?? ERRORS[error].retriable;
  }

  /** The batch has failed for good; `wasNotWritten` says that its sequences may be given to others. */
  fail(batch: ProducerBatch, answer: BatchAnswer, wasNotWritten: boolean): void {
    const { accumulator, callbacks, metrics, transactions } = this.#parts;
    if (batch.fail(recordErrors(batch, answer), callbacks)) {
      const exception = batchError(batch, answer);
      metrics.failed(batch.recordCount, batch.topic);
      this.#announce(batch, answer.error, -1, exception);
      try {
        transactions?.fate.failed(batch, exception, wasNotWritten);
      } catch (error) {
        // An illegal transition has made the producer unusable already, and says so with every further call.
        if (transactions?.manager.machine.hasFatalError !== true) throw error;
      }
    }
    accumulator.complete(batch);
  }

  #announce(batch: ProducerBatch, error: BatchAnswer['error'], baseOffset: number, exception?: Error): void {
    this.#parts.observer.onBatchCompleted?.({
      ...nameOf(batch),
      error,
      exception,
      baseOffset,
      recordCount: batch.recordCount,
      attempts: batch.sendCount,
    });
  }

  #refreshMetadata(batch: ProducerBatch, { error, currentLeader }: BatchAnswer): void {
    const { metadata } = this.#parts;
    const { leaderId, leaderEpoch } = currentLeader;
    const isMoved = error === 'NOT_LEADER_OR_FOLLOWER' || error === 'FENCED_LEADER_EPOCH';
    if (isMoved && leaderId >= 0 && leaderEpoch >= 0) {
      metadata.updateLeader({
        topic: batch.topic,
        partition: batch.partition,
        leader: leaderId,
        leaderEpoch,
      });
    }
    metadata.requestUpdate();
  }
}
