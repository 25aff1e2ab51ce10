/**
 * What the window is shown. Type aliases only, never interfaces: aliases satisfy the Json constraint of the contract.
 * Times are milliseconds since the Unix epoch; the window subtracts `LabView.startedAtMs`.
 */

import type { ByteSayKey } from './byte-says.ts';
import type { ByteStop } from './byte-views.ts';
import type { Said } from './said.ts';
import type { StoredWords } from './stored-says.ts';

/** A state description and the number of the newest event it includes. */
export type Snapshot<T> = { readonly seq: number; readonly value: T };

export type TransactionVersion = 0 | 1 | 2;

export type LabView = {
  readonly startedAtMs: number;
  readonly nowMs: number;
  readonly broker: {
    readonly state: 'starting' | 'running' | 'stopped';
    readonly port: number;
    readonly reason: string | null;
  };
  readonly bootstrap: string;
  readonly clusterId: string;
  readonly dataDirectory: string;
  readonly kafkaVersion: string;
  readonly transactionVersion: TransactionVersion;
  /** False where processes can only be frozen by the named fallback. */
  readonly hasSignals: boolean;
  /** What the lab was started with, opened read only: a window begins there. Null when it was started with nothing. */
  readonly given: { readonly kind: 'opened' | 'pack'; readonly id: string } | null;
};

/** Verdict of one record (or of a marker, or of a hole in the offsets). */
export type Verdict =
  | 'plain'
  | 'open'
  | 'committed'
  | 'aborted'
  | 'marker-commit'
  | 'marker-abort'
  | 'refused'
  | 'duplicate'
  | 'hole';

export type ProcessState = 'notStarted' | 'starting' | 'running' | 'frozen' | 'fenced' | 'dead';

export type OutputLine = {
  readonly atMs: number;
  readonly text: string;
  readonly tone: 'normal' | 'signal' | 'good' | 'refused';
  /** The exchange it speaks of, if known. */
  readonly frame: number | null;
};

export type ProducerSettings = {
  readonly name: string;
  readonly transactionalId: string | null;
  readonly topic: string;
  readonly recordsPerTransaction: number;
  /** Transactions a second in auto mode; 0 is off. */
  readonly transactionsPerSecond: number;
  readonly transactionTimeoutMs: number;
  /** Any other producer.properties. */
  readonly config: { readonly [key: string]: string };
  /** Whose defaults and rules its producer follows; today's when left out. */
  readonly profile?: '2.x' | '3.x' | '4.x' | undefined;
  /** One release of the Java client, e.g. `2.3`, instead of the last one of a profile. */
  readonly release?: string | undefined;
  /** The process tells of every batch in its accumulator; off when left out. */
  readonly tellsOfBatches?: boolean | undefined;
};

/** Where something stands in the producer id's life, by the process or by the broker. */
export type ProducerStanding = {
  readonly producerId: number;
  readonly epoch: number;
  /** Transaction state: the client's own, or the coordinator's name. */
  readonly transaction: string;
  /** The last marker of this producer id, if any. */
  readonly lastMarker: {
    readonly type: 'COMMIT' | 'ABORT';
    readonly offset: number;
    readonly topic: string;
    readonly partition: number;
  } | null;
};

export type ProcessView = {
  /** `A`, `B`, …, then `A2` …: unique in the lab. */
  readonly id: string;
  readonly name: string;
  readonly osPid: number | null;
  readonly state: ProcessState;
  readonly sinceMs: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly settings: ProducerSettings;
  readonly believes: ProducerStanding | null;
  readonly brokerKnows: ProducerStanding | null;
  readonly freezesBy: 'signal' | 'pipe';
  readonly output: readonly OutputLine[];
  /** Commands that make sense now. */
  readonly can: readonly (
    | 'freeze'
    | 'thaw'
    | 'kill'
    | 'begin'
    | 'send'
    | 'commit'
    | 'abort'
    | 'close'
    | 'twin'
  )[];
};

export type RecordView = {
  readonly offset: number;
  readonly timestampMs: number;
  /** Preview: text, or 0x… */
  readonly key: string | null;
  readonly value: string | null;
  /** Of a record of an internal topic. */
  readonly stored?: StoredWords | undefined;
  readonly keySize: number;
  readonly valueSize: number;
  /** The first 16 of them, values as previews. */
  readonly headers: readonly (readonly [string, string | null])[];
  readonly sequence: number;
};

