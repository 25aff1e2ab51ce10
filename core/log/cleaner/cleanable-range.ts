/** Which part of a log could be cleaned, and whether it is worth it. (source: LogCleanerManager.cleanableOffsets, LogToClean) */
import type { LogSegment } from '../log-segment.ts';
import type { LogState } from '../log-state.ts';

export interface CleanableRange {
  /** Up to here an earlier round has gone. */
  readonly firstDirtyOffset: number;
  /** The checkpointed offset lies outside of the log: it has to be written anew. */
  readonly resetsCheckpoint: boolean;
  /** Base of the first segment that stays as it is. */
  readonly firstUncleanableOffset: number;
  readonly cleanableBytes: number;
  /** Share of the cleanable bytes among them and those that are clean; 0 when there are none. */
  readonly dirtyRatio: number;
  /** The dirty ratio is above the topic's least, or records have waited for `max.compaction.lag.ms`. */
  readonly isDue: boolean;
}

/** `checkpointed`: where the last round ended, if there was one. */
export function cleanableRange(state: LogState, checkpointed: number | undefined): CleanableRange {
  const { segments, logStartOffset, logEndOffset, config } = state;
  const resetsCheckpoint =
    checkpointed !== undefined && (checkpointed < logStartOffset || checkpointed > logEndOffset);
  const firstDirtyOffset = checkpointed === undefined || resetsCheckpoint ? logStartOffset : checkpointed;
  const nowMs = state.environment.clock.nowMs();
  const uncleanable = Math.max(
    firstDirtyOffset,
    Math.min(
      state.lastStableOffset,
      segments.active.baseOffset,
      firstYoungOffset(state, firstDirtyOffset, nowMs),
    ),
  );
  const firstUncleanableOffset = (segments.inactiveFrom(uncleanable)[0] ?? segments.active).baseOffset;
  const cleanableBytes = sizeOf(segments.between(firstDirtyOffset, firstUncleanableOffset));
  const cleanBytes = sizeOf(segments.all().filter((segment) => segment.baseOffset < firstDirtyOffset));
  const dirtyRatio = cleanableBytes === 0 ? 0 : cleanableBytes / (cleanBytes + cleanableBytes);
  return {
    firstDirtyOffset,
    resetsCheckpoint,
    firstUncleanableOffset,
    cleanableBytes,
    dirtyRatio,
    isDue:
      dirtyRatio > config['min.cleanable.dirty.ratio'] ||
      (cleanableBytes > 0 && isOverdue(state, firstDirtyOffset, nowMs)),
  };
}

/** Base of the first dirty segment with a record younger than `min.compaction.lag.ms`; Infinity when there is none. */
function firstYoungOffset({ segments, config }: LogState, firstDirtyOffset: number, nowMs: number): number {
  const lagMs = config['min.compaction.lag.ms'];
  if (lagMs <= 0) return Infinity;
  const isYoung = (segment: LogSegment): boolean => segment.largestTimestamp > nowMs - lagMs;
  return segments.inactiveFrom(firstDirtyOffset).find(isYoung)?.baseOffset ?? Infinity;
}

/** Judged by the first batch of each dirty segment. */
function isOverdue({ segments, config }: LogState, firstDirtyOffset: number, nowMs: number): boolean {
  const limit = nowMs - config['max.compaction.lag.ms'];
  if (limit <= 0) return false;
  return segments.inactiveFrom(firstDirtyOffset).some(({ firstTimestamp }) => {
    return firstTimestamp !== undefined && firstTimestamp > 0 && firstTimestamp < limit;
  });
}

function sizeOf(segments: readonly LogSegment[]): number {
  return segments.reduce((size, segment) => size + segment.size, 0);
}
