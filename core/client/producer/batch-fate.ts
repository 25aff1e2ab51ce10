/**
 * What becomes of batches, and of the sequences behind them.
 *
 * A batch that succeeded moves the acknowledged sequence on. One that failed leaves a hole unless what follows is renumbered,
 * which is only allowed when it was certainly not written. Where that is not certain, an idempotent producer raises its epoch by
 * itself and counts from 0 again, and a transactional one has to abort. (source: TransactionManager, KIP-360)
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import { ClientError } from '../client-error.ts';
import type { ProducerBatch } from './producer-batch.ts';
import { NO_PRODUCER_ID } from './sequence-book.ts';
import type { TransactionManager } from './transaction-manager.ts';

const EPOCH_MAX = 32767;
const RECORDS_LOST =
  "The client hasn't received acknowledgment for some previously sent messages and can no longer retry them. ";

export class BatchFate {
  readonly #manager: TransactionManager;
  /** Partitions whose in-flight batches get new sequences with the next epoch. */
  readonly #toRewrite = new Set<string>();

  constructor(manager: TransactionManager) {
    this.#manager = manager;
  }

  /** `baseOffset` is −1 when the broker did not say. */
  succeeded(batch: ProducerBatch, baseOffset: number): void {
    this.#manager.sequences.acknowledge(batch, baseOffset);
  }

  /** `wasNotWritten` says that its sequences may be given to others. */
  failed(batch: ProducerBatch, error: Error, wasNotWritten: boolean): void {
    const { machine, sequences, isTransactional } = this.#manager;
    try {
      this.#manager.toErrorState(error);
    } finally {
      sequences.removeInFlight(batch);
    }
    if (machine.hasFatalError || !batch.hasSequence) return;
    const code = error instanceof KafkaError ? error.error : undefined;
    if (code === 'OUT_OF_ORDER_SEQUENCE_NUMBER' && !isTransactional) {
      this.#requestEpochBump(batch.key);
    } else if (code === 'UNKNOWN_PRODUCER_ID') {
      // The broker knows nothing of this producer: it takes a batch that starts at 0.
      sequences.forget(batch.key);
    } else if (wasNotWritten) {
      if (isTransactional) sequences.closeGap(batch);
      else this.#requestEpochBump(batch.key);
    }
  }

  /** The batch ran out of time after it was sent: nobody knows whether it was written. */
  expiredInFlight(batch: ProducerBatch): void {
    this.#manager.sequences.markUnresolved(batch);
  }

  /** May the batch be sent again? `logStartOffset` is that of the answer; −1 when it does not say. */
  canRetry(batch: ProducerBatch, error: ErrorName, logStartOffset: number): boolean {
    const decision =
      error === 'UNKNOWN_PRODUCER_ID'
        ? this.#canRetryUnknownProducer(batch, logStartOffset)
        : error === 'OUT_OF_ORDER_SEQUENCE_NUMBER'
          ? this.#canRetryOutOfOrder(batch)
          : undefined;
    return decision ?? ERRORS[error].retriable;
  }

  #canRetryUnknownProducer(batch: ProducerBatch, logStartOffset: number): boolean | undefined {
    const { sequences, isTransactional, producer } = this.#manager;
    if (logStartOffset === NONE || batch.hasBeenReset) return true;
    if (sequences.lastAckedOffset(batch.key) < logStartOffset) {
      // Retention removed what this producer had written, and with it the broker's memory of the producer.
      if (isTransactional) sequences.startAtBeginning(batch.key, producer);
      else this.#requestEpochBump(batch.key);
      return true;
    }
    if (isTransactional) return undefined;
    this.#requestEpochBump(batch.key);
    return true;
  }

  #canRetryOutOfOrder(batch: ProducerBatch): boolean | undefined {
    const { sequences, isTransactional } = this.#manager;
    const isUnresolved = sequences.isUnresolved(batch.key);
    // An earlier batch is still to be retried; after it this one fits.
    if (!isUnresolved && (batch.hasBeenReset || !sequences.isNext(batch.key, batch.baseSequence)))
      return true;
    if (isTransactional) return undefined;
    if (!isUnresolved || sequences.isNextAfterUnresolved(batch.key, batch.baseSequence)) {
      this.#requestEpochBump(batch.key);
    }
    return true;
  }

  /** Once nothing of an unresolved partition is in flight, it shows whether the missing batch was written. */
  resolveSequences(): void {
    const { sequences, isTransactional } = this.#manager;
    for (const { partition, isComplete } of sequences.decidable()) {
      if (!isComplete) {
        if (isTransactional) {
          this.#manager.toAbortableErrorWithBump(
            new ClientError(
              'KafkaException',
              `${RECORDS_LOST}It is safe to abort the transaction and continue.`,
            ),
            new ClientError('KafkaException', `${RECORDS_LOST}It isn't safe to continue.`),
          );
        } else {
          this.#requestEpochBump(partition);
        }
      }
      sequences.resolve(partition);
    }
  }

  /** An idempotent producer that was told to raises its epoch: without asking anybody, up to the last one. */
  bumpIdempotentEpoch(): void {
    const { machine, sequences, isTransactional, producer } = this.#manager;
    if (isTransactional || !this.#manager.isEpochBumpRequired) return;
    if (producer.epoch >= EPOCH_MAX) {
      machine.setProducer(NO_PRODUCER_ID);
      machine.transitionTo('UNINITIALIZED', 'sender');
    } else {
      machine.setProducer({ producerId: producer.producerId, epoch: producer.epoch + 1 });
    }
    for (const partition of this.#toRewrite) {
      sequences.startAtBeginning(partition, machine.producer);
      sequences.resolve(partition);
    }
    this.#toRewrite.clear();
    this.#manager.requireEpochBump(false);
  }

  #requestEpochBump(partition: string): void {
    this.#manager.requireEpochBump(true);
    this.#toRewrite.add(partition);
  }
}
