/** One record of a batch: length, attributes, deltas, key, value, headers; all lengths zig-zag varints. (source: DefaultRecord) */
import { asJavaEncodes } from '#core/base/utf8.ts';
import { varintSize, varlongSize, writeVarint, writeVarlong } from '../varint.ts';

export interface RecordHeader {
  readonly key: string;
  readonly value: Buffer | null;
}

/** What a producer puts into a record. */
export interface RecordContent {
  readonly key: Uint8Array | null;
  readonly value: Uint8Array | null;
  /** None when left out. */
  readonly headers?: readonly { readonly key: string; readonly value: Uint8Array | null }[] | undefined;
}

/** Where a record stands in its batch: offsets and timestamps are relative to the batch. */
export interface RecordPlace {
  readonly offsetDelta: number;
  readonly timestampDelta: number;
}

/** What is read. Key, value and header values are views into the batch's (decompressed) bytes. */
export interface Record {
  readonly offsetDelta: number;
  readonly timestampDelta: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: readonly RecordHeader[];
  /** Where the record lies, in the bytes it was read from. */
  readonly start: number;
  readonly end: number;
}

/** Length (5), attributes (1), timestamp delta (10), offset delta (5) at their largest. */
const RECORD_OVERHEAD_MAX = 21;

/** Bytes of key, value and headers with their lengths: what is the same wherever in a batch the record lies. */
export function contentSizeOf({ key, value, headers }: RecordContent): number {
  let size = sizeOf(key) + sizeOf(value);
  if (headers === undefined) return size + 1;
  size += varintSize(headers.length);
  for (const header of headers) {
    const keySize = Buffer.byteLength(asJavaEncodes(header.key));
    size += varintSize(keySize) + keySize + sizeOf(header.value);
  }
  return size;
}

function sizeOf(bytes: Uint8Array | null): number {
  return bytes === null ? 1 : varintSize(bytes.length) + bytes.length;
}

/** Bytes of a record with `contentSize` bytes of content, after its length field. */
export function bodySizeOf({ offsetDelta, timestampDelta }: RecordPlace, contentSize: number): number {
  return 1 + varlongSize(timestampDelta) + varintSize(offsetDelta) + contentSize;
}

/** Bytes of the whole record, its length field included. */
export function recordSizeOf(bodySize: number): number {
  return varintSize(bodySize) + bodySize;
}

/** The most bytes that a record with `contentSize` bytes of content can take, wherever in a batch it lies. */
export function recordSizeUpperBound(contentSize: number): number {
  return RECORD_OVERHEAD_MAX + contentSize;
}

/** Writes the record, whose body has `bodySize` bytes, into `target`, which has room for it; answers the offset behind it. */
export function writeRecord(
  to: { readonly target: Buffer; readonly offset: number },
  record: RecordContent,
  place: RecordPlace,
  bodySize: number,
): number {
  const { target } = to;
  let at = writeVarint(target, to.offset, bodySize);
  target[at++] = 0;
  at = writeVarlong(target, at, place.timestampDelta);
  at = writeVarint(target, at, place.offsetDelta);
  at = writeBytes(target, at, record.key);
  at = writeBytes(target, at, record.value);
  if (record.headers === undefined) return writeVarint(target, at, 0);
  at = writeVarint(target, at, record.headers.length);
  for (const header of record.headers) {
    const key = asJavaEncodes(header.key);
    at = writeVarint(target, at, Buffer.byteLength(key));
    at += target.write(key, at, 'utf8');
    at = writeBytes(target, at, header.value);
  }
  return at;
}

function writeBytes(target: Buffer, offset: number, bytes: Uint8Array | null): number {
  if (bytes === null) return writeVarint(target, offset, -1);
  const at = writeVarint(target, offset, bytes.length);
  target.set(bytes, at);
  return at + bytes.length;
}