export type BatchView = {
  readonly segment: number;
  readonly position: number;
  readonly size: number;
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly baseSequence: number;
  readonly codec: string;
  readonly isTransactional: boolean;
  readonly leaderEpoch: number;
  readonly marker: { readonly type: 'COMMIT' | 'ABORT'; readonly coordinatorEpoch: number } | null;
  readonly verdict: Verdict;
  /** Offset of the marker that decided it. */
  readonly markerOffset: number | null;
  /** Aborted, but the transaction index of opened files does not have it: as they are, read_committed receives it. */
  readonly isAbortUnindexed?: true | undefined;
  /** First offset of its transaction in this partition. */
  readonly transactionFirstOffset: number | null;
  /** The lab process that wrote it, if one did. */
  readonly process: string | null;
  readonly transactionalId: string | null;
  /** As the batch's header counts them; 0 for a batch of which compaction left only the header. */
  readonly recordCount: number;
  /** Empty as well where only the batches were asked for, and where their contents are damaged. */
  readonly records: readonly RecordView[];
  /** Which of its records these are; left out when they are all, and when there are none for another reason. */
  readonly slice?: RecordSlice | undefined;
};

/** A large batch comes in parts, as far as it is looked at. */
export type RecordSlice = {
  /** Offsets, both included: whatever the batch has of them is among the records. */
  readonly from: number;
  readonly to: number;
  /** How many records of the batch come before these. */
  readonly index: number;
};

/** A write that never reached the log, shown to the right of the log end. */
export type RefusedView = {
  readonly atMs: number;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly currentEpoch: number;
  readonly errorCode: number;
  readonly process: string | null;
  readonly keys: readonly (string | null)[];
  readonly recordCount: number;
};

export type ReaderView = {
  readonly isolation: 'read_committed' | 'read_uncommitted';
  readonly position: number;
  /** Offsets a real consumer of this isolation received. */
  readonly delivered: readonly number[];
  readonly deliveredCount: number;
  /** The last stable offset it waits at, when something is held back. */
  readonly waitsAt: number | null;
};

export type SegmentView = {
  readonly baseOffset: number;
  readonly nextOffset: number;
  readonly sizeBytes: number;
  readonly isActive: boolean;
  readonly files: readonly { readonly name: string; readonly kind: FileKind; readonly sizeBytes: number }[];
};

export type FileKind =
  | 'log'
  | 'index'
  | 'timeindex'
  | 'txnindex'
  | 'snapshot'
  | 'leader-epoch-checkpoint'
  | 'partition-metadata';

export type PartitionView = {
  readonly topic: string;
  readonly partition: number;
  readonly isInternal: boolean;
  readonly leaderEpoch: number;
  readonly sizeBytes: number;
  readonly logStartOffset: number;
  readonly lastStableOffset: number;
  readonly highWatermark: number;
  readonly logEndOffset: number;
  readonly segments: readonly SegmentView[];
  readonly openTransactions: readonly {
    readonly producerId: number;
    readonly epoch: number;
    readonly firstOffset: number;
    readonly process: string | null;
  }[];
};

/** One partition, drawn. */
export type LaneView = PartitionView & {
  /** Offset of the first batch below; earlier ones are summed up as "from n". */
  readonly fromOffset: number;
  readonly batches: readonly BatchView[];
  readonly refused: readonly RefusedView[];
  readonly readers: readonly ReaderView[];
};

export type EpochRung = {
  readonly producerId: number;
  readonly epoch: number;
  readonly atMs: number;
  /** What raised it: a message key of the window and the process letter. */
  readonly cause:
    | 'initTransactions'
    | 'endTxnCommit'
    | 'endTxnAbort'
    | 'fence'
    | 'timeout'
    | 'producerIdRotated'
    | 'unknown';
  readonly process: string | null;
  /** Processes that believe in this epoch. */
  readonly standing: readonly string[];
};

export type TransactionView = {
  readonly transactionalId: string;
  /** The coordinator's own names. */
  readonly state: string;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly partitions: readonly string[];
  readonly timeoutMs: number;
  /** −1 when no transaction is open. */
  readonly startedAtMs: number;
  readonly lastUpdateMs: number;
  readonly coordinatorPartition: number;
  readonly coordinatorEpoch: number;
  readonly clientTransactionVersion: number;
  readonly processes: readonly string[];
  readonly ladder: readonly EpochRung[];
};

/** One record of __transaction_state, decoded. */
export type TransactionRecordView = {
  readonly partition: number;
  readonly offset: number;
  readonly timestampMs: number;
  readonly transactionalId: string;
  readonly version: number;
  /** Null for a tombstone. */
  readonly value: {
    readonly state: string;
    readonly producerId: number;
    readonly previousProducerId: number;
    readonly nextProducerId: number;
    readonly producerEpoch: number;
    readonly timeoutMs: number;
    readonly partitions: readonly string[];
    readonly lastUpdateMs: number;
    readonly startedAtMs: number;
    readonly clientTransactionVersion: number;
  } | null;
};

