import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';

/** What an append of a coordinator asks of the log besides the bytes. */
export interface CoordinatorAppendOptions {
  /** Of the transaction that a marker ends; 2 or more demands a strictly greater epoch. */
  readonly transactionVersion?: number;
  /** What the log's `startVerification` answered, for a transactional batch. */
  readonly verificationGuard?: object | undefined;
}

/** Where a batch came to lie; offsets are −1 when it was refused. */
export interface CoordinatorAppend {
  readonly error: ErrorName;
  readonly baseOffset: number;
  readonly lastOffset: number;
}

/**
 * The log of an internal topic, as a coordinator sees it (source: PartitionWriter, and the read of CoordinatorLoader).
 * Appends are synchronous, so that "append, then replay" is one step within a turn of the event loop. The broker implements it.
 */
export interface CoordinatorLog {
  /** Appends one whole batch; its offsets and leader epoch are assigned by the log. */
  append(partition: TopicPartition, batch: Buffer, options?: CoordinatorAppendOptions): CoordinatorAppend;
  /** Every batch from the log start to the log end, in order. A batch must stay valid until the next one is asked for. */
  readAll(partition: TopicPartition): Iterable<RecordBatch>;
  /** Leader epoch of the partition; undefined when this broker does not lead it or it does not exist. */
  coordinatorEpoch(partition: TopicPartition): number | undefined;
}
