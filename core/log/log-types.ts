/** What goes into a partition's log and what comes out of it: arguments and answers of PartitionLog. */
import type { ErrorName } from '#core/protocol/errors.ts';
import type { SegmentFileKind } from './file-names.ts';

/**
 * Who appends (source: AppendOrigin). `client`: every check. `coordinator`: a group or transaction coordinator, markers
 * included; no sequence check. `replication`: batches that already have their offsets; no checks.
 */
export type AppendOrigin = 'client' | 'coordinator' | 'replication';

export interface AppendOptions {
  readonly origin: AppendOrigin;
  /** Written into the batch. Not used for `replication`. */
  readonly leaderEpoch: number;
  /** What `startVerification` answered, once the coordinator has confirmed the transaction. */
  readonly verificationGuard?: object | undefined;
  /** Of the transaction that a marker ends; 2 or more demands a strictly greater epoch. 0 when absent. */
  readonly transactionVersion?: number;
}

/** Why one record of a batch was refused. */
export interface RecordError {
  /** Index of the record within its batch. */
  readonly batchIndex: number;
  readonly message: string;
}

export interface AppendResult {
  readonly error: ErrorName;
  /** What the answer to a client says beyond the error; absent where Kafka says nothing more. */
  readonly message?: string;
  readonly recordErrors?: readonly RecordError[];
  /** Offset of the first record; of the first time for a duplicate; −1 when refused. */
  readonly baseOffset: number;
  readonly lastOffset: number;
  /** ms since the Unix epoch; −1 unless the log stamped the batch (or it is a duplicate: its greatest timestamp). */
  readonly logAppendTimeMs: number;
  readonly logStartOffset: number;
  /** The batch had been appended before; nothing was written this time. */
  readonly isDuplicate: boolean;
}

/** How far a read may go: to the log end, to the high watermark, or to the last stable offset. */
export type FetchIsolation = 'log-end' | 'high-watermark' | 'committed';

export interface ReadOptions {
  readonly offset: number;
  /** Bytes; complete batches up to that many. */
  readonly maxBytes: number;
  readonly isolation: FetchIsolation;
  /** Answer the first batch even when it is larger than `maxBytes`. */
  readonly minOneBatch: boolean;
  /** The bytes may end inside a batch, at exactly `maxBytes`, as Kafka answers a Fetch; readers leave the rest for next time. */
  readonly mayCutLastBatch?: boolean;
}

/** A transaction that a read_committed reader leaves out, from its first offset on. */
export interface AbortedTransaction {
  readonly producerId: number;
  readonly firstOffset: number;
}

export interface ReadResult {
  readonly error: ErrorName;
  /** Complete batches; the first one holds `offset` or is the next after it. Empty when there are none. See `mayCutLastBatch`. */
  readonly records: Buffer;
  /** Null unless the isolation is `committed`. */
  readonly abortedTransactions: readonly AbortedTransaction[] | null;
  readonly highWatermark: number;
  readonly lastStableOffset: number;
  readonly logStartOffset: number;
}

/** A record found by its timestamp. */
export interface TimestampAndOffset {
  readonly timestamp: number;
  readonly offset: number;
  readonly leaderEpoch: number;
}

/** Where a leader epoch ends (OffsetForLeaderEpoch); both −1 when unknown. */
export interface EpochEndOffset {
  readonly leaderEpoch: number;
  readonly endOffset: number;
}

/** What DescribeProducers says of one producer id; −1 is "none". */
export interface ActiveProducer {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly lastSequence: number;
  /** ms since the Unix epoch. */
  readonly lastTimestamp: number;
  readonly coordinatorEpoch: number;
  /** First offset of its open transaction. */
  readonly currentTxnStartOffset: number;
}

/** What a verification is asked for (KIP-890). */
export interface VerificationRequest {
  readonly producerId: number;
  readonly producerEpoch: number;
  /** Of the batch that waits for it. */
  readonly baseSequence: number;
  /** The client speaks transaction version 2, whose epochs rise with every transaction. */
  readonly supportsEpochBump: boolean;
}

/** One segment, for views. */
export interface SegmentDescription {
  readonly baseOffset: number;
  /** First offset behind it. */
  readonly nextOffset: number;
  /** Of its `.log`. */
  readonly sizeBytes: number;
  readonly isActive: boolean;
  readonly files: readonly {
    readonly name: string;
    readonly kind: SegmentFileKind;
    readonly sizeBytes: number;
  }[];
}
