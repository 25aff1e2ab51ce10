/**
 * Writes the markers of a decided transaction, and completes it when every partition has its marker.
 *
 * Markers come in a later turn than the answer to EndTxn: a client that hears "committed" may find its records undecided for a
 * moment. What happens to a partition whose marker was refused:
 *
 *   retriable                             written again, after a pause that grows
 *   no transactions in that format        counts as done
 *   anything else                         the id stops where it is: PrepareCommit or PrepareAbort until its coordinator loads
 *                                         the partition of __transaction_state again, which starts over
 *
 * (source: TransactionMarkerChannelManager, TransactionMarkerRequestCompletionHandler)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import type { MarkerLog } from './marker-log.ts';
import type { TransactionEntry, TransactionShard } from './transaction-shard.ts';

/** Pause before the first retry, and the longest one, in ms. */
const RETRY_BACKOFF_MS = 20;
const RETRY_BACKOFF_MAX_MS = 1000;

/** What becomes of a partition that answered `error`. */
function fateOf(error: ErrorName): 'done' | 'retry' | 'stop' {
  switch (error) {
    case 'NONE':
    case 'UNSUPPORTED_FOR_MESSAGE_FORMAT':
    case 'UNSUPPORTED_VERSION':
      return 'done';
    case 'UNKNOWN_TOPIC_OR_PARTITION':
    case 'NOT_LEADER_OR_FOLLOWER':
    case 'NOT_ENOUGH_REPLICAS':
    case 'NOT_ENOUGH_REPLICAS_AFTER_APPEND':
    case 'REQUEST_TIMED_OUT':
    case 'KAFKA_STORAGE_ERROR':
      return 'retry';
    default:
      return 'stop';
  }
}

/** What the sender needs from outside. */
export interface MarkerSenderInit {
  readonly bus: EventBus;
  readonly markers: MarkerLog;
  /** From the answer of EndTxn to the first marker, in ms. */
  delayMs(): number;
  /** Every marker is written: append Complete*. Answers why that failed. */
  complete(shard: TransactionShard, transactionalId: string): ErrorName;
}

export class MarkerSender {
  readonly #init: MarkerSenderInit;

  constructor(init: MarkerSenderInit) {
    this.#init = init;
  }

  /** Starts with an id that has just been prepared, or was found so in the log. Without partitions it completes at once. */
  send(shard: TransactionShard, transactionalId: string): void {
    const entry = shard.get(transactionalId);
    if (entry?.unmarked === undefined) return;
    if (entry.unmarked.length === 0) this.#complete(shard, transactionalId, 0);
    else this.#later(shard, transactionalId, 0, this.#init.delayMs());
  }

  #later(shard: TransactionShard, transactionalId: string, attempt: number, delayMs: number): void {
    // The name keeps one round of an id waiting; a shard that is unloaded takes its rounds with it.
    shard.timer.schedule(`markers ${transactionalId}`, delayMs, () => {
      this.#attempt(shard, transactionalId, attempt);
    });
  }

  #attempt(shard: TransactionShard, transactionalId: string, attempt: number): void {
    const entry = shard.get(transactionalId);
    if (entry?.completion === undefined || entry.unmarked === undefined) return;
    const existing = entry.unmarked.filter((partition) => this.#init.markers.exists(partition));
    const errors = existing.length === 0 ? [] : this.#write(shard, entry, existing);
    const fates = errors.map(fateOf);
    const unmarked = existing.filter((_, index) => fates[index] !== 'done');
    shard.note(transactionalId, { unmarked });
    this.#announceRefusals(transactionalId, existing, errors);
    if (fates.includes('stop')) return;
    if (unmarked.length === 0) this.#complete(shard, transactionalId, attempt);
    else this.#later(shard, transactionalId, attempt + 1, backoffMs(attempt));
  }

  #write(
    shard: TransactionShard,
    { metadata }: TransactionEntry,
    partitions: readonly TopicPartition[],
  ): readonly ErrorName[] {
    const [errors] = this.#init.markers.writeMarkers([
      {
        producerId: metadata.producerId,
        producerEpoch: metadata.producerEpoch,
        commit: metadata.state === 'PrepareCommit',
        coordinatorEpoch: shard.coordinatorEpoch,
        transactionVersion: metadata.clientTransactionVersion,
        partitions,
      },
    ]);
    return errors ?? [];
  }

  #complete(shard: TransactionShard, transactionalId: string, attempt: number): void {
    const error = this.#init.complete(shard, transactionalId);
    if (error === 'NONE') return;
    if (error === 'COORDINATOR_NOT_AVAILABLE') {
      this.#later(shard, transactionalId, attempt + 1, backoffMs(attempt));
      return;
    }
    // The step is given up: the id is no longer busy, but its outcome stays as decided.
    shard.note(transactionalId, { completion: undefined });
  }

  #announceRefusals(
    transactionalId: string,
    partitions: readonly TopicPartition[],
    errors: readonly ErrorName[],
  ): void {
    if (!this.#init.bus.isObserved) return;
    errors.forEach((error, index) => {
      const place = partitions[index];
      if (error === 'NONE' || place === undefined) return;
      this.#init.bus.publish('txn.markerRefused', {
        transactionalId,
        topic: place.topic,
        partition: place.partition,
        errorCode: ERRORS[error].code,
        fate: fateOf(error),
      });
    });
  }
}

function backoffMs(attempt: number): number {
  return Math.min(RETRY_BACKOFF_MS * 2 ** attempt, RETRY_BACKOFF_MAX_MS);
}
