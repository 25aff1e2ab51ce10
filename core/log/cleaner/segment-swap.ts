/**
 * Puts a cleaned segment in the place of those it was made from.
 *
 *   1  .cleaned → .swap      until this is done, a crash undoes all of it
 *   2  originals → .deleted  from here on, a restart completes it
 *   3  .swap → live
 *
 * All of it in one turn of the event loop, so that a reader finds either the old segments or the new one. (source:
 * LocalLog.replaceSegments)
 */
import { CLEANED_SUFFIX, SWAP_SUFFIX } from '../file-names.ts';
import type { LogSegment } from '../log-segment.ts';
import type { LogState } from '../log-state.ts';
import type { CleanedSegment } from './cleaned-segment.ts';

/** The disk refused in the middle of a swap. Reads go on from the old files; the next start completes it. */
export class SwapError extends Error {
  override readonly name = 'SwapError';
}

/** @throws {SwapError} */
export function swapIn(state: LogState, cleaned: CleanedSegment, originals: readonly LogSegment[]): void {
  try {
    cleaned.rename(CLEANED_SUFFIX, SWAP_SUFFIX);
    const marked = originals.flatMap((segment) => {
      const snapshot =
        segment.baseOffset === cleaned.baseOffset
          ? undefined
          : state.snapshots.markDeleted(segment.baseOffset);
      return [...segment.markDeleted(), ...(snapshot === undefined ? [] : [snapshot])];
    });
    cleaned.rename(SWAP_SUFFIX, '');
    for (const segment of originals) state.segments.remove(segment);
    state.segments.add(state.segmentAt(cleaned.baseOffset));
    state.environment.removeLater(marked, state.config['file.delete.delay.ms']);
  } catch (error) {
    throw new SwapError(`segment ${cleaned.baseOffset} could not be replaced`, { cause: error });
  }
}
