/**
 * A point of a log that can be copied while producers go on: how long each file is that holds everything below the log end, and what
 * only memory knows. Files of a log only grow at their ends, and nothing is taken away while they are held (`LogManager.hold`), so
 * the first bytes of each file, read later, are still what they were at the cut (INV-18).
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EpochEntry } from './leader-epoch-cache.ts';
import type { LogSegment } from './log-segment.ts';
import type { LogState } from './log-state.ts';

/** Side files of the active segment at the cut, in bytes; those of sealed segments do not change. */
export interface ActiveFiles {
  readonly indexBytes: number;
  readonly timeIndexBytes: number;
  /** The last entry, which a segment gets when it is sealed; empty when the file ends with it. */
  readonly timeIndexEnd: Buffer;
  /** 0 when there is no such file. */
  readonly transactionIndexBytes: number;
}

export interface SegmentCut {
  readonly baseOffset: number;
  /** Of the `.log`. */
  readonly sizeBytes: number;
  /** Undefined for a sealed segment. */
  readonly active: ActiveFiles | undefined;
}

export interface LogCut {
  readonly topicPartition: TopicPartition;
  readonly topicId: string;
  readonly directory: string;
  readonly logStartOffset: number;
  readonly lastStableOffset: number;
  readonly highWatermark: number;
  readonly logEndOffset: number;
  readonly epochs: readonly EpochEntry[];
  /** Contents of a `.snapshot` at the log end. */
  readonly producerSnapshot: Buffer;
  /** Producer ids whose transactions are open here. */
  readonly openProducers: readonly number[];
  readonly segments: readonly SegmentCut[];
}

/** Takes the cut, within the caller's turn. */
export function cutLog(state: LogState): LogCut {
  const { active } = state.segments;
  return {
    topicPartition: state.topicPartition,
    topicId: state.topicId,
    directory: state.directory,
    logStartOffset: state.logStartOffset,
    lastStableOffset: state.lastStableOffset,
    highWatermark: state.highWatermark,
    logEndOffset: state.logEndOffset,
    epochs: [...state.epochs.entries],
    producerSnapshot: state.producers.encode(),
    openProducers: state.producers.openProducers,
    segments: state.segments.all().map((segment) => ({
      baseOffset: segment.baseOffset,
      sizeBytes: segment.size,
      active: segment === active ? activeFiles(segment) : undefined,
    })),
  };
}

function activeFiles(segment: LogSegment): ActiveFiles {
  const { offsets, times, transactions, finalTimeEntry } = segment.indexes;
  return {
    indexBytes: offsets.sizeBytes,
    timeIndexBytes: times.sizeBytes,
    timeIndexEnd: finalTimeEntry,
    transactionIndexBytes: transactions.sizeBytes,
  };
}
