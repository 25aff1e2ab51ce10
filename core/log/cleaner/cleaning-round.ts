/**
 * One round of cleaning over one log: the offset map from its dirty part, then every segment from the beginning of the log up to
 * where the map got, rewritten group by group. (source: Cleaner)
 *
 * Runs in slices. Appends, reads and everything else go on between them, but nobody takes segments away meanwhile
 * (`isBeingCleaned`), and a log that is closed or deleted ends the round.
 */
import { assert } from '#core/base/assert.ts';
import type { LogSegment } from '../log-segment.ts';
import type { LogState } from '../log-state.ts';
import type { AbortedTxn } from '../transaction-index.ts';
import type { FilterContext, RecordCounts } from './batch-filter.ts';
import { filterBatch } from './batch-filter.ts';
import type { CleanableRange } from './cleanable-range.ts';
import { CleanedSegment } from './cleaned-segment.ts';
import { CleanedTransactions } from './cleaned-transactions.ts';
import { readDirtyKeys } from './dirty-keys.ts';
import { OffsetMap } from './offset-map.ts';
import { groupSegments } from './segment-groups.ts';
import { swapIn } from './segment-swap.ts';
import { TimeSlices } from './time-slices.ts';

/** What a round came to. */
export interface CleaningResult extends Readonly<RecordCounts> {
  /** The next round begins here. */
  readonly endOffset: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export interface RoundOptions {
  readonly range: CleanableRange;
  /** Keys that the offset map takes; its default when left out. */
  readonly keysMax?: number | undefined;
  /** True when the cleaner stops. */
  readonly isCancelled: () => boolean;
}

/**
 * Cleans the log; undefined when the round was ended early, and what it had not swapped in is undone.
 * Rejects with the platform's error (the same round can be tried again), with a SwapError, or with a DecodeError or
 * CorruptBatchError when a batch does not parse.
 */
export async function cleanLog(state: LogState, options: RoundOptions): Promise<CleaningResult | undefined> {
  state.isBeingCleaned = true;
  try {
    return await new CleaningRound(state, options).run();
  } finally {
    state.isBeingCleaned = false;
  }
}

class CleaningRound {
  readonly #state: LogState;
  readonly #range: CleanableRange;
  readonly #offsetMap: OffsetMap;
  readonly #slices: TimeSlices;
  readonly #isCancelled: () => boolean;
  readonly #nowMs: number;
  readonly #counts = { recordsBefore: 0, recordsAfter: 0, bytesBefore: 0, bytesAfter: 0 };
  /** Where the aborted transactions of the group that is being written are told. */
  #output: CleanedSegment | undefined;

  constructor(state: LogState, { range, keysMax, isCancelled }: RoundOptions) {
    this.#state = state;
    this.#range = range;
    this.#offsetMap = new OffsetMap(keysMax);
    this.#slices = new TimeSlices(state.environment.clock);
    this.#isCancelled = () => state.isClosed || isCancelled();
    this.#nowMs = state.environment.clock.nowMs();
  }

  async run(): Promise<CleaningResult | undefined> {
    const { segments, config } = this.#state;
    const { firstDirtyOffset, firstUncleanableOffset } = this.#range;
    const aborted = this.#abortedTransactions();
    const oldHorizonMs = this.#oldTombstoneHorizon();
    await readDirtyKeys(this.#state, {
      range: this.#range,
      aborted,
      offsetMap: this.#offsetMap,
      slices: this.#slices,
      isCancelled: this.#isCancelled,
    });
    if (this.#isCancelled()) return undefined;
    const endOffset = this.#offsetMap.latestOffset + 1;
    assert(endOffset > firstDirtyOffset, 'a round gets on');
    const groups = groupSegments(segments.between(0, endOffset), {
      segmentBytes: config['segment.bytes'],
      indexBytes: config['segment.index.bytes'],
      firstUncleanableOffset,
    });
    const transactions = new CleanedTransactions(aborted, (txn) => this.#output?.appendAborted(txn));
    for (const group of groups) {
      if (!(await this.#cleanGroup(group, transactions, oldHorizonMs))) return undefined;
    }
    return { endOffset, ...this.#counts };
  }

  /** All that have batches in what is cleaned. They have ended: nothing at or beyond the last stable offset is cleaned. */
  #abortedTransactions(): AbortedTxn[] {
    const found: AbortedTxn[] = [];
    const { segments, logStartOffset } = this.#state;
    for (const segment of segments.all()) {
      const { transactions } = segment.indexes;
      if (transactions.collect(logStartOffset, this.#range.firstUncleanableOffset, found)) break;
    }
    return found;
  }

  /** Tombstones of old formats go when their segment was last written before this; in ms. */
  #oldTombstoneHorizon(): number {
    const clean = this.#state.segments.between(0, this.#range.firstDirtyOffset).at(-1);
    return clean === undefined ? 0 : clean.modifiedMs - this.#state.config['delete.retention.ms'];
  }

  /** False when the round was ended early. */
  async #cleanGroup(
    group: readonly LogSegment[],
    transactions: CleanedTransactions,
    oldHorizonMs: number,
  ): Promise<boolean> {
    const { environment, directory, config, producers } = this.#state;
    const output = new CleanedSegment(environment.disk, {
      directory,
      baseOffset: group[0]?.baseOffset ?? 0,
      intervalBytes: config['index.interval.bytes'],
    });
    this.#output = output;
    let isFinished = false;
    try {
      const lastRecords = producers.lastRecords();
      for (const segment of group) {
        const keepsOldTombstones = segment.modifiedMs > oldHorizonMs;
        const context = { ...this.#context(transactions), lastRecords, keepsOldTombstones };
        if (!(await this.#cleanSegment(segment, output, context))) return false;
      }
      await output.finish(group.at(-1)?.modifiedMs ?? this.#nowMs);
      // The flush of a segment just rolled looks for its files by name.
      await this.#state.flushing;
      this.#slices.restart();
      if (this.#isCancelled()) return false;
      isFinished = true;
      this.#count(group, output);
      swapIn(this.#state, output, group);
      return true;
    } finally {
      if (!isFinished) {
        output.close();
        output.remove();
      }
    }
  }

  #context(transactions: CleanedTransactions): Omit<FilterContext, 'lastRecords' | 'keepsOldTombstones'> {
    return {
      offsetMap: this.#offsetMap,
      transactions,
      roundEndOffset: this.#range.firstUncleanableOffset,
      nowMs: this.#nowMs,
      deleteRetentionMs: this.#state.config['delete.retention.ms'],
      slices: this.#slices,
      counts: this.#counts,
    };
  }

  /** False when the round was ended early. */
  async #cleanSegment(segment: LogSegment, output: CleanedSegment, context: FilterContext): Promise<boolean> {
    const walker = segment.walk({ position: 0, want: 'contents', reusesWindow: true });
    for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
      const bytes = await filterBatch(batch, context);
      if (this.#slices.isOver) await this.#slices.rest();
      if (this.#isCancelled()) return false;
      if (bytes !== undefined) output.append(bytes);
    }
    return true;
  }

  #count(group: readonly LogSegment[], output: CleanedSegment): void {
    for (const segment of group) this.#counts.bytesBefore += segment.size;
    this.#counts.bytesAfter += output.size;
  }
}
