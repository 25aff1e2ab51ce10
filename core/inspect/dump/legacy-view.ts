/**
 * A message of format version 0 or 1 as Kafka's tools look at it, valid or not: nothing is checked before it is asked for.
 *
 *   0     4       5            6 (timestamp:int64, not in version 0)    key: size:int32 bytes   value: size:int32 bytes
 *   crc   magic   attributes
 *
 * (source: LegacyRecord, AbstractLegacyRecordBatch)
 */
import { crc32 } from '@node-rs/crc32';
import { DecodeError } from '#core/protocol/reader.ts';
import { CODEC, DECOMPRESSED_SIZE_MAX, decompress } from '#core/protocol/records/compression.ts';
import { decompressLz4 } from '#core/protocol/records/compression-lz4.ts';
import { BATCH_LOG_OVERHEAD } from '#core/protocol/records/record-batch.ts';

const MAGIC_AT = 4;
const ATTRIBUTES_AT = 5;
const TIMESTAMP_AT = 6;
const LENGTH_AT = 8;
const SIZE_MIN = 14;

const CODEC_MASK = 0x07;
const LOG_APPEND_TIME = 0x08;
const NO_TIMESTAMP = -1n;

/** Kafka's names of what a timestamp means. */
export type TimestampType = 'NoTimestampType' | 'CreateTime' | 'LogAppendTime';

/** One message, or a wrapper of messages. */
export class LegacyView {
  readonly #bytes: Buffer;
  /** The wrapper's timestamp, where it stands for that of the messages inside. */
  readonly #wrapperTimestamp: bigint | undefined;

  /** `bytes` begin at the checksum and end with the message. */
  constructor(bytes: Buffer, wrapperTimestamp?: bigint) {
    this.#bytes = bytes;
    this.#wrapperTimestamp = wrapperTimestamp;
  }

  get magic(): number {
    return this.#bytes.readInt8(MAGIC_AT);
  }
  get codec(): number {
    return this.#bytes.readInt8(ATTRIBUTES_AT) & CODEC_MASK;
  }
  get timestampType(): TimestampType {
    if (this.magic === 0) return 'NoTimestampType';
    return (this.#bytes.readInt8(ATTRIBUTES_AT) & LOG_APPEND_TIME) === 0 ? 'CreateTime' : 'LogAppendTime';
  }
  get timestamp(): bigint {
    if (this.magic === 0) return NO_TIMESTAMP;
    if (this.#wrapperTimestamp !== undefined) return this.#wrapperTimestamp;
    this.#need(TIMESTAMP_AT, 8);
    return this.#bytes.readBigInt64BE(TIMESTAMP_AT);
  }
  get crc(): number {
    return this.#bytes.readUInt32BE(0);
  }
  get isValid(): boolean {
    return this.crc === crc32(this.#bytes.subarray(MAGIC_AT)) >>> 0;
  }

  get #keySizeAt(): number {
    return this.magic === 0 ? TIMESTAMP_AT : TIMESTAMP_AT + 8;
  }
  get #valueSizeAt(): number {
    return this.#keySizeAt + 4 + Math.max(0, this.keySize);
  }
  /** As it stands there; negative for null. */
  get keySize(): number {
    return this.#int32(this.#keySizeAt);
  }
  get valueSize(): number {
    return this.#int32(this.#valueSizeAt);
  }
  get key(): Buffer | null {
    return this.#sized(this.#keySizeAt, this.keySize);
  }
  get value(): Buffer | null {
    return this.#sized(this.#valueSizeAt, this.valueSize);
  }

  #int32(at: number): number {
    this.#need(at, 4);
    return this.#bytes.readInt32BE(at);
  }

  #sized(sizeAt: number, size: number): Buffer | null {
    if (size < 0) return null;
    this.#need(sizeAt + 4, size);
    return this.#bytes.subarray(sizeAt + 4, sizeAt + 4 + size);
  }

  #need(at: number, size: number): void {
    if (at + size > this.#bytes.length) {
      throw new DecodeError(`message of ${this.#bytes.length} bytes is too short`, at);
    }
  }
}

/** A message with the offset it counts as. */
export interface LegacyEntry {
  readonly offset: bigint;
  readonly message: LegacyView;
}

/**
 * The messages of one entry of a log: itself, or those it wraps.
 * @throws {DecodeError} at the first that breaks a rule of the format, or when it does not decompress.
 */
export function* messagesOf(bytes: Buffer): Generator<LegacyEntry, void> {
  const offset = bytes.readBigInt64BE(0);
  const outer = new LegacyView(bytes.subarray(BATCH_LOG_OVERHEAD));
  if (outer.codec === CODEC.none) {
    yield { offset, message: outer };
    return;
  }
  const inner = unwrapped(outer);
  const last = lastOffset(inner);
  const base = baseOffset(outer, offset, last);
  const wrapperTimestamp = outer.timestampType === 'LogAppendTime' ? outer.timestamp : undefined;
  for (const place of places(inner)) {
    const message = new LegacyView(place.bytes, wrapperTimestamp);
    if (message.codec !== CODEC.none) throw new DecodeError('a wrapped message is compressed itself', 0);
    yield { offset: BigInt.asIntN(64, base + place.offset), message };
  }
}

function unwrapped(outer: LegacyView): Buffer {
  const { magic, codec } = outer;
  if (magic !== 0 && magic !== 1) throw new DecodeError(`magic ${magic} wraps no messages`, MAGIC_AT);
  if (codec === CODEC.zstd) throw new DecodeError(`zstd does not exist in version ${magic}`, ATTRIBUTES_AT);
  const { value } = outer;
  if (value === null) throw new DecodeError('compressed message without a value', 0);
  return codec === CODEC.lz4
    ? decompressLz4(value, DECOMPRESSED_SIZE_MAX, { lenientHeader: magic === 0 })
    : decompress(codec, value);
}

/** The run of messages behind each other; one that is cut ends it. */
function* places(bytes: Buffer): Generator<{ readonly offset: bigint; readonly bytes: Buffer }, void> {
  for (let at = 0; bytes.length - at >= BATCH_LOG_OVERHEAD; ) {
    const size = bytes.readInt32BE(at + LENGTH_AT);
    if (size < SIZE_MIN) throw new DecodeError(`wrapped message claims ${size} bytes`, at + LENGTH_AT);
    const start = at + BATCH_LOG_OVERHEAD;
    if (size > bytes.length - start) return;
    yield { offset: bytes.readBigInt64BE(at), bytes: bytes.subarray(start, start + size) };
    at = start + size;
  }
}

/** Walks the whole run, so that a bad length is found before the first message is shown. */
function lastOffset(inner: Buffer): bigint {
  let last: bigint | undefined;
  for (const { offset } of places(inner)) last = offset;
  if (last === undefined) throw new DecodeError('compressed message wraps none', 0);
  return last;
}

/** What has to be added to the offsets of wrapped messages: version 0 wraps absolute ones. */
function baseOffset(outer: LegacyView, offset: bigint, last: bigint): bigint {
  if (outer.magic === 0 || offset === 0n) return 0n;
  if (offset < last) throw new DecodeError(`wrapper at offset ${offset} holds a message numbered ${last}`, 0);
  return offset - last;
}
