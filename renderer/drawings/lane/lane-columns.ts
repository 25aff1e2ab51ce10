/**
 * Where each offset stands. An offset has one width; only a long run of missing offsets is folded into one column, since nothing
 * is known of each of them but that it is not there.
 */
import type { BatchView, RecordView } from '#core/lab-api/views.ts';
import { SEGMENT_GAP, TRACK_START } from './lane-geometry.ts';

/** Runs of missing offsets longer than this take one column. */
const HOLE_RUN_MAX = 8;

/** One column: an offset, or a folded run of holes. */
export interface LaneColumn {
  readonly first: number;
  readonly last: number;
  /** Null: between batches, where nothing is. */
  readonly batch: BatchView | null;
  /** Null: a marker, or an offset that is not there. */
  readonly record: RecordView | null;
  /** Distance from the left edge of the track. */
  readonly x: number;
  /** The segment starts here and is not the first one drawn. */
  readonly startsSegment: boolean;
}

export class LaneColumns {
  readonly columns: readonly LaneColumn[];
  readonly cellWidth: number;
  /** First offset after the last column. */
  readonly endOffset: number;
  readonly endX: number;

  constructor(
    batches: readonly BatchView[],
    bounds: { readonly fromOffset: number; readonly logEndOffset: number },
    cellWidth: number,
  ) {
    this.cellWidth = cellWidth;
    const columns: LaneColumn[] = [];
    let x = TRACK_START;
    let next = bounds.fromOffset;
    let segment: number | undefined;
    const push = (column: Omit<LaneColumn, 'x' | 'startsSegment'>, startsSegment = false) => {
      columns.push({ ...column, x, startsSegment });
      x += cellWidth;
      next = column.last + 1;
    };
    const pushHoles = (until: number, batch: BatchView | null) => {
      if (until - next > HOLE_RUN_MAX) push({ first: next, last: until - 1, batch, record: null });
      while (next < until) push({ first: next, last: next, batch, record: null });
    };
    for (const batch of batches) {
      const { from, to } = batch.slice ?? { from: batch.baseOffset, to: batch.lastOffset };
      pushHoles(from, null);
      const startsSegment = segment !== undefined && batch.segment !== segment;
      if (startsSegment) x += SEGMENT_GAP;
      segment = batch.segment;
      for (const record of batch.records) {
        pushHoles(record.offset, batch);
        const isFirst = startsSegment && record.offset === batch.baseOffset;
        push({ first: record.offset, last: record.offset, batch, record }, isFirst);
      }
      pushHoles(to + 1, batch);
    }
    pushHoles(bounds.logEndOffset, null);
    this.columns = columns;
    this.endOffset = Math.max(next, bounds.logEndOffset);
    this.endX = x;
  }

  /** Left edge of an offset; beyond the ends it goes on in cells. */
  xOf(offset: number): number {
    const first = this.columns[0];
    if (first === undefined || offset >= this.endOffset) {
      return this.endX + (offset - this.endOffset) * this.cellWidth;
    }
    if (offset < first.first) return first.x;
    return this.columns[this.indexOf(offset)]?.x ?? this.endX;
  }

  /** Index of the column that holds an offset between the first and the end. */
  indexOf(offset: number): number {
    let low = 0;
    let high = this.columns.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.columns[middle]?.first ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
