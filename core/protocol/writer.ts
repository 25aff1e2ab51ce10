import { uuidToBytes } from './uuid.ts';

const HIGH = 4294967296;
/** 2^63: one more than Long.MAX_VALUE. */
const LONG_LIMIT = 2 ** 63;
/** Byte strings from this size on are passed along as they are; copying smaller ones is cheaper than another chunk. */
const PASS_THROUGH_SIZE = 4096;

/** Writes big-endian primitives into growing memory. Large byte strings are not copied: `finish` answers a list of chunks. */
export class ByteWriter {
  #chunks: Buffer[] = [];
  #current: Buffer;
  #start = 0;
  #offset = 0;
  #flushedSize = 0;

  constructor(initialSize = 256) {
    this.#current = Buffer.allocUnsafe(initialSize);
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#flushedSize + this.#offset - this.#start;
  }

  #reserve(size: number): number {
    const at = this.#offset;
    if (at + size > this.#current.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#current.length * 2, at - this.#start + size + 256));
      this.#current.copy(grown, 0, this.#start, at);
      this.#current = grown;
      this.#offset = at - this.#start + size;
      this.#start = 0;
      return this.#offset - size;
    }
    this.#offset = at + size;
    return at;
  }

  bool(value: boolean): void {
    const at = this.#reserve(1);
    this.#current[at] = value ? 1 : 0;
  }
  int8(value: number): void {
    const at = this.#reserve(1);
    this.#current.writeInt8(value, at);
  }
  int16(value: number): void {
    const at = this.#reserve(2);
    this.#current.writeInt16BE(value, at);
  }
  uint16(value: number): void {
    const at = this.#reserve(2);
    this.#current.writeUInt16BE(value, at);
  }
  int32(value: number): void {
    const at = this.#reserve(4);
    this.#current.writeInt32BE(value, at);
  }
  uint32(value: number): void {
    const at = this.#reserve(4);
    this.#current.writeUInt32BE(value, at);
  }
  float64(value: number): void {
    const at = this.#reserve(8);
    this.#current.writeDoubleBE(value, at);
  }

  /** A whole number; ±Infinity stand for Long.MAX_VALUE and Long.MIN_VALUE (ADR 0014). @throws {RangeError} for anything else. */
  int64(value: number): void {
    const at = this.#reserve(8);
    if (Number.isInteger(value) && Math.abs(value) < LONG_LIMIT) {
      const high = Math.floor(value / HIGH);
      this.#current.writeInt32BE(high, at);
      this.#current.writeUInt32BE(value - high * HIGH, at + 4);
    } else if (value === Infinity || value === -Infinity) {
      this.#current.writeInt32BE(value > 0 ? 2147483647 : -2147483648, at);
      this.#current.writeUInt32BE(value > 0 ? 4294967295 : 0, at + 4);
    } else {
      throw new RangeError(`int64 cannot hold ${value}`);
    }
  }

  exactInt64(value: bigint): void {
    const at = this.#reserve(8);
    this.#current.writeBigInt64BE(value, at);
  }

  uuid(value: string): void {
    this.bytes(uuidToBytes(value));
  }

  unsignedVarint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      const at = this.#reserve(1);
      this.#current[at] = (rest & 0x7f) | 0x80;
      rest = Math.floor(rest / 128);
    }
    const at = this.#reserve(1);
    this.#current[at] = rest;
  }

  /** The bytes themselves, with no length before them. */
  bytes(value: Uint8Array): void {
    if (value.length < PASS_THROUGH_SIZE) {
      const at = this.#reserve(value.length);
      this.#current.set(value, at);
      return;
    }
    this.#flush();
    this.#chunks.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    this.#flushedSize += value.length;
  }

  /** UTF-8 of `value`, whose byte length the caller has written before. */
  text(value: string, byteLength: number): void {
    const at = this.#reserve(byteLength);
    this.#current.write(value, at, byteLength, 'utf8');
  }

  #flush(): void {
    if (this.#offset === this.#start) return;
    this.#chunks.push(this.#current.subarray(this.#start, this.#offset));
    this.#flushedSize += this.#offset - this.#start;
    this.#start = this.#offset;
  }

  /** Everything written, in order. The writer must not be used afterwards. */
  finish(): Buffer[] {
    this.#flush();
    return this.#chunks;
  }

  /** Everything written, as one Buffer. */
  toBuffer(): Buffer {
    const chunks = this.finish();
    return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  }
}