/** One field of the byte ruler. */
export type ByteField = {
  /** Position within `ByteView.hex`, in bytes. */
  readonly at: number;
  readonly size: number;
  readonly depth: number;
  readonly name: string;
  /** `int64`, `varint`, `utf8` … */
  readonly type: string;
  readonly value: string;
  /** Decides something: epoch, sequence, attributes, marker type. */
  readonly isDeciding?: boolean;
  /** The sentence about this value in this file: a message key of the window, and its parameters besides `name`, `type` and `value`. */
  readonly say: { readonly key: ByteSayKey; readonly params: { readonly [name: string]: string | number } };
};

export type ByteView = {
  readonly file: string;
  /** Position of the first byte in the file. */
  readonly position: number;
  readonly fileSize: number;
  /** Bytes of the whole that is shown from `position` on: a batch, a frame, the rest of a file. `hex` may have only the first of them. */
  readonly wholeSize: number;
  readonly hex: string;
  readonly fields: readonly ByteField[];
  /** Where reading stopped, and why; null when everything was read. */
  readonly stop: ByteStop | null;
  /** What these bytes are once decompressed, a ruler of its own: positions count from the first decompressed byte. */
  readonly inside?: ByteView | undefined;
};

export type FrameView = {
  readonly frame: number;
  readonly atMs: number;
  readonly tookMs: number;
  readonly connection: number;
  readonly clientId: string | null;
  readonly process: string | null;
  readonly apiKey: number;
  readonly api: string;
  readonly version: number;
  readonly correlationId: number;
  readonly requestSize: number;
  readonly responseSize: number;
  readonly errorCode: number;
  readonly transactionalId: string | null;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly partitions: readonly string[];
};

/** One mark of the timeline; rows are drawn from these. */
export type TimelineItem =
  | {
      readonly kind: 'process';
      readonly id: string;
      readonly process: string;
      readonly state: ProcessState;
      readonly atMs: number;
      readonly seq: number;
    }
  | {
      readonly kind: 'frame';
      readonly id: string;
      readonly frame: FrameView;
      readonly atMs: number;
      readonly seq: number;
    }
  | {
      readonly kind: 'state';
      readonly id: string;
      readonly transactionalId: string;
      readonly state: string;
      readonly epoch: number;
      readonly producerId: number;
      readonly cause: string;
      readonly atMs: number;
      readonly seq: number;
    }
  | {
      readonly kind: 'append';
      readonly id: string;
      readonly topic: string;
      readonly partition: number;
      readonly baseOffset: number;
      readonly lastOffset: number;
      readonly producerId: number;
      readonly producerEpoch: number;
      readonly mark: 'plain' | 'transactional' | 'marker-commit' | 'marker-abort' | 'refused' | 'duplicate';
      readonly atMs: number;
      readonly seq: number;
    };

/** The zombie story. Step 0 is before the first press; 7 is "inspected". */
export type StoryView = {
  readonly step: number;
  readonly stepCount: number;
  readonly transactionVersion: TransactionVersion;
  readonly isBusy: boolean;
  readonly topic: string;
  readonly transactionalId: string;
  readonly processA: string | null;
  readonly processB: string | null;
  /** What happened, for sentences: epochs, offsets, codes, durations. */
  readonly facts: { readonly [name: string]: number | string };
  /** When the stage began to be set, then when each step was reached. Nothing of this run is older, and nothing of the last one newer. */
  readonly reachedAtMs: readonly number[];
  /** Set when a step went otherwise than told. */
  readonly failure: {
    readonly step: number;
    readonly reason: string;
    /** The process whose end is why; null when it was something else. */
    readonly ended: {
      readonly process: string;
      readonly osPid: number | null;
      readonly code: number | null;
      readonly signal: string | null;
    } | null;
  } | null;
};

/** Why a write was refused: the broker's checks, in order. */
export type RefusalView = {
  readonly request: {
    readonly api: string;
    readonly version: number;
    readonly partition: string;
    readonly recordCount: number;
    readonly producerId: number;
    readonly producerEpoch: number;
    readonly firstSequence: number;
    readonly lastSequence: number;
    readonly process: string | null;
    readonly osPid: number | null;
  };
  readonly checks: readonly {
    /** Message key of the window. */
    readonly key: string;
    readonly outcome: 'passed' | 'asked' | 'refused';
    readonly evidence: string;
  }[];
  readonly frames: readonly { readonly frame: number; readonly label: string; readonly errorCode: number }[];
  readonly command: string;
};

/** What a person is told when something cannot be done. */
export type LabFailure = {
  readonly code: string;
  readonly exception: string | null;
  readonly message: string;
  readonly hint: string | null;
  /** The same for the window, in its own language. */
  readonly says: { readonly message: Said; readonly hint: Said | null };
};
