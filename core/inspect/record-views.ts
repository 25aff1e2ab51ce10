import type { RecordView } from '#core/lab-api/views.ts';
import { openRecordsAsync, recordSequence, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { type LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { tablePreview } from './preview.ts';
import { storedRecords } from './stored/stored-record.ts';
import { storedWords } from './stored/stored-words.ts';

/** Records between two looks at the clock. */
const RECORDS_A_LOOK = 64;

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

/**
 * The records of a batch of `topic` as a person reads them, some at a time: a batch may hold hundreds of thousands. Damaged contents
 * show as no records: the byte ruler says where and why. The batch must stay what it is meanwhile.
 */
export async function recordViews(
  batch: RecordBatch,
  topic: string | null,
  breathe: () => Promise<void> | undefined,
): Promise<readonly RecordView[]> {
  const wording = wordingOf(topic);
  const views: RecordView[] = [];
  try {
    const cursor = await openRecordsAsync(batch);
    while (cursor.next()) {
      const record = cursor.record();
      views.push({
        offset: batch.baseOffset + record.offsetDelta,
        timestampMs: recordTimestamp(batch, record),
        ...wording(record),
        keySize: record.key?.length ?? -1,
        valueSize: record.value?.length ?? -1,
        headers: record.headers.map(({ key, value }) => [key, tablePreview(value)] as const),
        sequence: recordSequence(batch, record),
      });
      const pause = views.length % RECORDS_A_LOOK === 0 ? breathe() : undefined;
      if (pause !== undefined) await pause;
    }
    return views;
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
