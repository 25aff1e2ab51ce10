/** The rows of a record table: records and markers (or batches), the offsets between them that nobody has, and the LSO as a line. */
import type { BatchView, RecordView } from '#core/lab-api/views.ts';
import { extentOf, recordAt } from './batch-slices.ts';
import type { OffsetRange, PageUnit, ReadStretch } from './log-pages.ts';
import type { Span } from './long-scroll.ts';

/** One row. Its span is the offsets it stands for; that of the line is empty. */
export type LogRow = Span &
  (
    | {
        readonly kind: 'record';
        readonly key: string;
        readonly offset: number;
        readonly batch: BatchView;
        /** Place in the batch, also where a slice of it was read; null for a marker. */
        readonly recordIndex: number | null;
      }
    | { readonly kind: 'batch'; readonly key: string; readonly offset: number; readonly batch: BatchView }
    | { readonly kind: 'hole'; readonly key: string }
    | { readonly kind: 'lso'; readonly key: string; readonly offset: number }
  );

type RowOf<Kind extends LogRow['kind']> = Extract<LogRow, { readonly kind: Kind }>;
export type RecordRow = RowOf<'record'>;
export type BatchRow = RowOf<'batch'>;
export type HoleRow = RowOf<'hole'>;

/** Rows of batches that are still listed: who reads more rows beside them gets the same ones again, and draws nothing anew. */
const rowsMade = new WeakMap<BatchView, readonly RecordRow[]>();

/** What was read of a batch as rows of one each, lowest offset first. One of which compaction left the header only has none. */
export function recordRows(batch: BatchView): readonly RecordRow[] {
  const made = rowsMade.get(batch) ?? makeRecordRows(batch);
  rowsMade.set(batch, made);
  return made;
}

function makeRecordRows(batch: BatchView): readonly RecordRow[] {
  const { from, to } = extentOf(batch);
  const before = batch.slice?.index ?? 0;
  const row = (offset: number, recordIndex: number | null): RecordRow => {
    // Damaged contents may claim any offset: the row stays inside its batch.
    const first = Math.max(from, Math.min(to, offset));
    const key = `${batch.baseOffset}:${recordIndex ?? 'marker'}`;
    return { kind: 'record', key, first, last: first, offset, batch, recordIndex };
  };
  if (batch.marker !== null) return [row(batch.baseOffset, null)];
  return batch.records.map((record, index) => row(record.offset, before + index));
}

/** The record of a row; undefined for a marker. */
export function recordOfRow({ batch, recordIndex }: RecordRow): RecordView | undefined {
  return recordIndex === null ? undefined : recordAt(batch, recordIndex);
}

export function batchRow(batch: BatchView): BatchRow {
  const { baseOffset, lastOffset } = batch;
  return {
    kind: 'batch',
    key: String(baseOffset),
    first: baseOffset,
    last: lastOffset,
    offset: baseOffset,
    batch,
  };
}

export interface LogRowsOptions {
  readonly unit: PageUnit;
  readonly range: OffsetRange;
  readonly isNewestFirst: boolean;
  /** The last stable offset where it is to be seen: where records wait behind it. */
  readonly lastStableOffset: number | null;
}

/** Every offset of the stretch stands in exactly one row. */
export function logRows(stretch: ReadStretch, options: LogRowsOptions): readonly LogRow[] {
  const { unit, range, isNewestFirst, lastStableOffset } = options;
  const rows: LogRow[] = [];
  let next = Math.max(stretch.from, Math.min(range.start, stretch.batches[0]?.baseOffset ?? range.start));
  let isLineDue = lastStableOffset !== null && lastStableOffset >= next && lastStableOffset <= stretch.to;
  const add = (row: LogRow): void => {
    if (row.first > next) rows.push(holeRow(next, row.first - 1));
    rows.push(row.first < next ? { ...row, first: next, last: Math.max(next - 1, row.last) } : row);
    next = Math.max(next, row.last + 1);
  };
  for (const batch of stretch.batches) {
    if (isLineDue && lastStableOffset !== null && extentOf(batch).to >= lastStableOffset) {
      isLineDue = false;
      if (lastStableOffset > next) add(holeRow(next, lastStableOffset - 1));
      rows.push(lsoRow(lastStableOffset));
    }
    if (unit === 'batches') add(batchRow(batch));
    else for (const row of recordRows(batch)) add(row);
  }
  const last = Math.min(stretch.to, range.end - 1);
  if (next <= last) rows.push(holeRow(next, last));
  return isNewestFirst ? rows.reverse() : rows;
}

function holeRow(first: number, last: number): HoleRow {
  return { kind: 'hole', key: `hole ${first}`, first, last };
}

function lsoRow(offset: number): LogRow {
  return { kind: 'lso', key: 'lso', first: offset, last: offset - 1, offset };
}
