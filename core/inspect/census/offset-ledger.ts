/**
 * Counts every offset of a partition once, by what lies there, and remembers why no record does.
 *
 * What became of a transaction's records is known at its marker only: until then they are counted with their producer id. A batch
 * that the cleaner emptied says that records were removed, and the marker behind it, whether they were aborted ones.
 */
import type { HoleCause, HoleView, OffsetCounts } from '#core/lab-api/opened-views.ts';
import type { BatchHead } from '../scan/batch-head.ts';
import { HoleList } from './hole-list.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Holes of one producer id that wait for its marker. */
const PENDING_MAX = 1000;

/** An open transaction while the log is walked. */
export interface OpenTransaction {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly firstOffset: number;
  lastTimestampMs: number;
  /** Its records at or behind the log start. */
  records: number;
}

interface Pending {
  readonly holes: HoleView[];
  offsets: number;
}

/** Where a batch lies, and whose it is. */
type Evidence = Omit<HoleView, 'fromOffset' | 'toOffset' | 'cause'>;

export const NO_COUNTS: OffsetCounts = {
  plain: 0,
  committed: 0,
  aborted: 0,
  open: 0,
  commitMarkers: 0,
  abortMarkers: 0,
  otherControl: 0,
  compacted: 0,
  compactedAborted: 0,
  compactedMarkers: 0,
  deleted: 0,
  damaged: 0,
  missing: 0,
};

const COUNTED_AS: { readonly [cause in HoleCause]: keyof OffsetCounts } = {
  'commit-marker': 'commitMarkers',
  'abort-marker': 'abortMarkers',
  'other-control': 'otherControl',
  compacted: 'compacted',
  'compacted-aborted': 'compactedAborted',
  'compacted-marker': 'compactedMarkers',
  deleted: 'deleted',
  damaged: 'damaged',
  missing: 'missing',
};

/** The counts of two partitions together. */
export function addCounts(a: OffsetCounts, b: OffsetCounts): OffsetCounts {
  const sum: Mutable<OffsetCounts> = { ...a };
  for (const key of Object.keys(NO_COUNTS) as (keyof OffsetCounts)[]) sum[key] += b[key];
  return sum;
}

export class OffsetLedger {
  readonly #logStart: number;
  readonly #counts: Mutable<OffsetCounts> = { ...NO_COUNTS };
  readonly #holes = new HoleList();
  readonly #pending = new Map<number, Pending>();
  /** By producer id, in the order of their first offsets. */
  readonly open = new Map<number, OpenTransaction>();

  /** Offsets below `logStart` are counted as deleted, by `deleted`, and by nothing else. */
  constructor(logStart: number) {
    this.#logStart = logStart;
  }

  /** The offsets before the log start. */
  deleted(fromOffset: number): void {
    const count = this.#logStart - fromOffset;
    if (count <= 0) return;
    this.#counts.deleted += count;
    this.#holes.add({ ...hole(fromOffset, this.#logStart - 1, 'deleted'), ...NOWHERE });
  }

  /** A stretch of offsets without records; `evidence` is the batch that tells. */
  missing(from: number, to: number, cause: HoleCause, evidence: Evidence = NOWHERE): void {
    const start = Math.max(from, this.#logStart);
    if (to < start) return;
    this.#counts[COUNTED_AS[cause]] += to - start + 1;
    this.#holes.add({ ...hole(start, to, cause), ...evidence });
  }

  /** `count` data records of a batch, all at or behind the log start. */
  records(head: BatchHead, count: number): void {
    if (!head.isTransactional || head.producerId < 0) {
      this.#counts.plain += count;
      return;
    }
    const open = this.#opened(head);
    open.records += count;
    open.lastTimestampMs = head.maxTimestamp;
  }

  #opened(head: BatchHead): OpenTransaction {
    const known = this.open.get(head.producerId);
    if (known !== undefined) return known;
    const opened = {
      producerId: head.producerId,
      producerEpoch: head.producerEpoch,
      firstOffset: head.baseOffset,
      lastTimestampMs: head.maxTimestamp,
      records: 0,
    };
    this.open.set(head.producerId, opened);
    return opened;
  }

  /** Offsets of a data batch whose records the cleaner removed. */
  removed(head: BatchHead, from: number, to: number, evidence: Evidence): void {
    const start = Math.max(from, this.#logStart);
    if (to < start) return;
    if (!head.isTransactional || head.producerId < 0) {
      this.missing(start, to, 'compacted', evidence);
      return;
    }
    const pending = this.#pending.get(head.producerId) ?? { holes: [], offsets: 0 };
    this.#pending.set(head.producerId, pending);
    pending.offsets += to - start + 1;
    if (pending.holes.length < PENDING_MAX)
      pending.holes.push({ ...hole(start, to, 'compacted'), ...evidence });
    else this.#holes.leftOut++;
  }

  /** A marker; answers whether a transaction of its producer id was open. */
  marker(head: BatchHead, type: 'COMMIT' | 'ABORT', evidence: Evidence): boolean {
    const isCommit = type === 'COMMIT';
    this.missing(head.baseOffset, head.lastOffset, isCommit ? 'commit-marker' : 'abort-marker', evidence);
    this.#resolve(head.producerId, isCommit ? 'compacted' : 'compacted-aborted');
    const open = this.open.get(head.producerId);
    if (open === undefined) return false;
    this.open.delete(head.producerId);
    this.#counts[isCommit ? 'committed' : 'aborted'] += open.records;
    return true;
  }

  /** First offset of the oldest transaction that is open; undefined when none is. */
  get firstUnstableOffset(): number | undefined {
    let first: number | undefined;
    for (const { firstOffset } of this.open.values()) first = Math.min(first ?? firstOffset, firstOffset);
    return first;
  }

  #resolve(producerId: number, cause: HoleCause): void {
    const pending = this.#pending.get(producerId);
    if (pending === undefined) return;
    this.#pending.delete(producerId);
    this.#counts[COUNTED_AS[cause]] += pending.offsets;
    for (const one of pending.holes) this.#holes.add({ ...one, cause });
  }

  /** Everything that seemed to be missing was removed by the cleaner, as later batches tell. */
  missingWasCompacted(): void {
    this.#counts.compacted += this.#counts.missing;
    this.#counts.missing = 0;
    this.#holes.rename('missing', 'compacted');
  }

  /** The end of the log: what is open stays open. */
  close(): { readonly counts: OffsetCounts; readonly holes: readonly HoleView[]; readonly leftOut: number } {
    for (const producerId of [...this.#pending.keys()]) this.#resolve(producerId, 'compacted');
    const open = [...this.open.values()].reduce((sum, { records }) => sum + records, 0);
    return { counts: { ...this.#counts, open }, holes: this.#holes.sorted(), leftOut: this.#holes.leftOut };
  }
}

const NOWHERE: Evidence = { segment: null, position: null, producerId: -1, producerEpoch: -1 };

function hole(
  fromOffset: number,
  toOffset: number,
  cause: HoleCause,
): Pick<HoleView, 'fromOffset' | 'toOffset' | 'cause'> {
  return { fromOffset, toOffset, cause };
}
