/**
 * Making the log shorter at its beginning: what is too old, too much, or below the log start goes, a whole segment at a time.
 * (source: UnifiedLog.deleteOldSegments, maybeIncrementLogStartOffset)
 */
import { roll } from './log-roll.ts';
import type { LogSegment } from './log-segment.ts';
import type { LogState } from './log-state.ts';

/** Whether the oldest segment may go; `next` is the one behind it. */
type Expired = (segment: LogSegment, next: LogSegment | undefined) => boolean;

/** Deletes whatever the topic's settings allow. Only `delete` in the policy makes records expire; the log start always counts. */
export function applyRetention(state: LogState): void {
  if (state.isBeingCleaned || state.environment.holds.areHeld) return;
  deleteWhile(state, (_, next) => next !== undefined && next.baseOffset <= state.logStartOffset);
  if (!state.config['cleanup.policy'].includes('delete')) return;
  deleteWhile(state, isSuperfluous(state));
  const retentionMs = state.config['retention.ms'];
  const nowMs = state.environment.clock.nowMs();
  if (retentionMs >= 0) deleteWhile(state, (segment) => nowMs - segment.largestTimestamp > retentionMs);
}

function isSuperfluous(state: LogState): Expired {
  const retentionBytes = state.config['retention.bytes'];
  let surplus = retentionBytes < 0 ? -1 : state.segments.sizeBytes - retentionBytes;
  return (segment) => {
    if (surplus < segment.size) return false;
    surplus -= segment.size;
    return true;
  };
}

/** Raises the log start; lower offsets are out of range from now on. The caller made sure it is not above the high watermark. */
export function raiseLogStart(state: LogState, offset: number): void {
  if (offset <= state.logStartOffset) return;
  state.logStartOffset = offset;
  state.recoveryPoint = Math.max(state.recoveryPoint, offset);
  state.epochs.truncateFromStart(offset);
  state.producers.onLogStartRaised(offset);
  state.environment.bus.publish('log.startRaised', { ...state.topicPartition, logStartOffset: offset });
}

function deleteWhile(state: LogState, isExpired: Expired): void {
  const expired = expiredSegments(state, isExpired);
  const last = expired.at(-1);
  if (last === undefined) return;
  // There is always a segment: when all go, an empty one takes their place first.
  if (last === state.segments.active) roll(state);
  const next = state.segments.after(last);
  if (next !== undefined) raiseLogStart(state, next.baseOffset);
  const marked = expired.flatMap((segment) => {
    state.segments.remove(segment);
    const snapshot = state.snapshots.markDeleted(segment.baseOffset);
    return [...segment.markDeleted(), ...(snapshot === undefined ? [] : [snapshot])];
  });
  state.environment.removeLater(marked, state.config['file.delete.delay.ms']);
}

/** From the oldest on; never an empty active segment, never one that is not replicated in full. */
function expiredSegments(state: LogState, isExpired: Expired): LogSegment[] {
  const expired: LogSegment[] = [];
  for (const segment of state.segments.all()) {
    const next = state.segments.after(segment);
    const isEmptyActive = next === undefined && segment.size === 0;
    const end = next?.baseOffset ?? state.logEndOffset;
    if (isEmptyActive || state.highWatermark < end || !isExpired(segment, next)) break;
    expired.push(segment);
  }
  return expired;
}
