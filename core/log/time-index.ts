/**
 * Timestamp → offset, for some of a segment's batches.
 *
 *   int64 timestamp │ int32 offset − base offset of the segment
 *
 * An entry says: every record with a greater timestamp has a greater offset. Its offset is the last one of the batch that holds
 * the timestamp. Timestamps rise strictly. (source: TimeIndex)
 */
import type { Disk } from '#core/base/disk.ts';
import { readInt64, writeInt64 } from '#core/base/int64.ts';
import { IndexEntries } from './index-entries.ts';

const ENTRY_SIZE = 12;

export interface TimestampOffset {
  /** ms since the Unix epoch; −1 is none. */
  readonly timestamp: number;
  readonly offset: number;
}

/** The bytes of one entry. */
export function timeIndexEntry(entry: {
  readonly timestamp: number;
  readonly relativeOffset: number;
}): Buffer {
  const bytes = Buffer.alloc(ENTRY_SIZE);
  writeInt64(bytes, 0, entry.timestamp);
  bytes.writeInt32BE(entry.relativeOffset, 8);
  return bytes;
}

export class TimeIndex {
  readonly #baseOffset: number;
  readonly #entries: IndexEntries;

  constructor(disk: Disk, path: string, baseOffset: number) {
    this.#baseOffset = baseOffset;
    this.#entries = new IndexEntries(disk, path, ENTRY_SIZE);
  }

  get path(): string {
    return this.#entries.path;
  }

  get count(): number {
    return this.#entries.count;
  }

  /** Bytes of all entries. */
  get sizeBytes(): number {
    return this.#entries.count * ENTRY_SIZE;
  }

  /** True when one more entry would take the last slot of `bytesMax`, which is kept for the final one. */
  isFull(bytesMax: number): boolean {
    return this.#entries.count >= Math.floor(bytesMax / ENTRY_SIZE) - 1;
  }

  /** The last entry; without one, timestamp −1 at the segment's base offset. */
  last(): TimestampOffset {
    return this.#at(this.#entries.count - 1);
  }

  /** The last entry at or before `timestamp`; without one, timestamp −1 at the segment's base offset. */
  lookup(timestamp: number): TimestampOffset {
    const { bytes, count } = this.#entries;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (readInt64(bytes, middle * ENTRY_SIZE) <= timestamp) low = middle + 1;
      else high = middle;
    }
    return this.#at(low - 1);
  }

  /** Adds an entry, if its timestamp is above the last one's. */
  maybeAppend(timestamp: number, offset: number): void {
    if (timestamp <= this.last().timestamp) return;
    const at = this.#entries.extend();
    const { bytes } = this.#entries;
    writeInt64(bytes, at, timestamp);
    bytes.writeInt32BE(offset - this.#baseOffset, at + 8);
  }

  /** Creates the file, empty. */
  create(): void {
    this.#entries.create();
  }

  reset(): void {
    this.#entries.reset();
  }

  get isStored(): boolean {
    return this.#entries.isStored;
  }

  store(): void {
    this.#entries.store();
  }

  release(): void {
    this.#entries.release();
  }

  #at(slot: number): TimestampOffset {
    if (slot < 0) return { timestamp: -1, offset: this.#baseOffset };
    const { bytes } = this.#entries;
    const at = slot * ENTRY_SIZE;
    return { timestamp: readInt64(bytes, at), offset: this.#baseOffset + bytes.readInt32BE(at + 8) };
  }
}
