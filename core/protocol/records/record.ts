/** One record of a batch: length, attributes, deltas, key, value, headers; all lengths zig-zag varints. (source: DefaultRecord) */
import { ByteReader } from '../reader.ts';
import { readVarint, readVarlong, varintSize, varlongSize, writeVarint, writeVarlong } from '../varint.ts';

export interface RecordHeader {
  readonly key: string;
  readonly value: Buffer | null;
}

/** What is written: offsets and timestamps are relative to the batch. */
export interface RecordInit {
  readonly offsetDelta: number;
  readonly timestampDelta: number;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array | null;
  readonly headers: readonly { readonly key: string; readonly value: Uint8Array | null }[];
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

/** Bytes of the record after its length field. */
function bodySize({ offsetDelta, timestampDelta, key, value, headers }: RecordInit): number {
  let size =
    1 +
    varlongSize(timestampDelta) +
    varintSize(offsetDelta) +
    sizeOf(key) +
    sizeOf(value) +
    varintSize(headers.length);
  for (const header of headers) {
    const keySize = Buffer.byteLength(header.key);
    size += varintSize(keySize) + keySize + sizeOf(header.value);
  }
  return size;
}

function sizeOf(bytes: Uint8Array | null): number {
  return bytes === null ? 1 : varintSize(bytes.length) + bytes.length;
}

/** Bytes of the whole record, its length field included. */
export function recordSize(record: RecordInit): number {
  const size = bodySize(record);
  return varintSize(size) + size;
}

/** Writes the record at `offset` of `target`, which has room for it; answers the offset behind it. */
export function writeRecord(target: Buffer, offset: number, record: RecordInit): number {
  let at = writeVarint(target, offset, bodySize(record));
  target[at++] = 0;
  at = writeVarlong(target, at, record.timestampDelta);
  at = writeVarint(target, at, record.offsetDelta);
  at = writeBytes(target, at, record.key);
  at = writeBytes(target, at, record.value);
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

/**
 * Reads the record at the reader's place.
 * @throws {DecodeError} when a length does not fit, or the record does not end where it says.
 */
export function readRecord(reader: ByteReader): Record {
  const start = reader.offset;
  const size = readVarint(reader);
  if (size < 0 || size > reader.remaining)
    reader.fail(`record claims ${size} bytes, ${reader.remaining} remain`);
  const end = reader.offset + size;
  const inner = new ByteReader(reader.buffer, reader.offset, end);
  inner.skip(1);
  const timestampDelta = readVarlong(inner);
  const offsetDelta = readVarint(inner);
  const key = readBytes(inner);
  const value = readBytes(inner);
  const headers = readHeaders(inner);
  if (inner.remaining !== 0) inner.fail(`record leaves ${inner.remaining} of its ${size} bytes unread`);
  reader.offset = end;
  return { offsetDelta, timestampDelta, key, value, headers, start, end };
}

function readBytes(reader: ByteReader): Buffer | null {
  const size = readVarint(reader);
  return size < 0 ? null : reader.view(size);
}

const NO_HEADERS: readonly RecordHeader[] = [];

function readHeaders(reader: ByteReader): readonly RecordHeader[] {
  const count = readVarint(reader);
  if (count === 0) return NO_HEADERS;
  if (count < 0 || count > reader.remaining) reader.fail(`record claims ${count} headers`);
  const headers: RecordHeader[] = [];
  for (let i = 0; i < count; i++) {
    const keySize = readVarint(reader);
    if (keySize < 0) reader.fail('header key must not be null');
    headers.push({ key: reader.text(keySize), value: readBytes(reader) });
  }
  return headers;
}
