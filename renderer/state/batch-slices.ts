/** Large batches are told in slices: what of a batch is known, and slices taken apart and put together. */
import type { BatchView, RecordSlice, RecordView } from '#core/lab-api/views.ts';

/** Offsets, both included. */
type Extent = Pick<RecordSlice, 'from' | 'to'>;

/** The offsets whose records are known: all of the batch, or those of its slice. */
export function extentOf({ slice, baseOffset, lastOffset }: BatchView): Extent {
  return slice ?? { from: baseOffset, to: lastOffset };
}

/** True when the records around an offset of the batch are known, so many on either side. */
export function tellsAround(batch: BatchView, offset: number, beside: number): boolean {
  const { from, to } = extentOf(batch);
  return (
    from <= Math.max(batch.baseOffset, offset - beside) && to >= Math.min(batch.lastOffset, offset + beside)
  );
}

/** The record at a place in the batch, counted from its first; undefined when it is not known. */
export function recordAt({ records, slice }: BatchView, recordIndex: number): RecordView | undefined {
  return records[recordIndex - (slice?.index ?? 0)];
}

/** A slice as slices of at most so many records; a batch that is told as a whole stays one. */
export function piecesOf(batch: BatchView, recordsMax: number): readonly BatchView[] {
  const { slice, records } = batch;
  if (slice === undefined || records.length <= recordsMax) return [batch];
  const pieces: BatchView[] = [];
  let { from } = slice;
  for (let first = 0; first < records.length; first += recordsMax) {
    const next = records[first + recordsMax];
    // Damaged contents may claim any offset.
    const to = next === undefined ? slice.to : Math.max(from, Math.min(slice.to, next.offset - 1));
    pieces.push({
      ...batch,
      records: records.slice(first, first + recordsMax),
      slice: { from, to, index: slice.index + first },
    });
    from = Math.min(slice.to, to + 1);
  }
  return pieces;
}

/** Each batch once: slices that follow each other are one. Oldest first, as they come. */
export function wholeBatches(batches: readonly BatchView[]): readonly BatchView[] {
  const whole: BatchView[] = [];
  let slices: BatchView[] = [];
  const join = (): void => {
    const [first] = slices;
    const last = slices.at(-1);
    if (first?.slice !== undefined && last?.slice !== undefined && first !== last) {
      const records = slices.flatMap((one) => one.records);
      whole.push({ ...last, records, slice: { ...first.slice, to: last.slice.to } });
    } else if (first !== undefined) whole.push(first);
    slices = [];
  };
  for (const batch of batches) {
    if (slices[0]?.baseOffset !== batch.baseOffset) join();
    slices.push(batch);
  }
  join();
  return whole;
}
