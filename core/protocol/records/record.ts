/** One record of a batch: length, attributes, deltas, key, value, headers; all lengths zig-zag varints. (source: DefaultRecord) */
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

/** What is written: offsets and timestamps are relative to the batch. */
export interface RecordInit extends RecordContent {
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

function contentSize({ key, value, headers }: RecordContent): number {
  let size = sizeOf(key) + sizeOf(value);
  if (headers === undefined) return size + 1;
  size += varintSize(headers.length);
  for (const header of headers) {
    const keySize = Buffer.byteLength(header.key);
    size += varintSize(keySize) + keySize + sizeOf(header.value);
  }
  return size;
}

function sizeOf(bytes: Uint8Array | null): number {
  return bytes === null ? 1 : varintSize(bytes.length) + bytes.length;
}

/** Bytes of the record after its length field. */
function bodySize(record: RecordInit): number {
  return 1 + varlongSize(record.timestampDelta) + varintSize(record.offsetDelta) + contentSize(record);
}

/** Bytes of the whole record, its length field included. */
export function recordSize(record: RecordInit): number {
  const size = bodySize(record);
  return varintSize(size) + size;
}

/** The most bytes the record can take, wherever in a batch it lies. */
export function recordSizeUpperBound(content: RecordContent): number {
  return RECORD_OVERHEAD_MAX + contentSize(content);
}

/** Writes the record at `offset` of `target`, which has room for it; answers the offset behind it. */
export function writeRecord(target: Buffer, offset: number, record: RecordInit): number {
  let at = writeVarint(target, offset, bodySize(record));
  target[at++] = 0;
  at = writeVarlong(target, at, record.timestampDelta);
  at = writeVarint(target, at, record.offsetDelta);
  at = writeBytes(target, at, record.key);
  at = writeBytes(target, at, record.value);
  if (record.headers === undefined) return writeVarint(target, at, 0);
  at = writeVarint(target, at, record.headers.length);
  for (const header of record.headers) {
    at = writeVarint(target, at, Buffer.byteLength(header.key));
    at += target.write(header.key, at, 'utf8');
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
