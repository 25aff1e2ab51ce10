/**
 * The batches around the place that is looked at in a log of any length. One read at a time: its answer is dropped when the place
 * was left meanwhile, and only the newest place is read next, so that what is scrolled past costs nothing.
 */
import type { BatchView } from '#core/lab-api/views.ts';
import { extentOf, piecesOf } from './batch-slices.ts';
import type { BatchStretch } from './log-source.ts';

/** What the rows of the table are. */
export type PageUnit = 'records' | 'batches';

/** Offsets from `start` on, below `end`. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** What is seen of a log. */
export interface Look {
  /** The lowest and the highest offset that are seen. */
  readonly low: number;
  readonly high: number;
  /** Where reading begins when nothing of it was read. */
  readonly at: number;
  /** The end of the log is seen, whatever it is by now. */
  readonly isAtTail: boolean;
}

/**
 * What was read: every batch that has an offset in `from` to `to`, both included; oldest first. A large one as slices that follow
 * each other, as far as it was read.
 */
export interface ReadStretch {
  readonly batches: readonly BatchView[];
  readonly from: number;
  readonly to: number;
}

export interface LogPagesOptions {
  /** Reads a stretch. What it rejects with leaves everything as it was; the next look tries again. */
  readonly read: (stretch: BatchStretch) => Promise<readonly BatchView[]>;
  /** The log as it is known now. */
  readonly range: () => OffsetRange;
  readonly unit: () => PageUnit;
  readonly isNewestFirst: () => boolean;
  readonly onChange: (stretch: ReadStretch | null) => void;
}

/** Rows read at once. */
const PAGE_ROWS = 300;
/** With fewer rows than this beyond what is seen, the next page is read. */
const MARGIN_ROWS = 100;
/** Slices are kept in pieces of so many rows: what is far away is let go, whatever it was read with. */
const PIECE_ROWS = 100;
/** The most that is kept. */
const KEPT_ROWS = 1200;

interface Task {
  readonly kind: 'replace' | 'extend';
  readonly stretch: BatchStretch;
  /** The end of the log when it was asked for. */
  readonly end: number;
}

const NOTHING_SEEN: Look = { low: 0, high: 0, at: 0, isAtTail: true };

export class LogPages {
  readonly #options: LogPagesOptions;
  #read: ReadStretch | null = null;
  #look: Look = NOTHING_SEEN;
  #isStale = false;
  /** Counts what makes an answer worthless: another log, another unit. */
  #log = 0;
  #reading: Promise<void> | undefined;

  constructor(options: LogPagesOptions) {
    this.#options = options;
  }

  get stretch(): ReadStretch | null {
    return this.#read;
  }

  /** Another log, order or unit: nothing is known of it, and its end is looked at. Resolves as `look`. */
  restart(look: Look = NOTHING_SEEN): Promise<void> {
    this.#log++;
    this.#isStale = false;
    this.#set(null);
    return this.look(look);
  }

  /** Something else is seen now. Resolves when what is seen, and some more on both sides, is read or cannot be read. */
  look(look: Look): Promise<void> {
    this.#look = look;
    return this.#pump();
  }

  /** Something was written: what is seen is read again. Resolves as `look`. */
  refresh(): Promise<void> {
    this.#isStale = true;
    return this.#pump();
  }

  #pump(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    for (let task = this.#next(); task !== null; task = this.#next()) {
      const log = this.#log;
      const look = this.#look;
      this.#isStale = false;
      let batches: readonly BatchView[];
      try {
        batches = await this.#options.read(task.stretch);
      } catch {
        if (log === this.#log) return;
        continue;
      }
      if (log !== this.#log) continue;
      const page = pageOf(task, batches, this.#options.range());
      if (task.kind === 'extend' && this.#read !== null) this.#keep(joined(this.#read, page));
      else if (this.#isSeen(page)) this.#keep(page);
      // What was answered is not what was asked for: asking again would not help.
      else if (look === this.#look) return;
    }
  }

  #isSeen({ from, to }: ReadStretch): boolean {
    const { low, high, isAtTail } = this.#looked();
    return isAtTail ? to >= this.#options.range().end - 1 : from <= high && to >= low;
  }

  /** What is seen, inside the log as it is now. */
  #looked(): Look {
    const { start, end } = this.#options.range();
    const inside = (offset: number) => Math.max(start, Math.min(end - 1, offset));
    const { low, high, at, isAtTail } = this.#look;
    return { low: inside(low), high: inside(high), at: inside(at), isAtTail };
  }

  #next(): Task | null {
    const { start, end } = this.#options.range();
    if (end <= start) {
      if (this.#read !== null) this.#set(null);
      return null;
    }
    const read = this.#read;
    const { at, isAtTail } = this.#looked();
    if (read === null || !this.#isSeen(read) || (this.#isStale && isAtTail)) {
      const direction = isAtTail || this.#options.isNewestFirst() ? 'down' : 'up';
      return this.#task('replace', isAtTail ? end - 1 : at, direction, PAGE_ROWS);
    }
    if (this.#isStale) {
      const near = this.#near(read, MARGIN_ROWS);
      return this.#task('replace', near.from, 'up', Math.max(PAGE_ROWS, this.#rowsOf(near.batches)));
    }
    return this.#extension(read);
  }

  /** The next page on the side that has fewer rows beyond what is seen; null when both have enough. */
  #extension(read: ReadStretch): Task | null {
    const { start, end } = this.#options.range();
    const below = read.from <= start ? Infinity : this.#rowsBelow(read);
    const above = read.to >= end - 1 ? Infinity : this.#rowsAbove(read);
    if (Math.min(below, above) >= MARGIN_ROWS) return null;
    return below <= above
      ? this.#task('extend', read.from - 1, 'down', PAGE_ROWS)
      : this.#task('extend', read.to + 1, 'up', PAGE_ROWS);
  }

  #task(kind: Task['kind'], fromOffset: number, direction: 'up' | 'down', recordsMax: number): Task {
    const unit = this.#options.unit();
    return { kind, stretch: { fromOffset, direction, recordsMax, unit }, end: this.#options.range().end };
  }

  #keep(read: ReadStretch): void {
    this.#set(this.#near(read, KEPT_ROWS / 2));
  }

