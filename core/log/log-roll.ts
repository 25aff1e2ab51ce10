/**
 * Beginning a new segment. The old one gets its final index entries and goes to the device in the background; the producer state
 * is kept as a snapshot named after the new segment, so that a recovery can begin there. (source: LocalLog.roll, UnifiedLog.roll)
 */
import type { LogSegment } from './log-segment.ts';
import type { LogState } from './log-state.ts';

/**
 * The new active segment, which begins at the log end; the present one when that is empty and begins there.
 * @throws the platform's error; the log is then as it was.
 */
export function roll(state: LogState): LogSegment {
  const { segments, producers } = state;
  const baseOffset = state.logEndOffset;
  const old = segments.active;
  if (old.baseOffset === baseOffset) return old;
  // First what is harmless without the segment: a snapshot at the log end is true in any case.
  producers.mapEndOffset = baseOffset;
  producers.takeSnapshot();
  const segment = state.segmentAt(baseOffset);
  segment.createFiles();
  sealQuietly(old);
  segments.add(segment);
  const { topic, partition } = state.topicPartition;
  state.environment.bus.publish('log.rolled', { topic, partition, baseOffset });
  flushInBackground(state, baseOffset);
  return segment;
}

function sealQuietly(segment: LogSegment): void {
  try {
    segment.indexes.seal();
  } catch {
    // Entries that could not be stored stay in memory and are tried again with the next checkpoint.
  }
}

/** Brings everything below `offset` to the device, then raises the recovery point. */
function flushInBackground(state: LogState, offset: number): void {
  state.flushing = state.flushing.then(async () => {
    try {
      await flush(state, offset);
    } catch {
      // The recovery point stays, so a restart checks what could not be flushed; the next flush includes it.
    }
  });
}

/** Resolves when everything below `offset` is on the device. Rejects with the platform's error. */
export async function flush(state: LogState, offset: number): Promise<void> {
  const segments = state.segments.from(state.recoveryPoint).filter((segment) => segment.baseOffset < offset);
  state.epochs.store();
  for (const segment of segments) segment.indexes.store();
  await Promise.all([
    state.epochs.sync(),
    state.snapshots.sync(offset),
    ...segments.map((segment) => segment.sync()),
  ]);
  state.recoveryPoint = Math.max(state.recoveryPoint, offset);
}
