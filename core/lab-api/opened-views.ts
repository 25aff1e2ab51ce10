/**
 * What the window is shown of files that are not the lab's own: opened read only, whoever wrote them. Records come in the shapes of
 * the lab's own logs (`BatchView`), so that the same tables and drawings show them.
 */
import type { Said } from './said.ts';
import type { FileKind, PartitionView } from './views.ts';

/** Every kind of file that has a byte ruler. */
export type OpenedFileKind = FileKind | 'offset-checkpoint' | 'meta-properties' | 'clean-shutdown';

/** A file beside the partitions, or the one file that was opened. */
export type OpenedFile = {
  readonly name: string;
  readonly kind: OpenedFileKind;
  readonly sizeBytes: number;
  /** What is wrong with it; null when nothing is, or when only a scan can tell. */
  readonly damage: Said | null;
};

/**
 * How far all batches were read without anyone asking. `too-large`: more than is read unasked, so that only the ends of the logs and
 * the shape of their files were looked at. `failed`: a partition could not be read.
 */
export type CheckView = {
  readonly state: 'running' | 'done' | 'too-large' | 'failed';
  readonly doneBytes: number;
  readonly totalBytes: number;
};

/** Something that was opened. `revision` goes up whenever its files were found changed. */
export type OpenedView = {
  /** `o1`, `o2` …: unique in the lab. */
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly kind: 'log-directory' | 'partition' | 'file';
  readonly openedAtMs: number;
  readonly revision: number;
  /** False once nothing is found at the path any more; what was read before stays. */
  readonly isThere: boolean;
  readonly partitionCount: number;
  readonly sizeBytes: number;
  /** Checkpoints and the like in the folder itself; of a single file, that file. */
  readonly files: readonly OpenedFile[];
  /** Whether the broker that wrote it was stopped in order; null when it is no log directory. */
  readonly isCleanlyStopped: boolean | null;
  /** From meta.properties; null without one. */
  readonly clusterId: string | null;
  readonly check: CheckView;
};

/** Why a place of a file cannot be used. */
export type DamageKind =
  | 'cut'
  | 'length'
  | 'garbage'
  | 'magic'
  | 'crc'
  | 'records'
  /** Not damage to Kafka: unfolded it would take more memory than is given to it here. */
  | 'too-large'
  | 'zeros'
  | 'order'
  /** Offsets below the base offset of the segment, or so far above that its indexes cannot hold them. */
  | 'below-segment'
  | 'outside-segment'
  | 'missing-segment'
  | 'side-file'
  /** The file or the folder itself: no byte of it can be read, or none behind `position`. */
  | 'unreadable'
  /** A partition's folder without any `.log`. */
  | 'no-log';

/** A damaged place. Positions are bytes of the file. */
export type DamageView = {
  readonly file: string;
  /** Base offset of the segment; −1 when it is that of no segment. */
  readonly segment: number;
  readonly kind: DamageKind;
  /** The first byte that cannot be trusted: where the damaged batch begins. The last good byte is the one before. */
  readonly position: number;
  /** The byte within it that does not fit. */
  readonly at: number;
  readonly expected: string;
  readonly found: string;
  /** One sentence of all this. */
  readonly reason: string;
  /** The same for the window: what was expected, null for a file of entries, and what was found. */
  readonly says: { readonly expected: Said | null; readonly found: Said };
  /** Where the next batch that can be trusted begins; null when there is none. */
  readonly nextPosition: number | null;
  readonly nextOffset: number | null;
  /** What Kafka does with it when it starts: see `StartUpEffect`. */
  readonly cleanStart: StartUpEffect;
  readonly uncleanStart: StartUpEffect;
};

/** Whether a file is not there at all. */
export function isMissingFile({ says }: DamageView): boolean {
  return says.found.key === 'lab.side.missing' || says.found.key === 'lab.side.missingAborted';
}

/**
 * What a real broker was seen to do with such damage when it starts on it. `unnoticed`: it serves the file as it is.
 * `readers-fail`: it starts, and consumers stop there. `readers-skip`: it starts, and consumers go on in the next segment without an
 * error. `truncates`: the log is cut there, later segments are deleted.
 * `end-falls`: the log end falls back to the last good batch, or to the base offset of the segment when its index has an entry behind
 * that. `does-not-start`: the broker ends.
 * `rebuilt`: the file is made anew. `aborted-delivered`: read_committed consumers receive aborted records.
 * `committed-withheld`: read_committed consumers do not receive records that were committed. `seekers-miss`: consumers that begin inside
 * the segment may miss records without an error, or fail. `end-uncertain`: the same, and the log end may be taken from it wrongly.
 * `older-snapshot`: an older snapshot is loaded and the log behind it replayed. `producers-forgotten`: nothing is known of producers
 * and open transactions, whose records are delivered as if committed. `passed-over`: it is treated as if it were not there.
 * `set-aside`: the partition's directory is renamed `…-stray`, and an empty one is made.
 */
const START_UP_EFFECTS = [
  'unnoticed',
  'readers-fail',
  'readers-skip',
  'truncates',
  'end-falls',
  'does-not-start',
  'rebuilt',
  'aborted-delivered',
  'committed-withheld',
  'seekers-miss',
  'end-uncertain',
  'older-snapshot',
  'producers-forgotten',
  'passed-over',
  'set-aside',
] as const;
export type StartUpEffect = (typeof START_UP_EFFECTS)[number];

/** Whether what a file says is one of them. */
export function isStartUpEffect(value: unknown): value is StartUpEffect {
  return START_UP_EFFECTS.some((effect) => effect === value);
}

