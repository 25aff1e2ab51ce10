/** The record table of a log of any length: what was read of it, where it stands, and whether it follows the log end. */
import type { BatchView } from '#core/lab-api/views.ts';
import { wholeBatches } from './batch-slices.ts';
import { LogPages, type OffsetRange, type PageUnit, type ReadStretch } from './log-pages.ts';
import { type LogRow, logRows } from './log-rows.ts';
import type { BatchStretch } from './log-source.ts';
import {
  barOf,
  drawnRows,
  edgeAt,
  edgePlace,
  moved,
  offsetsSeen,
  type Place,
  placeAtBar,
  revealing,
  rowAt,
  type ScrollLayout,
  topOf,
} from './long-scroll.ts';

export interface LogScrollOptions {
  readonly read: (stretch: BatchStretch) => Promise<readonly BatchView[]>;
  readonly range: () => OffsetRange;
  readonly unit: () => PageUnit;
  readonly isNewestFirst: () => boolean;
  /** The last stable offset where records wait behind it, else null. */
  readonly lastStableOffset: () => number | null;
}

export type EdgeSide = 'top' | 'bottom';

export class LogScroll {
  /** Height of a row and of what is seen of the table, in px. */
  rowHeight = $state(28);
  viewHeight = $state(0);
  /** False until something was read of the log that is open. */
  isLoaded = $state(false);
  /** Null follows the log end. */
  #place: Place | null = $state.raw(null);
  #read: ReadStretch | null = $state.raw(null);
  /** The log end when it was left. */
  #endSeen = $state(0);
  readonly #options: LogScrollOptions;
  readonly #pages: LogPages;

  constructor(options: LogScrollOptions) {
    this.#options = options;
    const { read, range, unit, isNewestFirst } = options;
    const onChange = (stretch: ReadStretch | null): void => this.#take(stretch);
    this.#pages = new LogPages({ read, range, unit, isNewestFirst, onChange });
  }

  readonly range = $derived.by(() => this.#options.range());

  /** What was read, newest first; of a large batch the slice that was read. */
  readonly batches = $derived.by(() => wholeBatches(this.#read?.batches ?? []).toReversed());

  readonly rows: readonly LogRow[] = $derived.by(() => {
    const { unit, isNewestFirst, lastStableOffset } = this.#options;
    if (this.#read === null) return [];
    return logRows(this.#read, {
      unit: unit(),
      range: this.range,
      isNewestFirst: isNewestFirst(),
      lastStableOffset: lastStableOffset(),
    });
  });

  readonly #layout: ScrollLayout = $derived.by(() => {
    const { rows: spans, range, rowHeight, viewHeight } = this;
    const isNewestFirst = this.#options.isNewestFirst();
    const read = this.#read;
    const isAtEnd = read !== null && read.to >= range.end - 1;
    const isAtStart = read !== null && read.from <= range.start;
    const [isAtFirst, isAtLast] = isNewestFirst ? [isAtEnd, isAtStart] : [isAtStart, isAtEnd];
    return { spans, isNewestFirst, range, isAtFirst, isAtLast, rowHeight, viewHeight };
  });

  /** Where new rows come in. */
  get tail(): EdgeSide {
    return this.#options.isNewestFirst() ? 'top' : 'bottom';
  }

  readonly place: Place = $derived.by(() => this.#place ?? edgePlace(this.#layout, this.tail));
  readonly drawn = $derived.by(() => drawnRows(this.#layout, this.place));
  readonly bar = $derived.by(() => barOf(this.#layout, this.place));

  /** True when every row there is has been read. */
  get isWhole(): boolean {
    return this.#layout.isAtFirst && this.#layout.isAtLast;
  }

  get isFollowing(): boolean {
    return this.#place === null;
  }

  /** Offsets that came in since the log end was left. */
  get newCount(): number {
    return this.#place === null ? 0 : Math.max(0, this.range.end - this.#endSeen);
  }

  /** Index of the row that stands for an offset; −1 when it is not read. */
  rowOf(offset: number): number {
    return rowAt(this.#layout, offset);
  }

  /** Another log, or other rows of it. Resolves when its end is read. */
  async restart(): Promise<void> {
    this.#place = null;
    this.isLoaded = false;
    await this.#pages.restart();
    this.isLoaded = true;
  }

  /** The same place in rows of another kind. */
  async reread(): Promise<void> {
    await this.#pages.restart(this.#look());
  }

  /** Something was written. */
  refresh(): Promise<void> {
    return this.#pages.refresh();
  }

  moveBy(px: number): void {
    void this.#goTo(moved(this.#layout, this.place, px));
  }

  moveToBar(topPx: number): void {
    void this.#goTo(placeAtBar(this.#layout, topPx, this.bar.heightPx));
  }

  moveToEdge(side: EdgeSide): Promise<void> {
    return this.#goTo(edgePlace(this.#layout, side), side);
  }

  /** Shows an offset in the middle, if it is not seen already. Resolves when it is read. */
  async reveal(offset: number): Promise<void> {
    const { start, end } = this.range;
    const inside = Math.max(start, Math.min(end - 1, offset));
    const place = revealing(this.#layout, this.place, inside);
    if (place !== this.place) await this.#goTo(place);
    // Now that what is around it is known, it may stand nearer to an edge.
    this.#settle();
  }

  /** Moves just so far that a row that was read is seen whole. */
  bringIn(index: number): void {
    const { rowHeight, viewHeight } = this;
    const y = index * rowHeight - topOf(this.#layout, this.place);
    if (y < 0) this.moveBy(y);
    else if (y + rowHeight > viewHeight) this.moveBy(y + rowHeight - viewHeight);
  }

  follow(): void {
    void this.moveToEdge(this.tail);
  }

  /** After the height of what is seen has changed. */
  resized(): void {
    this.#settle();
  }

  #goTo(place: Place, side?: EdgeSide): Promise<void> {
    const edge = edgeAt(this.#layout, place);
    const isAtTail = side === this.tail || (this.tail === 'top' ? edge.isTop : edge.isBottom);
    if (this.#place === null) this.#endSeen = this.range.end;
    this.#place = isAtTail ? null : place;
    return this.#pages.look(this.#look());
  }

  #look(): Parameters<LogPages['look']>[0] {
    const { low, high } = offsetsSeen(this.#layout, this.place);
    const at = this.#options.isNewestFirst() ? high : low;
    return { low, high, at, isAtTail: this.#place === null };
  }

  #take(read: ReadStretch | null): void {
    this.#read = read;
    if (read !== null) this.#settle();
  }

  /** Keeps the place inside the table, whose edges may have become known; asks for what is missing around it. */
  #settle(): void {
    const place = this.#place;
    if (place === null) return;
    const inside = moved(this.#layout, place, 0);
    if (inside.offset === place.offset && inside.shiftPx === place.shiftPx) return;
    void this.#goTo(inside);
  }
}
