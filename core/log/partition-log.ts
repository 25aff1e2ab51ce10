/**
 * The log of one partition: batches in, batches out, four offsets in between.
 *
 *   log start ≤ last stable ≤ high watermark ≤ log end
 *
 * The last stable offset is the first offset of the oldest open transaction, or the high watermark when none is open; a
 * read_committed fetch never goes past it. Offsets are handed out here and nowhere else. (source: UnifiedLog)
 *
 * Appends and reads are synchronous, so "check, then write" is one step within a turn of the event loop.
 */
import type { TopicPartition } from '../base/topic-partition.ts';
import type { RecordBatch } from '../protocol/records/record-batch.ts';
import type { LogConfig } from './log-config.ts';
import type {
  ActiveProducer,
  AppendOptions,
  AppendResult,
  EpochEndOffset,
  FetchIsolation,
  ReadOptions,
  ReadResult,
  SegmentDescription,
  TimestampAndOffset,
  VerificationRequest,
} from './log-types.ts';

export abstract class PartitionLog {
  abstract readonly topicPartition: TopicPartition;
  /** In Kafka's text form. */
  abstract readonly topicId: string;
  /** The partition's directory. */
  abstract readonly directory: string;
  abstract get config(): LogConfig;
  abstract get logStartOffset(): number;
  abstract get lastStableOffset(): number;
  abstract get highWatermark(): number;
  /** Offset of the next record. */
  abstract get logEndOffset(): number;
  /** The epoch of the current leader; −1 before the first `becomeLeader`. */
  abstract get leaderEpoch(): number;
  /** Bytes of all `.log` files. */
  abstract get sizeBytes(): number;

  /** Later appends and checks follow `config`. */
  abstract reconfigure(config: LogConfig): void;
  /** Writes the line of a new leader epoch, which starts at the log end. A smaller or equal epoch changes nothing. */
  abstract becomeLeader(epoch: number): void;
  /**
   * Appends one batch. The buffer becomes the log's: offsets, leader epoch and timestamps are set in place.
   * Answers at once, unless the batch is compressed and large: then a promise, and nothing is decided before it settles.
   */
  abstract append(records: Buffer, options: AppendOptions): AppendResult | Promise<AppendResult>;
  abstract read(options: ReadOptions): ReadResult;
  /** The first record whose timestamp is `timestamp` (ms) or greater, below the isolation's bound. */
  abstract offsetForTimestamp(
    timestamp: number,
    isolation: FetchIsolation,
  ): Promise<TimestampAndOffset | undefined>;
  /** The first record that has the greatest timestamp of the log (ListOffsets −3), below the isolation's bound. */
  abstract maxTimestampOffset(isolation: FetchIsolation): Promise<TimestampAndOffset | undefined>;
  /** The end of the greatest known epoch that is `epoch` or less. */
  abstract endOffsetForEpoch(epoch: number): EpochEndOffset;
  /** Raises the log start (DeleteRecords). −1 means the high watermark; above it is OFFSET_OUT_OF_RANGE. */
  abstract deleteRecordsBefore(offset: number): 'NONE' | 'OFFSET_OUT_OF_RANGE' | 'KAFKA_STORAGE_ERROR';
  abstract activeProducers(): readonly ActiveProducer[];
  abstract hasOpenTransaction(producerId: number, producerEpoch: number): boolean;
  /** A guard to pass to `append` once the coordinator has confirmed the transaction; undefined when it is already open. */
  abstract startVerification(request: VerificationRequest): object | undefined;
  abstract segments(): readonly SegmentDescription[];
  /** Every batch from the one that holds `offset` on, read in pieces. Batches stay valid after the iteration. */
  abstract batchesFrom(offset: number): Iterable<RecordBatch>;
  /** Where the batch that `batchesFrom(offset)` begins with lies; undefined when there is none. For views. */
  abstract locate(offset: number): { readonly segment: number; readonly position: number } | undefined;
}