/** A partition of something opened, in the shape of the lab's own. */
export type OpenedPartitionView = PartitionView & {
  /** False until its end was looked for: until then the offsets are those of the file names. */
  readonly isEndKnown: boolean;
  /** False until what is open was looked for, too: until then the last stable offset is not known. */
  readonly isSurveyed: boolean;
  /** Every batch was read: unasked, or by a census. */
  readonly isChecked: boolean;
  /** Found so far: all of them when it is checked. Those of the log come first, then those with the worst effects. */
  readonly damages: readonly DamageView[];
};

/** Offsets by what lies there; every offset from `fromOffset` to the log end is counted once. */
export type OffsetCounts = {
  readonly plain: number;
  readonly committed: number;
  readonly aborted: number;
  readonly open: number;
  readonly commitMarkers: number;
  readonly abortMarkers: number;
  /** Control records that end no transaction. */
  readonly otherControl: number;
  /** Removed by the log cleaner: a newer record has the key, or the record had none to keep. */
  readonly compacted: number;
  /**
   * Removed by the log cleaner, and the abort marker behind them has nothing left that it could have ended: they were its
   * transaction's, as far as the log can still tell.
   */
  readonly compactedAborted: number;
  /** Markers that the log cleaner removed. */
  readonly compactedMarkers: number;
  /** Before the log start: DeleteRecords or retention. Records of them may still lie in the first segment. */
  readonly deleted: number;
  /** In a damaged place, or behind it. */
  readonly damaged: number;
  /** No cause is left in the files: a batch or a segment is missing. */
  readonly missing: number;
};

export type HoleCause =
  | 'commit-marker'
  | 'abort-marker'
  | 'other-control'
  | 'compacted'
  | 'compacted-aborted'
  | 'compacted-marker'
  | 'deleted'
  | 'damaged'
  | 'missing';

/** Offsets that no consumer receives a record for, and why. Neighbours with one cause are one hole. */
export type HoleView = {
  readonly fromOffset: number;
  readonly toOffset: number;
  readonly cause: HoleCause;
  /** The batch that tells: segment and byte position; null when none does. */
  readonly segment: number | null;
  readonly position: number | null;
  /** Of that batch, −1 without one. */
  readonly producerId: number;
  readonly producerEpoch: number;
};

/** What a partition knows of a producer id at the log end. */
export type ProducerCensus = {
  readonly producerId: number;
  readonly producerEpoch: number;
  /** −1 when only a marker was seen. */
  readonly lastSequence: number;
  readonly lastOffset: number;
  readonly lastTimestampMs: number;
  /** −1 before the first marker. */
  readonly coordinatorEpoch: number;
  /** The newest five batches, oldest first: a repetition of one of them is answered and not appended. */
  readonly batches: readonly {
    readonly firstSequence: number;
    readonly lastSequence: number;
    readonly firstOffset: number;
    readonly lastOffset: number;
    readonly timestampMs: number;
  }[];
  /** First offset of its open transaction; −1 when none is open. */
  readonly openSinceOffset: number;
  readonly records: number;
  readonly committedTransactions: number;
  readonly abortedTransactions: number;
  /** From __transaction_state of the same directory; null when it does not say. */
  readonly transactionalId: string | null;
};

export type SegmentCensus = {
  readonly baseOffset: number;
  /** Behind its last batch. */
  readonly nextOffset: number;
  readonly sizeBytes: number;
  readonly batches: number;
  readonly records: number;
  /** Format versions that occur: 0, 1, 2. */
  readonly magics: readonly number[];
  readonly codecs: readonly { readonly codec: string; readonly batches: number; readonly bytes: number }[];
  /** Largest timestamp; −1 when no record has one. */
  readonly maxTimestampMs: number;
};

export type PartitionCensus = {
  readonly topic: string;
  readonly partition: number;
  readonly isInternal: boolean;
  readonly sizeBytes: number;
  /** From here on every offset is counted: 0 where nothing says that it begins later. */
  readonly fromOffset: number;
  readonly logStartOffset: number;
  readonly lastStableOffset: number;
  readonly highWatermark: number;
  readonly logEndOffset: number;
  readonly segments: readonly SegmentCensus[];
  readonly counts: OffsetCounts;
  /** In the order of offsets; of each cause the first 1,000. */
  readonly holes: readonly HoleView[];
  readonly holesLeftOut: number;
  /** The open transaction whose first offset is the last stable offset; null when nothing pins it. */
  readonly pinnedBy: {
    readonly producerId: number;
    readonly producerEpoch: number;
    readonly firstOffset: number;
    readonly lastTimestampMs: number;
    readonly transactionalId: string | null;
  } | null;
  /** By producer id; those with an open transaction first, at most 1,000. */
  readonly producers: readonly ProducerCensus[];
  readonly producersLeftOut: number;
  readonly damages: readonly DamageView[];
  readonly damagesLeftOut: number;
};

/** What the check that nobody asks for has found of offsets that nobody receives. */
export type KnownHolesView = Pick<PartitionCensus, 'holes' | 'holesLeftOut'>;

export type CensusView = {
  readonly atMs: number;
  readonly tookMs: number;
  /** Read from disk. */
  readonly bytesRead: number;
  readonly partitions: readonly PartitionCensus[];
  /** Of all partitions. */
  readonly counts: OffsetCounts;
};

/** Where a batch begins. */
export type BatchPlaceView = {
  readonly segment: number;
  readonly position: number;
  readonly baseOffset: number;
};
