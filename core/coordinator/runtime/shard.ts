/**
 * The part of a coordinator that one partition of its topic holds: a state machine whose only inputs are records.
 *
 *   request → handle → { records, answer } → append → replay(record) …→ answer released
 *   election →           records of the log           → replay(record) …→ onLoaded
 *
 * A handler reads state and never changes it; `replay` changes it and never refuses. So what a crash leaves in the log is
 * exactly what memory held (ADR 0009). (source: CoordinatorShard, CoordinatorResult)
 */

/** Where a replayed record lies, and who wrote its batch. */
export interface RecordPlace {
  readonly offset: number;
  /** ms since the Unix epoch. */
  readonly timestampMs: number;
  /** −1 outside a transaction. */
  readonly producerId: number;
  readonly producerEpoch: number;
}

/** A record as it lies in the log. A null value is a tombstone. */
export interface EncodedRecord {
  readonly key: Buffer;
  readonly value: Buffer | null;
}

/** The end of a transaction that wrote to this partition. */
export interface TransactionEnd {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly commit: boolean;
  readonly coordinatorEpoch: number;
}

/** What a handler decides. No records: nothing is written, and the answer is released at once. */
export interface Turn<R, A> {
  readonly records: readonly R[];
  readonly answer: A;
  /** Makes the batch transactional. */
  readonly producer?: { readonly producerId: number; readonly producerEpoch: number };
}

/** The state of one partition. `R` is a record of its topic, decoded. */
export interface Shard<R> {
  /**
   * A record as bytes.
   * @throws {RangeError} when the record's version cannot carry what it says.
   */
  encode(record: R): EncodedRecord;
  /**
   * A record of the log.
   * @returns undefined for a kind of record that this coordinator does not know, which is skipped.
   * @throws {RangeError} when the bytes do not parse: the partition cannot be loaded.
   */
  decode(key: Buffer, value: Buffer | null): R | undefined;
  /** Applies a record that is in the log. */
  replay(record: R, place: RecordPlace): void;
  /** Applies a marker that is in the log. Only topics that hold transactional batches need it. */
  replayTransactionEnd?(end: TransactionEnd, offset: number): void;
  /** The log has been replayed; requests follow. */
  onLoaded(): void;
  /** The partition belongs to someone else from now on, or the coordinator stops. */
  onUnloaded(): void;
}
