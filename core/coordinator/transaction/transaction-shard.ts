/**
 * The transactional ids of one partition of __transaction_state.
 *
 * `replay` is the only thing that changes what is stored of an id. Beside it lies what no record holds: the step that waits for
 * markers, the partitions that have none yet, and a fencing whose write failed.
 * (source: TransactionStateManager, TxnMetadataCacheEntry)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EncodedRecord, RecordPlace, Shard } from '../runtime/shard.ts';
import type { CoordinatorTimer } from '../runtime/timer.ts';
import type { TransactionMetadata } from './transaction-metadata.ts';
import type { TransactionRecord } from './transaction-record.ts';
import { decodeTransactionRecord, encodeTransactionRecord } from './transaction-record.ts';

/** Producer ids whose transactional id is remembered, a partition; the oldest are forgotten. */
const NAMED_MAX = 20_000;

/** One transactional id as the coordinator holds it. */
export interface TransactionEntry {
  readonly metadata: TransactionMetadata;
  /** The step to take once every marker is written. While there is one, most requests get CONCURRENT_TRANSACTIONS. */
  readonly completion: TransactionMetadata | undefined;
  /** Partitions whose marker is not written yet; undefined unless the transaction is prepared. In memory only. */
  readonly unmarked: readonly TopicPartition[] | undefined;
  /** The epoch was raised to fence a producer, but the record about it could not be written: do not raise it again. */
  readonly hasFailedEpochFence: boolean;
  /** Offset of the id's newest record. */
  readonly offset: number;
}

/** The partitions of the transaction, less those that have their marker. */
export function openPartitions({ metadata, unmarked }: TransactionEntry): readonly TopicPartition[] {
  return unmarked ?? metadata.partitions;
}

/** What a shard needs from outside. */
export interface TransactionShardInit {
  readonly partition: number;
  readonly coordinatorEpoch: number;
  readonly timer: CoordinatorTimer;
  onLoaded(shard: TransactionShard): void;
}

export class TransactionShard implements Shard<TransactionRecord> {
  readonly partition: number;
  /** Goes into markers. */
  readonly coordinatorEpoch: number;
  /** Retries of markers wait here, one name an id. */
  readonly timer: CoordinatorTimer;
  readonly #entries = new Map<string, TransactionEntry>();
  /** Producer id → transactional id, of every record that was replayed. No part of the state: for whoever asks what wrote a batch. */
  readonly #named = new Map<number, string>();
  readonly #init: TransactionShardInit;

  constructor(init: TransactionShardInit) {
    this.partition = init.partition;
    this.coordinatorEpoch = init.coordinatorEpoch;
    this.timer = init.timer;
    this.#init = init;
  }

  get(transactionalId: string): TransactionEntry | undefined {
    return this.#entries.get(transactionalId);
  }

  /** Every id, in order of first appearance. */
  entries(): IterableIterator<TransactionEntry> {
    return this.#entries.values();
  }

  /** The id that has, or had, a producer id: as records of the log tell that are not compacted away. */
  transactionalIdOf(producerId: number): string | undefined {
    return this.#named.get(producerId);
  }

  /** Changes what no record holds. The id must be there. */
  note(
    transactionalId: string,
    change: Partial<Omit<TransactionEntry, 'offset'>>,
  ): TransactionEntry | undefined {
    const entry = this.#entries.get(transactionalId);
    if (entry === undefined) return undefined;
    const changed = { ...entry, ...change };
    this.#entries.set(transactionalId, changed);
    return changed;
  }

  encode(record: TransactionRecord): EncodedRecord {
    return encodeTransactionRecord(record);
  }

  decode(key: Buffer, value: Buffer | null): TransactionRecord | undefined {
    return decodeTransactionRecord(key, value);
  }

  replay({ transactionalId, metadata }: TransactionRecord, { offset }: RecordPlace): void {
    if (metadata === null) {
      this.#entries.delete(transactionalId);
      return;
    }
    this.#name(metadata.previousProducerId, transactionalId);
    this.#name(metadata.producerId, transactionalId);
    const before = this.#entries.get(transactionalId);
    this.#entries.set(transactionalId, {
      metadata,
      completion: undefined,
      unmarked: undefined,
      hasFailedEpochFence: before?.hasFailedEpochFence ?? false,
      offset,
    });
  }

  onLoaded(): void {
    this.#init.onLoaded(this);
  }

  onUnloaded(): void {
    this.#entries.clear();
    this.#named.clear();
  }

  #name(producerId: number, transactionalId: string): void {
    if (producerId < 0 || this.#named.get(producerId) === transactionalId) return;
    this.#named.set(producerId, transactionalId);
    const [oldest] = this.#named.keys();
    if (this.#named.size > NAMED_MAX && oldest !== undefined) this.#named.delete(oldest);
  }
}
