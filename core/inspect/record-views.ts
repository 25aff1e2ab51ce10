import type { RecordView } from '#core/lab-api/views.ts';
import { readRecordsAsync, recordSequence, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { type LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { tablePreview } from './preview.ts';
import { storedRecords } from './stored/stored-record.ts';
import { storedWords } from './stored/stored-words.ts';

/** A key and a value as a table has them; of an internal `topic` in words besides. */
type Wording = Pick<RecordView, 'key' | 'value' | 'stored'>;

function wordingOf(topic: string | null): (record: KeyAndValue) => Wording {
  const known = storedRecords(topic);
  return ({ key, value }) => {
    const plain = { key: tablePreview(key), value: tablePreview(value) };
    const stored = known === undefined ? null : storedWords(known, { key, value });
    return stored === null ? plain : { ...plain, stored };
  };
}

interface KeyAndValue {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
}

/** The records of a batch of `topic` as a person reads them. Damaged contents show as no records: the byte ruler says where and why. */
export async function recordViews(batch: RecordBatch, topic: string | null): Promise<readonly RecordView[]> {
  const wording = wordingOf(topic);
  try {
    const records = await readRecordsAsync(batch);
    return records.map((record) => ({
      offset: batch.baseOffset + record.offsetDelta,
      timestampMs: recordTimestamp(batch, record),
      ...wording(record),
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
export function legacyRecordViews(message: LegacyMessage, topic: string | null): readonly RecordView[] {
  const wording = wordingOf(topic);
  try {
    return readLegacyRecords(message).map((record) => ({
      offset: record.offset,
      timestampMs: record.timestamp,
      ...wording(record),
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
