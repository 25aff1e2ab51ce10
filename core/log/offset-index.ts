/**
 * Offset → position in the segment's `.log`, for some of its batches.
 *
 *   int32 offset − base offset of the segment │ int32 position of the batch
 *
 * The offset of an entry is the last one of its batch, the position is where that batch starts. Offsets rise strictly.
 * (source: OffsetIndex)
 */
import type { Disk } from '#core/base/disk.ts';
import { IndexEntries } from './index-entries.ts';

const ENTRY_SIZE = 8;
/** Relative offsets are int32. */
export const RELATIVE_OFFSET_MAX = 2147483647;

export interface OffsetPosition {
  readonly offset: number;
  readonly position: number;
}

export class OffsetIndex {
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

  /** True when one more entry would exceed `bytesMax`. */
  isFull(bytesMax: number): boolean {
    return this.#entries.count >= Math.floor(bytesMax / ENTRY_SIZE);
  }

  /** The last entry; without one, the segment's beginning. */
  last(): OffsetPosition {
    return this.#at(this.#entries.count - 1);
  }

  /** The last entry at or below `offset`; without one, the segment's beginning. */
  lookup(offset: number): OffsetPosition {
    return this.#at(this.#floorSlot(offset - this.#baseOffset, 0));
  }

  /** The offset of the first entry whose position is `position` or greater; undefined when there is none. */
  firstOffsetFrom(position: number): number | undefined {
    const slot = this.#floorSlot(position - 1, 4) + 1;
    return slot < this.#entries.count ? this.#at(slot).offset : undefined;
  }

  /** Adds an entry, whose offset must be above the last one's. */
  append(offset: number, position: number): void {
    const at = this.#entries.extend();
    const { bytes } = this.#entries;
    bytes.writeInt32BE(offset - this.#baseOffset, at);
    bytes.writeInt32BE(position, at + 4);
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

  #at(slot: number): OffsetPosition {
    if (slot < 0) return { offset: this.#baseOffset, position: 0 };
    const { bytes } = this.#entries;
    const at = slot * ENTRY_SIZE;
    return { offset: this.#baseOffset + bytes.readInt32BE(at), position: bytes.readInt32BE(at + 4) };
  }

  /** The last slot whose int32 at `field` is `value` or less; −1 when there is none. */
  #floorSlot(value: number, field: 0 | 4): number {
    const { bytes, count } = this.#entries;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (bytes.readInt32BE(middle * ENTRY_SIZE + field) <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
