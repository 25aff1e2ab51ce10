import { uuidFromBytes } from './uuid.ts';

/** Bytes that make no sense as what they claim to be. Closes a connection; in a file it marks the damaged place. */
export class DecodeError extends RangeError {
  override readonly name: string = 'DecodeError';
  /** Byte offset, in the buffer being read, where reading stopped. */
  readonly at: number;
  constructor(message: string, at: number) {
    super(`${message} (byte ${at})`);
    this.at = at;
  }
}

const HIGH = 4294967296;
/** 2^63: one more than Long.MAX_VALUE, which no number holds exactly. */
const LONG_LIMIT = 2 ** 63;

/**
 * Reads big-endian primitives from one Buffer. Byte strings and record sets come back as views, not copies.
 * Every read is checked against what is left; a short or senseless input is a DecodeError.
 */
export class ByteReader {
  readonly buffer: Buffer;
  offset: number;
  readonly end: number;

  constructor(buffer: Buffer, offset = 0, end = buffer.length) {
    this.buffer = buffer;
    this.offset = offset;
    this.end = end;
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  fail(message: string): never {
    throw new DecodeError(message, this.offset);
  }

  #take(size: number): number {
    const at = this.offset;
    if (size < 0 || size > this.end - at) this.fail(`needs ${size} bytes, ${this.end - at} remain`);
    this.offset = at + size;
    return at;
  }

  bool(): boolean {
    return this.buffer[this.#take(1)] !== 0;
  }
  int8(): number {
    return this.buffer.readInt8(this.#take(1));
  }
  uint8(): number {
    return this.buffer[this.#take(1)] as number;
  }
  int16(): number {
    return this.buffer.readInt16BE(this.#take(2));
  }
  uint16(): number {
    return this.buffer.readUInt16BE(this.#take(2));
  }
  int32(): number {
    return this.buffer.readInt32BE(this.#take(4));
  }
  uint32(): number {
    return this.buffer.readUInt32BE(this.#take(4));
  }
  float64(): number {
    return this.buffer.readDoubleBE(this.#take(8));
  }

  /**
   * A number: exact within ±2^53, rounded to the nearest number beyond, where only strangers' ids and times lie (ADR 0014).
   * Long.MAX_VALUE and Long.MIN_VALUE read as ±Infinity.
   */
  int64(): number {
    const at = this.#take(8);
    const high = this.buffer.readInt32BE(at);
    const value = high * HIGH + this.buffer.readUInt32BE(at + 4);
    if (high < 2097152 && high >= -2097152) return value;
    if (value >= LONG_LIMIT) return Infinity;
    return value <= -LONG_LIMIT ? -Infinity : value;
  }

  /** All 64 bits, signed. */
  exactInt64(): bigint {
    return this.buffer.readBigInt64BE(this.#take(8));
  }

  uuid(): string {
    return uuidFromBytes(this.buffer, this.#take(16));
  }

  /** Unsigned LEB128, at most 32 bits: lengths and tags of flexible versions. */
  unsignedVarint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.uint8();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (value > 0xffffffff) this.fail('varint beyond 32 bits');
        return value;
      }
    }
    return this.fail('varint longer than 5 bytes');
  }

  /** A view of the next `size` bytes. */
  view(size: number): Buffer {
    const at = this.#take(size);
    return this.buffer.subarray(at, at + size);
  }

  /** The next `size` bytes as UTF-8. */
  text(size: number): string {
    const at = this.#take(size);
    return this.buffer.toString('utf8', at, at + size);
  }

  skip(size: number): void {
    this.#take(size);
  }
}
