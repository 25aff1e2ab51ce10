import type { RecordView } from '#core/lab-api/views.ts';
import { readRecordsAsync, recordSequence, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { type LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { tablePreview } from './preview.ts';

/** The records of a batch as a person reads them. Damaged contents show as no records: the byte ruler says where and why. */
export async function recordViews(batch: RecordBatch): Promise<readonly RecordView[]> {
  try {
    const records = await readRecordsAsync(batch);
    return records.map((record) => ({
      offset: batch.baseOffset + record.offsetDelta,
      timestampMs: recordTimestamp(batch, record),
      key: tablePreview(record.key),
      value: tablePreview(record.value),
      keySize: record.key?.length ?? -1,
      valueSize: record.value?.length ?? -1,
      headers: record.headers.map(({ key, value }) => [key, tablePreview(value)] as const),
      sequence: recordSequence(batch, record),
    }));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** The records of a message of an old format, or of those it wraps; none when they are damaged. */
export function legacyRecordViews(message: LegacyMessage): readonly RecordView[] {
  try {
    return readLegacyRecords(message).map((record) => ({
      offset: record.offset,
      timestampMs: record.timestamp,
      key: tablePreview(record.key),
      value: tablePreview(record.value),
      keySize: record.key?.length ?? -1,
      valueSize: record.value?.length ?? -1,
      headers: [],
      sequence: -1,
    }));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
