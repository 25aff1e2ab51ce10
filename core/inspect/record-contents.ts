/** Keys, values and headers of a record as they are: text where it is text, else bytes; as much of them as is asked for. */

import { isUtf8 } from '#core/base/utf8.ts';
import type { ContentView, RecordContentsView } from '#core/lab-api/record-views.ts';
import type { InspectedBatch } from './read/inspected.ts';

/** Bytes of a UTF-8 character behind its first. */
const CONTINUATION = 0x80;
const CONTINUATION_MASK = 0xc0;

/** The record at `offset`; null when the batch has none there. `bytesMax`: of each key, value and header. */
export function recordContents(
  { records }: Pick<InspectedBatch, 'records'>,
  offset: number,
  bytesMax: number,
): RecordContentsView | null {
  const record = records.find((one) => one.offset === offset);
  if (record === undefined) return null;
  return {
    offset,
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
