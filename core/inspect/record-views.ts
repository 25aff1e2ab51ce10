import type { BatchView, RecordSlice, RecordView } from '#core/lab-api/views.ts';
import { openRecordsAsync, recordSequence, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { type LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import { tablePreview } from './preview.ts';
import { storedRecords } from './stored/stored-record.ts';
import { storedWords } from './stored/stored-words.ts';

/** Batches of more records come in slices. */
const WHOLE_RECORDS_MAX = 500;
/** Of a record with more headers, or longer keys of them, these tell enough in a list. */
const HEADERS_MAX = 16;
const HEADER_KEY_MAX = 256;
/** Records between two looks at the clock: of those shown, and of those passed over. */
const RECORDS_A_LOOK = 64;
const PASSED_A_LOOK = 4096;

/** Which records of a large batch are asked for: those of an offset range, at most so many. */
export interface RecordsAsked {
  /** Both included; they may lie outside the batch. */
  readonly fromOffset: number;
  readonly untilOffset: number;
  /** At least 1. */
  readonly recordsMax: number;
  /** The last ones of the range when it has more; else the first. */
  readonly isDown: boolean;
}

export interface RecordReading {
  /** Keys and values of an internal topic are told in words besides. */
  readonly topic: string | null;
  /** Asked again and again; what it answers is awaited. */
  readonly breathe: () => Promise<void> | undefined;
}

/** The records of a batch that are shown, and which they are. */
export type ShownRecords = Pick<BatchView, 'records' | 'slice'>;

type OffsetsOfBatch = Pick<BatchView, 'baseOffset' | 'lastOffset' | 'recordCount'>;

/** As many rows a stretch has of a batch, at most; one without records takes one too. */
export function rowsOfBatch(
  { baseOffset, lastOffset, recordCount }: OffsetsOfBatch,
  { fromOffset, untilOffset }: Pick<RecordsAsked, 'fromOffset' | 'untilOffset'>,
): number {
  if (recordCount <= WHOLE_RECORDS_MAX) return Math.max(1, recordCount);
  const offsets = Math.min(lastOffset, untilOffset) - Math.max(baseOffset, fromOffset) + 1;
  return Math.max(1, Math.min(recordCount, offsets));
}

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
 * The records of a batch as a person reads them, of a large one a slice: it may hold hundreds of thousands. Damaged contents show as
 * no records, wherever the damage lies: the byte ruler says where and why. The batch must stay what it is meanwhile.
 */
export async function recordViews(
  batch: RecordBatch,
  asked: RecordsAsked,
  { topic, breathe }: RecordReading,
): Promise<ShownRecords> {
  const wording = wordingOf(topic);
  const views: RecordView[] = [];
  try {
    const counting = await openRecordsAsync(batch);
    const range = new SliceRange(batch, asked);
    while (counting.next()) {
      range.count(batch.baseOffset + counting.offsetDelta);
      const pause = counting.index % PASSED_A_LOOK === PASSED_A_LOOK - 1 ? breathe() : undefined;
      if (pause !== undefined) await pause;
    }
    const cursor = new RecordCursor(counting.bytes, batch.recordCount);
    while (cursor.index + 1 < range.end && cursor.next()) {
      const isShown = cursor.index >= range.first;
      if (isShown) views.push(recordView(batch, cursor, wording));
      const pause =
        (cursor.index + 1) % (isShown ? RECORDS_A_LOOK : PASSED_A_LOOK) === 0 ? breathe() : undefined;
      if (pause !== undefined) await pause;
    }
    return range.shown(views);
  } catch (error) {
    if (error instanceof RangeError) return { records: [] };
    throw error;
  }
}

function recordView(
  batch: RecordBatch,
  cursor: RecordCursor,
  wording: (record: KeyAndValue) => Wording,
): RecordView {
  const record = cursor.record();
  return {
    offset: batch.baseOffset + record.offsetDelta,
    timestampMs: recordTimestamp(batch, record),
    ...wording(record),
    keySize: record.key?.length ?? -1,
    valueSize: record.value?.length ?? -1,
    headers: record.headers
      .slice(0, HEADERS_MAX)
      .map(({ key, value }) => [key.slice(0, HEADER_KEY_MAX), tablePreview(value)] as const),
    sequence: recordSequence(batch, record),
  };
}

/** The records of a message of an old format, or of those it wraps; none when they are damaged. */
export function legacyRecordViews(
  message: LegacyMessage,
  asked: RecordsAsked,
  topic: string | null,
): ShownRecords {
  const wording = wordingOf(topic);
  try {
    const records = readLegacyRecords(message);
    const baseOffset = records[0]?.offset ?? message.offset;
    const range = new SliceRange(
      { baseOffset, lastOffset: message.offset, recordCount: records.length },
      asked,
    );
    for (const { offset } of records) range.count(offset);
    const views = records.slice(range.first, range.end).map((record) => ({
      offset: record.offset,
      timestampMs: record.timestamp,
      ...wording(record),
      keySize: record.key?.length ?? -1,
      valueSize: record.value?.length ?? -1,
      headers: [],
      sequence: -1,
    }));
    return range.shown(views);
  } catch (error) {
    if (error instanceof RangeError) return { records: [] };
    throw error;
  }
}

/** Which records of a batch are shown, by their places in it: known when all were counted. */
class SliceRange {
  readonly #batch: OffsetsOfBatch;
  readonly #asked: RecordsAsked;
  /** Records that lie before the range, and records up to its end. */
  #before = 0;
  #upTo = 0;

  constructor(batch: OffsetsOfBatch, asked: RecordsAsked) {
    this.#batch = batch;
    this.#asked = asked;
  }

  get #isWhole(): boolean {
    return this.#batch.recordCount <= WHOLE_RECORDS_MAX;
  }

  count(offset: number): void {
    if (offset < this.#asked.fromOffset) this.#before++;
    if (offset <= this.#asked.untilOffset) this.#upTo++;
  }

  get first(): number {
    const { isDown, recordsMax } = this.#asked;
    if (this.#isWhole) return 0;
    return isDown ? Math.max(this.#before, this.#upTo - recordsMax) : this.#before;
  }

  /** Exclusive. */
  get end(): number {
    const { isDown, recordsMax } = this.#asked;
    if (this.#isWhole) return this.#batch.recordCount;
    return isDown ? this.#upTo : Math.min(this.#upTo, this.#before + recordsMax);
  }

  shown(records: readonly RecordView[]): ShownRecords {
    return this.#isWhole ? { records } : { records, slice: this.#sliceOf(records) };
  }

  #sliceOf(records: readonly RecordView[]): RecordSlice {
    const { baseOffset, lastOffset } = this.#batch;
    const low = Math.max(baseOffset, this.#asked.fromOffset);
    const high = Math.min(lastOffset, this.#asked.untilOffset);
    // Damaged contents may claim any offset: the slice stays inside what was asked for.
    const inside = (offset: number) => Math.max(low, Math.min(high, offset));
    const from = this.first > this.#before ? inside(records[0]?.offset ?? low) : low;
    const to = this.end < this.#upTo ? Math.max(from, inside(records.at(-1)?.offset ?? high)) : high;
    return { from, to, index: this.first };
  }
}
