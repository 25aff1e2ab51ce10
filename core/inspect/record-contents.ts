/** Keys, values and headers of a record as they are: text where it is text, else bytes; as much of them as is asked for. */

import { isUtf8 } from '#core/base/utf8.ts';
import type { ContentView, RecordContentsView } from '#core/lab-api/record-views.ts';
import type { InspectedRecord } from './read/inspected.ts';
import { storedRecords } from './stored/stored-record.ts';
import { storedContents } from './stored/stored-words.ts';

/** Bytes of a UTF-8 character behind its first. */
const CONTINUATION = 0x80;
const CONTINUATION_MASK = 0xc0;

/** Above this a value is shown as bytes alone: JSON of it would take memory many times its size. */
const DECODED_BYTES_MAX = 1024 * 1024;

/** Which record is asked for, and how much of it. */
export interface ContentsAsked {
  /** Keys and values of an internal topic are decoded. */
  readonly topic: string | null;
  readonly offset: number;
  /** Of each key, value and header. */
  readonly bytesMax: number;
}

/** A record that was found in its batch. */
export type FoundRecord = Pick<InspectedRecord, 'offset' | 'key' | 'value' | 'headers'>;

/** A record as it is. `isControl`: of a control batch, whose keys and values are not those of the topic. */
export function recordContents(
  record: FoundRecord,
  { topic, bytesMax, isControl }: Omit<ContentsAsked, 'offset'> & { readonly isControl: boolean },
): RecordContentsView {
  const known =
    isControl || (record.value?.length ?? 0) > DECODED_BYTES_MAX ? undefined : storedRecords(topic);
  const stored = known === undefined ? null : storedContents(known, record);
  return {
    ...(stored === null ? {} : { stored }),
    offset: record.offset,
    key: contentView(record.key, bytesMax),
    value: contentView(record.value, bytesMax),
    headers: record.headers.map(({ key, value }) => ({ key, value: contentView(value, bytesMax) })),
  };
}

function contentView(bytes: Buffer | null, bytesMax: number): ContentView | null {
  if (bytes === null) return null;
  const isText = isUtf8(bytes);
  let end = Math.min(bytes.length, bytesMax);
  // A character is not cut.
  while (isText && end < bytes.length && ((bytes[end] as number) & CONTINUATION_MASK) === CONTINUATION) end--;
  const shown = bytes.subarray(0, end);
  return {
    form: isText ? 'text' : 'hex',
    text: isText ? shown.toString('utf8') : shown.toString('hex'),
    sizeBytes: bytes.length,
    shownBytes: end,
  };
}
