/**
 * An `.index` or `.timeindex` entry by entry, with positioned reads; what hangs over at its end is not looked at.
 *
 *   .index      8 bytes    relative offset:int32   position:int32
 *   .timeindex  12 bytes   timestamp:int64         relative offset:int32
 *
 * (source: OffsetIndex, TimeIndex, AbstractIndex)
 */
import type { DiskFile } from '#core/base/disk.ts';
import { DumpFailure } from './dump-options.ts';

const CHUNK_SIZE = 1 << 16;
const FILE_SIZE_MAX = 2147483647;
const OFFSET_ENTRY_SIZE = 8;
const TIME_ENTRY_SIZE = 12;
/** The end of an index that Kafka searches first. */
const WARM_SIZE = 8192;

class IndexFile {
  readonly #file: DiskFile;
  readonly #entrySize: number;
  readonly size: number;
  readonly entries: number;
  readonly baseOffset: bigint;
  #chunk = Buffer.alloc(0);
  #chunkAt = 0;

  /** @throws {DumpFailure} when the file is too large for an index. */
  constructor(file: DiskFile, baseOffset: bigint, entrySize: number) {
    this.#file = file;
    this.#entrySize = entrySize;
    this.size = file.size();
    this.entries = Math.floor(this.size / entrySize);
    this.baseOffset = baseOffset;
    if (this.size > FILE_SIZE_MAX) {
      throw new DumpFailure(`an index of ${this.size} bytes, Kafka allows ${FILE_SIZE_MAX}`);
    }
  }

  /** The bytes of entry `i`, which is one of `entries`. */
  protected bytesOf(i: number): Buffer {
    const position = i * this.#entrySize;
    let start = position - this.#chunkAt;
    if (start < 0 || start + this.#entrySize > this.#chunk.length) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_SIZE, this.size - position));
      const read = this.#file.read(position, chunk, 0, chunk.length);
      if (read < this.#entrySize) throw new DumpFailure(`the index was cut to less than ${this.size} bytes`);
      this.#chunk = chunk.subarray(0, read);
      this.#chunkAt = position;
      start = 0;
    }
    return this.#chunk.subarray(start, start + this.#entrySize);
  }

  /** What a broker checks of both kinds when it starts. @throws {DumpFailure} */
  protected checkEnd(lastOffset: bigint): void {
    if (this.entries > 0 && lastOffset < this.baseOffset) {
      throw new DumpFailure(
        `corrupt index: its last offset ${lastOffset} is below its base offset ${this.baseOffset}; a broker rebuilds it after a crash`,
      );
    }
    if (this.size % this.#entrySize !== 0) {
      throw new DumpFailure(
        `corrupt index: ${this.size} bytes are not a multiple of ${this.#entrySize}; a broker rebuilds it after a crash`,
      );
    }
  }

  /** Offsets are kept relative to the base offset. */
  protected absolute(relative: number): bigint {
    return BigInt.asIntN(64, this.baseOffset + BigInt(relative));
  }
}

/** Where the batch with an offset lies. */
export interface OffsetPosition {
  readonly offset: bigint;
  readonly position: number;
}

export class OffsetIndexFile extends IndexFile {
  constructor(file: DiskFile, baseOffset: bigint) {
    super(file, baseOffset, OFFSET_ENTRY_SIZE);
  }

  entry(i: number): OffsetPosition {
    const bytes = this.bytesOf(i);
    return { offset: this.absolute(bytes.readInt32BE(0)), position: bytes.readInt32BE(4) };
  }

  /**
   * The entry with the greatest offset up to `offset`, or the start of the log without one. In an index that is not sorted, the one
   * that Kafka's search finds.
   */
  lookup(offset: bigint): OffsetPosition {
    const none = { offset: this.baseOffset, position: 0 };
    if (this.entries === 0) return none;
    const firstWarm = Math.max(0, this.entries - 1 - WARM_SIZE / OFFSET_ENTRY_SIZE);
    if (this.entry(firstWarm).offset < offset) return this.#search(offset, firstWarm, this.entries - 1);
    if (this.entry(0).offset > offset) return none;
    return this.#search(offset, 0, firstWarm);
  }

  #search(offset: bigint, first: number, last: number): OffsetPosition {
    let low = first;
    let high = last;
    while (low < high) {
      const middle = Math.floor((low + high + 1) / 2);
      const found = this.entry(middle);
      if (found.offset === offset) return found;
      if (found.offset > offset) high = middle - 1;
      else low = middle;
    }
    return this.entry(low);
  }

  /** @throws {DumpFailure} when a broker would rebuild the index. */
  sanityCheck(): void {
    this.checkEnd(this.entries === 0 ? this.baseOffset : this.entry(this.entries - 1).offset);
  }
}

/** The offset whose batch brought the greatest timestamp so far. */
export interface TimestampOffset {
  readonly timestamp: bigint;
  readonly offset: bigint;
}

export class TimeIndexFile extends IndexFile {
  constructor(file: DiskFile, baseOffset: bigint) {
    super(file, baseOffset, TIME_ENTRY_SIZE);
  }

  entry(i: number): TimestampOffset {
    const bytes = this.bytesOf(i);
    return { timestamp: bytes.readBigInt64BE(0), offset: this.absolute(bytes.readInt32BE(8)) };
  }

  /** @throws {DumpFailure} when a broker would rebuild the index. */
  sanityCheck(): void {
    if (this.entries === 0) {
      this.checkEnd(this.baseOffset);
      return;
    }
    const [first, last] = [this.entry(0), this.entry(this.entries - 1)];
    if (last.timestamp < first.timestamp) {
      throw new DumpFailure(
        `corrupt time index: its last timestamp ${last.timestamp} is below its first, ${first.timestamp}; a broker rebuilds it after a crash`,
      );
    }
    this.checkEnd(last.offset);
  }
}
