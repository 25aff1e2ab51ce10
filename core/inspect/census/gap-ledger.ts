/**
 * Why there are offsets that no batch has: damage, a segment that is gone, or the log cleaner. That the cleaner was here, its
 * checkpoint says, or a batch: one with a delete horizon, or with fewer records than offsets.
 */
import type { HoleView } from '#core/lab-api/opened-views.ts';
import type { AbortedRange } from './beside-the-log.ts';
import type { OffsetLedger } from './offset-ledger.ts';

/** A stretch of offsets, both included. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The batch behind a gap. */
export type GapEvidence = Omit<HoleView, 'fromOffset' | 'toOffset' | 'cause'>;

export class GapLedger {
  readonly #offsets: OffsetLedger;
  readonly #cleanedTo: number;
  /** By first offset. */
  readonly #aborted: readonly AbortedRange[];
  #beforeMarker: Gap | null = null;
  /** What follows lies behind a damaged place. */
  isBehindDamage = false;
  /** The segment before was removed while the census ran. */
  isGone = false;
  /** A batch shows that the cleaner was here. */
  isCleaned = false;

  /** `cleanedTo`: the offset up to which the cleaner's checkpoint says it was here. */
  constructor(
    offsets: OffsetLedger,
    known: { readonly cleanedTo: number; readonly aborted: readonly AbortedRange[] },
  ) {
    this.#offsets = offsets;
    this.#cleanedTo = known.cleanedTo;
    this.#aborted = [...known.aborted].sort((a, b) => a.firstOffset - b.firstOffset);
  }

  /** A gap before a marker waits for what the marker says. */
  beforeMarker(gap: Gap, evidence: GapEvidence): void {
    if (this.isBehindDamage) this.add(gap, evidence);
    else this.#beforeMarker = gap;
  }

  /** The marker was read; `endsNothing`: it aborts, and no record of its transaction is left. */
  settle(evidence: GapEvidence, endsNothing: boolean): void {
    const gap = this.#beforeMarker;
    if (gap === null) return;
    this.#beforeMarker = null;
    if (endsNothing && this.#isCleanedAt(gap.from))
      this.#offsets.missing(gap.from, gap.to, 'compacted-aborted', evidence);
    else this.add(gap, evidence);
  }

  add({ from, to }: Gap, evidence: GapEvidence | undefined): void {
    if (this.isBehindDamage || this.isGone) {
      this.#offsets.missing(from, to, this.isGone ? 'deleted' : 'damaged', evidence);
      return;
    }
    if (!this.#isCleanedAt(from)) {
      this.#offsets.missing(from, to, 'missing', evidence);
      return;
    }
    const aborted = this.#abortedFrom(from);
    if (aborted === undefined || aborted.firstOffset > to || aborted.lastOffset <= to) {
      this.#offsets.missing(from, to, 'compacted', evidence);
      return;
    }
    // The records of an aborted transaction began in this gap.
    if (aborted.firstOffset > from)
      this.#offsets.missing(from, aborted.firstOffset - 1, 'compacted', evidence);
    this.#offsets.missing(aborted.firstOffset, to, 'compacted-aborted', evidence);
  }

  #isCleanedAt(offset: number): boolean {
    return this.isCleaned || offset < this.#cleanedTo;
  }

  /** The first aborted transaction that begins at or behind an offset. */
  #abortedFrom(offset: number): AbortedRange | undefined {
    let low = 0;
    let high = this.#aborted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#aborted[middle] as AbortedRange).firstOffset < offset) low = middle + 1;
      else high = middle;
    }
    return this.#aborted[low];
  }
}
