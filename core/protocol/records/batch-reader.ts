/**
 * The records of a batch, out of its bytes. A batch whose header makes sense can still hold records that do not: every function
 * here throws a DecodeError then (a CompressionError when the codec fails).
 *
 * Large compressed batches, and zstd on Node before 22.15, have to be read with the functions that end in Async: see `canReadSync`.
 * (source: DefaultRecordBatch.iterator)
 */
import { canDecompressSync, DECOMPRESSED_SIZE_MAX, decompress, decompressAsync } from './compression.ts';
import type { Record } from './record.ts';
import type { RecordBatch } from './record-batch.ts';
import { addSequence, NONE } from './record-batch.ts';
import { RecordCursor } from './record-cursor.ts';

const NOTHING = Buffer.alloc(0);

/** True when the batch may be read without waiting; its codec's speed and the batch's size decide. */
export function canReadSync(batch: RecordBatch): boolean {
  return canDecompressSync(batch.codec, batch.size);
}

/** The batch's records as bytes, decompressed to at most `maxSize` bytes. */
export function recordBytes(batch: RecordBatch, maxSize = DECOMPRESSED_SIZE_MAX): Buffer {
  return batch.recordCount === 0 ? NOTHING : decompress(batch.codec, batch.payload, maxSize);
}

export async function recordBytesAsync(batch: RecordBatch, maxSize = DECOMPRESSED_SIZE_MAX): Promise<Buffer> {
  if (batch.recordCount === 0) return NOTHING;
  if (canReadSync(batch)) return decompress(batch.codec, batch.payload, maxSize);
  return decompressAsync(batch.codec, batch.payload, maxSize);
}

/** A cursor before the first record. */
export function openRecords(batch: RecordBatch, maxSize = DECOMPRESSED_SIZE_MAX): RecordCursor {
  return new RecordCursor(recordBytes(batch, maxSize), batch.recordCount);
}

export async function openRecordsAsync(
  batch: RecordBatch,
  maxSize = DECOMPRESSED_SIZE_MAX,
): Promise<RecordCursor> {
  return new RecordCursor(await recordBytesAsync(batch, maxSize), batch.recordCount);
}

/** The records, one at a time. */
export function* readRecords(batch: RecordBatch): Generator<Record, void> {
  const cursor = openRecords(batch);
  while (cursor.next()) yield cursor.record();
}

/** All records, of a batch of any codec and size. */
export async function readRecordsAsync(batch: RecordBatch): Promise<Record[]> {
  const cursor = await openRecordsAsync(batch);
  const records: Record[] = [];
  while (cursor.next()) records.push(cursor.record());
  return records;
}

/** Calls `visit` for each record. */
export function forEachRecord(batch: RecordBatch, visit: (record: Record) => void): void {
  const cursor = openRecords(batch);
  while (cursor.next()) visit(cursor.record());
}

/** The record's timestamp in ms, as a consumer sees it; −1 when it has none. */
export function recordTimestamp(batch: RecordBatch, record: { readonly timestampDelta: number }): number {
  return batch.isLogAppendTime ? batch.maxTimestamp : batch.baseTimestamp + record.timestampDelta;
}

/** The record's sequence; −1 when the batch has none. */
export function recordSequence(batch: RecordBatch, record: { readonly offsetDelta: number }): number {
  const base = batch.baseSequence;
  return base === NONE ? NONE : addSequence(base, record.offsetDelta);
}
