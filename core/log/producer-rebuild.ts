/** Producer state as of an offset: the newest snapshot below it, and the batches in between. (source: UnifiedLog.rebuildProducerState) */
import { PIECE_SIZE } from './intact-batch.ts';
import type { Pulse } from './load-pace.ts';
import type { LogSegment } from './log-segment.ts';
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
  readonly pace: Pulse;
}

/** In turns: nobody else may use the state before it is done. */
export async function rebuildProducers(producers: ProducerState, options: RebuildOptions): Promise<void> {
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
      await applyBatches(producers, { segment, startOffset, endOffset, pace: options.pace });
    }
  }
  producers.mapEndOffset = endOffset;
  producers.takeSnapshot();
}

async function applyBatches(
  producers: ProducerState,
  {
    segment,
    startOffset,
    endOffset,
    pace,
  }: {
    readonly segment: LogSegment;
    readonly startOffset: number;
    readonly endOffset: number;
    readonly pace: Pulse;
  },
): Promise<void> {
  const { position } = segment.indexes.offsets.lookup(startOffset);
  // Of a large batch the header says enough; markers are small.
  const walker = segment.walk({ position, want: 'contents', contentsMax: PIECE_SIZE, reusesWindow: true });
  for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
    const lastOffset = lastOffsetOf(batch);
    if (lastOffset >= endOffset) break;
    const isIgnored = isOldFormat(batch) || (batch.isControl && batch.size > PIECE_SIZE);
    if (lastOffset >= startOffset && !isIgnored) {
      const ended = producers.apply(batch);
      if (ended !== undefined) producers.complete(ended);
    }
    const pause = pace.pulse();
    if (pause !== undefined) await pause;
  }
}

/** The bases of the last two segments, and the end. */
function snapshotOffsets({ segments, endOffset }: RebuildOptions): number[] {
  const bases = segments.all().slice(-2);
  return [...bases.map((segment) => segment.baseOffset), endOffset];
}
