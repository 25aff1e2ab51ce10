/** The records of a batch on disk, whatever its version, for a cleaner that keeps some of them. */

import type { AppendableRecord } from '#core/protocol/records/batch-builder.ts';
import {
  canReadSync,
  openRecords,
  openRecordsAsync,
  recordTimestamp,
} from '#core/protocol/records/batch-reader.ts';
import { LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import { isOldFormat } from '../stored-batch.ts';
import type { TimeSlices } from './time-slices.ts';

/** Records between two looks at the clock. */
export const RECORDS_AT_ONCE = 256;

/** A record, with views into the batch's bytes. */
export interface StoredRecord extends AppendableRecord {
  readonly offset: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
}

/**
 * Calls `visit` for each record, resting between them when a slice is over; ends when it answers false.
 * Rejects with a DecodeError when the batch does not parse.
 */
export async function visitRecords(
  batch: RecordBatch,
  slices: TimeSlices,
  visit: (record: StoredRecord) => boolean,
): Promise<void> {
  let count = 0;
  for (const record of await recordsOf(batch, slices)) {
    if (!visit(record)) return;
    count++;
    if (count % RECORDS_AT_ONCE === 0 && slices.isOver) await slices.rest();
  }
}

async function recordsOf(batch: RecordBatch, slices: TimeSlices): Promise<Iterable<StoredRecord>> {
  if (isOldFormat(batch)) return readLegacyRecords(new LegacyMessage(batch.bytes, batch.start));
  if (canReadSync(batch)) return recordsIn(batch, openRecords(batch));
  const cursor = await openRecordsAsync(batch);
  slices.restart();
  return recordsIn(batch, cursor);
}

function* recordsIn(batch: RecordBatch, cursor: RecordCursor): Generator<StoredRecord, void> {
  const { baseOffset } = batch;
  while (cursor.next()) {
    yield {
      offset: baseOffset + cursor.offsetDelta,
      timestamp: recordTimestamp(batch, cursor),
      key: cursor.key,
      value: cursor.value,
      headers: cursor.headers,
    };
  }
}