  /** With at most so many rows on either side of what is seen. */
  #near(read: ReadStretch, rowsBeside: number): ReadStretch {
    const { batches } = read;
    let first = 0;
    for (let below = this.#rowsBelow(read); below > rowsBeside; first++)
      below -= this.#sizeAt(batches, first);
    let end = batches.length;
    for (let above = this.#rowsAbove(read); above > rowsBeside; end--)
      above -= this.#sizeAt(batches, end - 1);
    if (first === 0 && end === batches.length) return read;
    return {
      batches: batches.slice(first, end),
      from: first === 0 ? read.from : fromOf(batches[first], read.from),
      to: end === batches.length ? read.to : toOf(batches[end - 1], read.to),
    };
  }

  #rowsBelow({ batches }: ReadStretch): number {
    const low = this.#look.isAtTail ? this.#tailLow(batches) : this.#look.low;
    return this.#rowsOf(batches.filter((batch) => extentOf(batch).to < low));
  }

  #rowsAbove({ batches }: ReadStretch): number {
    if (this.#look.isAtTail) return 0;
    return this.#rowsOf(batches.filter((batch) => extentOf(batch).from > this.#look.high));
  }

  /** At the tail the last rows are seen: as many as a screen may have. */
  #tailLow(batches: readonly BatchView[]): number {
    let rows = 0;
    const lowest = batches.findLast((batch) => {
      rows += this.#sizeOf(batch);
      return rows >= MARGIN_ROWS;
    });
    return fromOf(lowest, 0);
  }

  #rowsOf(batches: readonly BatchView[]): number {
    return batches.reduce((sum, batch) => sum + this.#sizeOf(batch), 0);
  }

  #sizeAt(batches: readonly BatchView[], index: number): number {
    const batch = batches[index];
    return batch === undefined ? Infinity : this.#sizeOf(batch);
  }

  #sizeOf({ recordCount, records, slice }: BatchView): number {
    if (this.#options.unit() === 'batches') return 1;
    return Math.max(1, slice === undefined ? recordCount : records.length);
  }

  #set(read: ReadStretch | null): void {
    this.#read = read;
    this.#options.onChange(read);
  }
}

/** What an answer tells: everything down to its lowest batch, or to the log start when there is none; upwards likewise. */
function pageOf(
  { stretch: { fromOffset, direction }, end }: Task,
  answered: readonly BatchView[],
  { start }: OffsetRange,
): ReadStretch {
  const oldestFirst = direction === 'down' ? answered.toReversed() : answered;
  const batches = oldestFirst.flatMap((batch) => piecesOf(batch, PIECE_ROWS));
  const lowest = batches[0];
  const highest = batches.at(-1);
  return direction === 'down'
    ? {
        batches,
        from: fromOf(lowest, Math.min(fromOffset, start)),
        to: Math.max(fromOffset, toOf(highest, fromOffset)),
      }
    : {
        batches,
        from: Math.min(fromOffset, fromOf(lowest, fromOffset)),
        to: toOf(highest, Math.max(fromOffset, end - 1)),
      };
}

function fromOf(batch: BatchView | undefined, otherwise: number): number {
  return batch === undefined ? otherwise : extentOf(batch).from;
}

function toOf(batch: BatchView | undefined, otherwise: number): number {
  return batch === undefined ? otherwise : extentOf(batch).to;
}

/** Two stretches side by side as one. */
function joined(a: ReadStretch, b: ReadStretch): ReadStretch {
  const [low, high] = a.from <= b.from ? [a, b] : [b, a];
  return {
    batches: [...low.batches, ...high.batches.filter((batch) => extentOf(batch).from > low.to)],
    from: low.from,
    to: Math.max(low.to, high.to),
  };
}
