/** A log of batches in memory, read as the lab reads one. */

import type { BatchView } from '#core/lab-api/views.ts';
import { LogPages, type PageUnit, type ReadStretch } from '../../../../renderer/state/log-pages.ts';
import type { BatchStretch } from '../../../../renderer/state/log-source.ts';
import { batch, record } from '../drawings/support.ts';

/** Batches of so many records from offset 0 on; those in `without` are not there. */
export function aLog(
  batchCount: number,
  recordsPerBatch: number,
  without: (index: number) => boolean = () => false,
): readonly BatchView[] {
  return Array.from({ length: batchCount }, (_, index) => index)
    .filter((index) => !without(index))
    .map((index) =>
      batch(index * recordsPerBatch, {
        keys: Array.from({ length: recordsPerBatch }, (_, i) => `k-${i}`),
      }),
    );
}

/** One batch of so many records without holes. */
export function aHugeBatch(baseOffset: number, recordCount: number): BatchView {
  const records = Array.from({ length: recordCount }, (_, i) => record(baseOffset + i, 'k'));
  return batch(baseOffset, { records });
}

/** Batches of more records come in slices. */
const WHOLE_MAX = 500;

/** What of a batch fits into a stretch that has room for so many records. */
function sliceOf(whole: BatchView, { fromOffset, direction }: BatchStretch, room: number): BatchView {
  if (whole.recordCount <= WHOLE_MAX) return whole;
  const isDown = direction === 'down';
  const low = isDown ? whole.baseOffset : Math.max(whole.baseOffset, fromOffset);
  const high = isDown ? Math.min(whole.lastOffset, fromOffset) : whole.lastOffset;
  const wanted = whole.records.filter(({ offset }) => offset >= low && offset <= high);
  const records = isDown ? wanted.slice(-room) : wanted.slice(0, room);
  const isCut = records.length < wanted.length;
  const [first] = records;
  const last = records.at(-1);
  const slice = {
    from: isDown && isCut ? (first?.offset ?? low) : low,
    to: !isDown && isCut ? (last?.offset ?? high) : high,
    index: first === undefined ? 0 : whole.records.indexOf(first),
  };
  return { ...whole, records, slice };
}

function sized(batches: readonly BatchView[], stretch: BatchStretch): readonly BatchView[] {
  const { recordsMax, unit } = stretch;
  const answer: BatchView[] = [];
  let size = 0;
  for (const one of batches) {
    if (size >= recordsMax) break;
    const shown = unit === 'batches' ? { ...one, records: [] } : sliceOf(one, stretch, recordsMax - size);
    answer.push(shown);
    size += unit === 'batches' ? 1 : Math.max(1, shown.records.length);
  }
  return answer;
}

/** What `log.batches` answers. */
export function answer(log: readonly BatchView[], stretch: BatchStretch): readonly BatchView[] {
  const { fromOffset, direction } = stretch;
  return direction === 'up'
    ? sized(
        log.filter(({ lastOffset }) => lastOffset >= fromOffset),
        stretch,
      )
    : sized(log.filter(({ baseOffset }) => baseOffset <= fromOffset).toReversed(), stretch);
}

/** Pages over a log; answers come when they are let through, or at once. */
export class PagesStand {
  log: readonly BatchView[];
  unit: PageUnit = 'records';
  isNewestFirst = true;
  start = 0;
  readonly asked: BatchStretch[] = [];
  readonly seen: (ReadStretch | null)[] = [];
  readonly pages: LogPages;
  /** While true, answers wait for `letThrough`. */
  isHeld = false;
  #waiting: (() => void)[] = [];

  constructor(log: readonly BatchView[]) {
    this.log = log;
    this.pages = new LogPages({
      read: (stretch) => this.#read(stretch),
      range: () => ({ start: this.start, end: this.end }),
      unit: () => this.unit,
      isNewestFirst: () => this.isNewestFirst,
      onChange: (stretch) => this.seen.push(stretch),
    });
  }

  get end(): number {
    return (this.log.at(-1)?.lastOffset ?? -1) + 1;
  }

  /** Looks at `rows` offsets from `high` down. */
  look(high: number, rows = 20): Promise<void> {
    return this.pages.look({ low: high - rows + 1, high, at: high, isAtTail: false });
  }

  /** Every answer that waits, in order. */
  async letThrough(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const give of waiting) give();
    await new Promise((resolve) => setTimeout(resolve));
  }

  async #read(stretch: BatchStretch): Promise<readonly BatchView[]> {
    this.asked.push(stretch);
    if (this.isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return answer(this.log, stretch);
  }
}
