/**
 * Walks the records of one batch. A record becomes an object only when asked for; the cursor itself is reused from record to record,
 * so that a broker can look at millions of records without allocating.
 *
 * Every rule of the format is checked on the way: each length fits, a record ends exactly where it says, header keys are not null,
 * and behind the last record nothing is left. (source: DefaultRecord.readFrom, DefaultRecordBatch.RecordIterator)
 */
import { DecodeError } from '../reader.ts';
import type { Record, RecordHeader } from './record.ts';

const NO_HEADERS: readonly RecordHeader[] = [];

export class RecordCursor {
  /** The records of the batch, decompressed. */
  readonly bytes: Buffer;
  readonly #count: number;
  #index = -1;
  #at = 0;
  /** End of what may be read now: of the record, once its length is known. */
  #end: number;

  /** Where the record begins, its length field included. */
  start = 0;
  /** Behind its last byte. */
  end = 0;
  timestampDelta = 0;
  offsetDelta = 0;
  keyAt = 0;
  /** Bytes of the key; −1 when it is null. */
  keySize = -1;
  valueAt = 0;
  /** Bytes of the value; −1 when it is null. */
  valueSize = -1;
  headerCount = 0;
  #headersAt = 0;

  /** `count` is what the batch's header says. @throws {DecodeError} when it is negative. */
  constructor(bytes: Buffer, count: number) {
    if (count < 0) throw new DecodeError(`batch claims ${count} records`, 0);
    this.bytes = bytes;
    this.#count = count;
    this.#end = bytes.length;
  }

  /** Records the batch's header announces. */
  get count(): number {
    return this.#count;
  }
  /** Place of the record in the batch, from 0. */
  get index(): number {
    return this.#index;
  }
  get hasKey(): boolean {
    return this.keySize >= 0;
  }
  get hasValue(): boolean {
    return this.valueSize >= 0;
  }

  /**
   * Goes to the next record; false behind the last one.
   * @throws {DecodeError} when the record breaks a rule, or bytes are left behind the last one.
   */
  next(): boolean {
    if (this.#index + 1 >= this.#count) {
      // A batch without records is one that the cleaner emptied: nothing is read from it.
      if (this.#count > 0 && this.#at < this.bytes.length && this.#index < this.#count) {
        this.#fail(`${this.bytes.length - this.#at} bytes are left behind ${this.#count} records`);
      }
      this.#index = this.#count;
      return false;
    }
    this.#index++;
    this.start = this.#at;
    this.#end = this.bytes.length;
    const size = this.#varint();
    if (size < 0 || size > this.#end - this.#at) {
      this.#fail(`record claims ${size} bytes, ${this.#end - this.#at} remain`);
    }
    this.end = this.#at + size;
    this.#end = this.end;
    this.#skip(1);
    this.timestampDelta = this.#varlong();
    this.offsetDelta = this.#varint();
    this.keySize = this.#varint();
    this.keyAt = this.#at;
    this.#skip(this.keySize);
    this.valueSize = this.#varint();
    this.valueAt = this.#at;
    this.#skip(this.valueSize);
    this.#skipHeaders();
    if (this.#at !== this.end) this.#fail(`record leaves ${this.end - this.#at} of its ${size} bytes unread`);
    return true;
  }

  #skipHeaders(): void {
    const count = this.#varint();
    if (count < 0 || count > this.#end - this.#at) this.#fail(`record claims ${count} headers`);
    this.headerCount = count;
    this.#headersAt = this.#at;
    for (let i = 0; i < count; i++) {
      const keySize = this.#varint();
      if (keySize < 0) this.#fail('header key must not be null');
      this.#skip(keySize);
      this.#skip(this.#varint());
    }
  }

  /** The key as a view; null when the record has none. */
  get key(): Buffer | null {
    return this.keySize < 0 ? null : this.bytes.subarray(this.keyAt, this.keyAt + this.keySize);
  }
  /** The value as a view; null when the record has none. */
  get value(): Buffer | null {
    return this.valueSize < 0 ? null : this.bytes.subarray(this.valueAt, this.valueAt + this.valueSize);
  }
  /** The headers, in order; a key may occur more than once. */
  get headers(): readonly RecordHeader[] {
    if (this.headerCount === 0) return NO_HEADERS;
    const back = this.#at;
    this.#at = this.#headersAt;
    const headers: RecordHeader[] = [];
    for (let i = 0; i < this.headerCount; i++) {
      const keySize = this.#varint();
      const key = this.bytes.toString('utf8', this.#at, this.#at + keySize);
      this.#at += keySize;
      const valueSize = this.#varint();
      headers.push({
        key,
        value: valueSize < 0 ? null : this.bytes.subarray(this.#at, this.#at + valueSize),
      });
      if (valueSize > 0) this.#at += valueSize;
    }
    this.#at = back;
    return headers;
  }

  /** The record as an object that stays when the cursor goes on. */
  record(): Record {
    const { timestampDelta, offsetDelta, key, value, headers, start, end } = this;
    return { offsetDelta, timestampDelta, key, value, headers, start, end };
  }

  #fail(message: string): never {
    throw new DecodeError(message, this.#at);
  }

  /** Passes over `size` bytes; none when it is negative, which stands for null. */
  #skip(size: number): void {
    if (size > this.#end - this.#at) this.#fail(`needs ${size} bytes, ${this.#end - this.#at} remain`);
    if (size > 0) this.#at += size;
  }

  #varint(): number {
    const bytes = this.bytes;
    let at = this.#at;
    let raw = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      if (at >= this.#end) this.#fail('varint is cut');
      const byte = bytes[at++] as number;
      raw |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.#at = at;
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    return this.#fail('varint longer than 5 bytes');
  }

  /** Up to four bytes stay within 32-bit arithmetic: that is every ordinary timestamp delta. */
  #varlong(): number {
    const bytes = this.bytes;
    let at = this.#at;
    let raw = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      if (at >= this.#end) this.#fail('varlong is cut');
      const byte = bytes[at++] as number;
      raw |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.#at = at;
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    return this.#longVarlong(at, raw);
  }

  #longVarlong(from: number, low: number): number {
    let at = from;
    let raw = BigInt(low);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      if (at >= this.#end) this.#fail('varlong is cut');
      const byte = this.bytes[at++] as number;
      raw |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.#at = at;
        return Number(BigInt.asIntN(64, (raw >> 1n) ^ -(raw & 1n)));
      }
    }
    return this.#fail('varlong longer than 10 bytes');
  }
}
