/** The segments of a log, by base offset. There is always at least one; the last one is active. (source: LogSegments) */
import { present } from '#core/base/assert.ts';
import type { LogSegment } from './log-segment.ts';

export class Segments {
  /** Ascending. */
  readonly #segments: LogSegment[] = [];

  get count(): number {
    return this.#segments.length;
  }

  get first(): LogSegment {
    return present(this.#segments[0], 'first segment');
  }

  get active(): LogSegment {
    return present(this.#segments[this.#segments.length - 1], 'active segment');
  }

  /** Bytes of all `.log` files. */
  get sizeBytes(): number {
    let size = 0;
    for (const segment of this.#segments) size += segment.size;
    return size;
  }

  /** A copy, so that segments can be removed while walking. */
  all(): LogSegment[] {
    return [...this.#segments];
  }

  baseOffsets(): Set<number> {
    return new Set(this.#segments.map((segment) => segment.baseOffset));
  }

  /** Adds a segment whose base offset no other has. */
  add(segment: LogSegment): void {
    this.#segments.splice(this.#floorIndex(segment.baseOffset) + 1, 0, segment);
  }

  remove(segment: LogSegment): void {
    const index = this.#segments.indexOf(segment);
    if (index >= 0) this.#segments.splice(index, 1);
  }

  /** The segment that holds `offset`, if any does; undefined below the first one. */
  floor(offset: number): LogSegment | undefined {
    return this.#segments[this.#floorIndex(offset)];
  }

  /** The segment behind `segment`. */
  after(segment: LogSegment): LogSegment | undefined {
    return this.#segments[this.#floorIndex(segment.baseOffset) + 1];
  }

  /** From the segment that holds `offset` on; all of them when it lies below the first. */
  from(offset: number): LogSegment[] {
    return this.#segments.slice(Math.max(0, this.#floorIndex(offset)));
  }

  /** From the segment that holds `from` on, those that begin below `end`. (source: LogSegments.values) */
  between(from: number, end: number): LogSegment[] {
    return from >= end ? [] : this.from(from).filter((segment) => segment.baseOffset < end);
  }

  /** Those of `between` up to the active segment, which is left out. */
  inactiveFrom(from: number): LogSegment[] {
    return this.between(from, this.active.baseOffset);
  }

  #floorIndex(offset: number): number {
    // A log of one segment, and the active segment of any log, are asked for nearly always.
    const last = this.#segments.length - 1;
    if (last < 0 || offset >= (this.#segments[last] as LogSegment).baseOffset) return last;
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#segments[middle] as LogSegment).baseOffset <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
