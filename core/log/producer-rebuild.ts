/** Producer state as of an offset: the newest snapshot below it, and the batches in between. (source: UnifiedLog.rebuildProducerState) */
import type { ProducerState } from './producer-state.ts';
import type { Segments } from './segments.ts';
import { isOldFormat, lastOffsetOf } from './stored-batch.ts';

export interface RebuildOptions {
  readonly segments: Segments;
  readonly logStartOffset: number;
  /** The state is to stand here. */
  readonly endOffset: number;
  /**
   * A cleanly closed log without any snapshot is taken for one whose producers left no state: empty snapshots are written and no
   * batch is read.
   */
  readonly trustsMissingSnapshots: boolean;
  readonly nowMs: number;
}

export function rebuildProducers(producers: ProducerState, options: RebuildOptions): void {
  const { segments, logStartOffset, endOffset, nowMs } = options;
  if (options.trustsMissingSnapshots && !producers.hasSnapshot) {
    for (const offset of snapshotOffsets(options)) {
      producers.mapEndOffset = offset;
      producers.takeSnapshot();
    }
    return;
  }
  const hasNothingToLoad = producers.isEmpty && producers.mapEndOffset >= endOffset;
  producers.reload(logStartOffset, endOffset, nowMs);
  if (endOffset > producers.mapEndOffset && !hasNothingToLoad) {
    const snapshotAt = new Set(snapshotOffsets(options));
    for (const segment of segments.from(producers.mapEndOffset)) {
      if (segment.baseOffset >= endOffset) break;
      const startOffset = Math.max(segment.baseOffset, producers.mapEndOffset, logStartOffset);
      producers.mapEndOffset = startOffset;
      if (snapshotAt.has(segment.baseOffset)) producers.takeSnapshot();
      const first = segment.find(startOffset);
      if (first === undefined) continue;
      const walker = segment.walk({ position: first.position, want: 'contents', reusesWindow: true });
      for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
        if (lastOffsetOf(batch) >= endOffset) break;
        if (isOldFormat(batch)) continue;
        const ended = producers.apply(batch);
        if (ended !== undefined) producers.complete(ended);
      }
    }
  }
  producers.mapEndOffset = endOffset;
  producers.takeSnapshot();
}

/** The bases of the last two segments, and the end. */
function snapshotOffsets({ segments, endOffset }: RebuildOptions): number[] {
  const bases = segments.all().slice(-2);
  return [...bases.map((segment) => segment.baseOffset), endOffset];
}
