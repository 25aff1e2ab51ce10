/**
 * Messages of format version 0 and 1, read in place. Brokers of version 4 write neither, but old segments hold them.
 *
 *   0       8       12    16     17          18                26 (18 in version 0)
 *   offset  size    crc   magic  attributes  timestamp (v1)    keySize:int32 key valueSize:int32 value
 *
 * `size` counts what follows it; the checksum is CRC-32 (not CRC-32C) from the magic byte on. A compressed message wraps others: its
 * value is a run of messages, and its offset is that of the last of them. Version 1 numbers the inner ones from 0.
 * (source: LegacyRecord, AbstractLegacyRecordBatch)
 */
import { crc32 } from '@node-rs/crc32';
import { ByteReader, DecodeError } from '../reader.ts';
import { CODEC, DECOMPRESSED_SIZE_MAX, decompress } from './compression.ts';
import { decompressLz4 } from './compression-lz4.ts';
import { BATCH_LOG_OVERHEAD, NONE, readLong } from './record-batch.ts';

const SIZE_AT = 8;
const CRC_AT = 12;
const MAGIC_AT = 16;
const ATTRIBUTES_AT = 17;
const TIMESTAMP_AT = 18;
const KEY_AT = [18, 26] as const;
/** `size` of a message with null key and null value, by version. */
const SIZE_MIN = [14, 22] as const;

const CODEC_MASK = 0x07;
const LOG_APPEND_TIME = 0x08;

/** A message, or a wrapper of messages, as it lies in a segment. */
export class LegacyMessage {
  readonly bytes: Buffer;
  readonly start: number;

  /** @throws {DecodeError} when no whole message of version 0 or 1 lies at `start`. */
  constructor(bytes: Buffer, start = 0) {
    this.bytes = bytes;
    this.start = start;
    const remaining = bytes.length - start;
    if (remaining < KEY_AT[0]) throw new DecodeError(`message header is cut after ${remaining} bytes`, start);
    const { magic } = this;
    if (magic !== 0 && magic !== 1)
      throw new DecodeError(`magic ${magic} is not of an old message`, start + MAGIC_AT);
    const size = bytes.readInt32BE(start + SIZE_AT);
    if (size < SIZE_MIN[magic] || size > remaining - BATCH_LOG_OVERHEAD) {
      throw new DecodeError(`message claims ${size} bytes`, start + SIZE_AT);
    }
  }

  /** Its offset; of a wrapper, the offset of its last message. */
  get offset(): number {
    return readLong(this.bytes, this.start);
  }
  /** Bytes of the whole message. */
  get size(): number {
    return this.bytes.readInt32BE(this.start + SIZE_AT) + BATCH_LOG_OVERHEAD;
  }
  get crc(): number {
    return this.bytes.readUInt32BE(this.start + CRC_AT);
  }
  get magic(): number {
    return this.bytes.readInt8(this.start + MAGIC_AT);
  }
  get attributes(): number {
    return this.bytes.readInt8(this.start + ATTRIBUTES_AT);
  }
  get codec(): number {
    return this.attributes & CODEC_MASK;
  }
  /** Always false in version 0, which has no timestamps. */
  get isLogAppendTime(): boolean {
    return this.magic > 0 && (this.attributes & LOG_APPEND_TIME) !== 0;
  }
  /** In ms; −1 in version 0. */
  get timestamp(): number {
    return this.magic === 0 ? NONE : readLong(this.bytes, this.start + TIMESTAMP_AT);
  }
  /** The checksum of the contents as they are. */
  computeCrc(): number {
    return crc32(this.bytes.subarray(this.start + MAGIC_AT, this.start + this.size)) >>> 0;
  }
  get isCrcValid(): boolean {
    return this.crc === this.computeCrc();
  }

  /** Key and value; of a wrapper, the value is the compressed messages. @throws {DecodeError} when a length does not fit. */
  content(): { readonly key: Buffer | null; readonly value: Buffer | null } {
    const at = this.start + KEY_AT[this.magic === 0 ? 0 : 1];
    const reader = new ByteReader(this.bytes, at, this.start + this.size);
    return { key: readSized(reader), value: readSized(reader) };
  }
}

function readSized(reader: ByteReader): Buffer | null {
  const size = reader.int32();
  return size < 0 ? null : reader.view(size);
}

/** One record of an old format. */
export interface LegacyRecord {
  readonly offset: number;
  /** In ms, as a consumer sees it; −1 when it has none. */
  readonly timestamp: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
}

/**
 * The records of a message: itself, or those it wraps.
 * @throws {DecodeError} when the wrapped messages break a rule of the format or do not decompress.
 */
export function readLegacyRecords(message: LegacyMessage, maxSize = DECOMPRESSED_SIZE_MAX): LegacyRecord[] {
  const { codec, offset, timestamp } = message;
  if (codec === CODEC.none) return [{ offset, timestamp, ...message.content() }];

  const inner = messagesIn(decompressed(message, maxSize));
  const last = inner.at(-1);
  if (last === undefined) throw new DecodeError('compressed message wraps none', message.start);
  const base = baseOffset(message, last);
  return inner.map((wrapped) => {
    if (wrapped.codec !== CODEC.none)
      throw new DecodeError('a wrapped message is compressed itself', wrapped.start);
    return {
      offset: base + wrapped.offset,
      timestamp: wrapped.magic > 0 && message.isLogAppendTime ? timestamp : wrapped.timestamp,
      ...wrapped.content(),
    };
  });
}

/** What has to be added to the offsets of wrapped messages. */
function baseOffset(wrapper: LegacyMessage, last: LegacyMessage): number {
  // Version 0 wraps absolute offsets. A wrapper with offset 0 was produced by an early librdkafka, which set none.
  if (wrapper.magic === 0 || wrapper.offset === 0) return 0;
  if (wrapper.offset < last.offset) {
    throw new DecodeError(
      `wrapper at offset ${wrapper.offset} holds a message numbered ${last.offset}`,
      wrapper.start,
    );
  }
  return wrapper.offset - last.offset;
}

/**
 * What has to be added to the offsets of the messages that a wrapper holds: they are `inner`, decompressed.
 * @throws {DecodeError} as `readLegacyRecords`.
 */
export function wrappedOffsetBase(wrapper: LegacyMessage, inner: Buffer): number {
  const last = messagesIn(inner).at(-1);
  return last === undefined ? 0 : baseOffset(wrapper, last);
}

function decompressed(message: LegacyMessage, maxSize: number): Buffer {
  const { codec, magic, start } = message;
  const { value } = message.content();
  if (value === null) throw new DecodeError('compressed message without a value', start);
  if (codec === CODEC.zstd) throw new DecodeError(`zstd does not exist in version ${magic}`, start);
  if (codec === CODEC.lz4) return decompressLz4(value, maxSize, { lenientHeader: magic === 0 });
  return decompress(codec, value, maxSize);
}

/** The messages of a run; one that is cut ends it silently. */
function messagesIn(bytes: Buffer): LegacyMessage[] {
  const messages: LegacyMessage[] = [];
  let at = 0;
  while (bytes.length - at >= BATCH_LOG_OVERHEAD) {
    const size = bytes.readInt32BE(at + SIZE_AT);
    if (size < SIZE_MIN[0]) throw new DecodeError(`message claims ${size} bytes`, at + SIZE_AT);
    if (size > bytes.length - at - BATCH_LOG_OVERHEAD) break;
    const message = new LegacyMessage(bytes, at);
    messages.push(message);
    at += message.size;
  }
  return messages;
}
