/** Whether the `.txnindex` files of a partition name the transactions that its ABORT markers end, and no others. */
import type { Disk } from '#core/base/disk.ts';
import type { DamageView, StartUpEffect } from '#core/lab-api/opened-views.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import type { BatchHead } from '../scan/batch-head.ts';
import { sideDamage } from './beside-damage.ts';
import { type AbortedRange, RANGES_MAX } from './beside-the-log.ts';

/** What the log says of a transaction that an ABORT marker ends. */
export interface EndedTransaction {
  readonly firstOffset: number;
  /** Behind its marker: the first offset of what is still open, else the next offset. */
  readonly lastStableOffset: number;
  /** Everything before the marker was read. */
  readonly isSure: boolean;
}

interface Finding {
  readonly damage: DamageView;
  /** It may be what the log cleaner left, or what was deleted before the log start: where batches are gone, it says nothing. */
  readonly needsWholeLog: boolean;
}

export class AbortIndex {
  readonly #disk: Disk;
  readonly #files: PartitionFiles;
  /** Base offset of the first segment. */
  readonly #from: number;
  /** By the offset of the marker. */
  readonly #named: ReadonlyMap<number, AbortedRange>;
  /** There are more than are kept. */
  readonly #isCut: boolean;
  /** Offsets of the ABORT markers of the log that are named. */
  readonly #seen = new Set<number>();
  /** By segment: one damage a file. */
  readonly #findings = new Map<number, Finding>();

  constructor(disk: Disk, files: PartitionFiles, aborted: readonly AbortedRange[]) {
    this.#disk = disk;
    this.#files = files;
    this.#from = files.segments[0]?.baseOffset ?? 0;
    this.#isCut = aborted.length >= RANGES_MAX;
    this.#named = new Map(aborted.map((range) => [range.lastOffset, range]));
  }

  /** The ABORT marker of `head`; `ended` is its transaction, undefined where the log has nothing of it. */
  marker({ baseOffset, producerId }: BatchHead, segment: number, ended: EndedTransaction | undefined): void {
    const entry = this.#named.get(baseOffset);
    if (entry !== undefined) {
      this.#seen.add(baseOffset);
      if (ended?.isSure === true) this.#compare(entry, producerId, ended);
    } else if (ended !== undefined && !this.#isCut) this.#missing(segment, { baseOffset, producerId });
  }

  /** Its consumers receive the records. */
  #missing(segment: number, { baseOffset, producerId }: Pick<BatchHead, 'baseOffset' | 'producerId'>): void {
    const reason = this.#disk.exists(`${this.#files.directory}/${nameOf(segment)}`)
      ? `the transaction that producer id ${producerId} aborted at offset ${baseOffset} is not in it`
      : `it is missing, and the log has the ABORT marker of producer id ${producerId} at offset ${baseOffset}`;
    this.#find(segment, reason, { effect: 'aborted-delivered' });
  }

  #compare(entry: AbortedRange, producerId: number, ended: EndedTransaction): void {
    const { segment, lastOffset } = entry;
    const transaction = `the transaction that producer id ${producerId} aborted at offset ${lastOffset}`;
    if (entry.producerId !== producerId) {
      this.#find(segment, `${transaction} is in it with producer id ${entry.producerId}`, {
        effect: 'aborted-delivered',
      });
    }
    if (this.#differ(entry.firstOffset, ended.firstOffset)) {
      const isLater = entry.firstOffset > ended.firstOffset;
      this.#find(
        segment,
        `${transaction} begins at offset ${ended.firstOffset}, in it at ${entry.firstOffset}`,
        {
          effect: isLater ? 'aborted-delivered' : 'committed-withheld',
          needsWholeLog: !isLater && entry.firstOffset >= 0,
        },
      );
    }
    // A broker that reads on finds more than it needs; one that stops too soon misses some. (source: TransactionIndex.collectAbortedTxns)
    if (this.#differ(entry.lastStableOffset, ended.lastStableOffset)) {
      const isLater = entry.lastStableOffset > ended.lastStableOffset;
      this.#find(
        segment,
        `the last stable offset behind ${transaction} is ${ended.lastStableOffset}, in it ${entry.lastStableOffset}`,
        {
          effect: isLater ? 'aborted-delivered' : 'unnoticed',
          needsWholeLog: isLater ? ended.lastStableOffset !== lastOffset + 1 : entry.lastStableOffset >= 0,
        },
      );
    }
  }

  /** What began before the first segment is not in the log as it was. */
  #differ(inIndex: number, inLog: number): boolean {
    return inIndex !== inLog && (inIndex < 0 || inIndex >= this.#from);
  }

  /** What was found in a log of which nothing was cleaned, damaged or deleted when it `isWhole`; it ends at `end`. */
  damages(end: number, isWhole: boolean): readonly DamageView[] {
    if (isWhole) {
      for (const { segment, producerId, lastOffset } of this.#named.values()) {
        if (lastOffset < this.#from || lastOffset >= end || this.#seen.has(lastOffset)) continue;
        const reason = `it has a transaction of producer id ${producerId} that ends at offset ${lastOffset}, where the log has no ABORT marker`;
        this.#find(segment, reason, { effect: 'committed-withheld' });
      }
    }
    return [...this.#findings.values()]
      .filter(({ needsWholeLog }) => isWhole || !needsWholeLog)
      .map(({ damage }) => damage);
  }

  #find(
    segment: number,
    reason: string,
    { effect, needsWholeLog = false }: { readonly effect: StartUpEffect; readonly needsWholeLog?: boolean },
  ): void {
    const known = this.#findings.get(segment);
    if (known !== undefined && (needsWholeLog || !known.needsWholeLog)) return;
    const side = { name: nameOf(segment), kind: 'txnindex', baseOffset: BigInt(segment) } as const;
    this.#findings.set(segment, {
      damage: { ...sideDamage(side, reason), cleanStart: effect },
      needsWholeLog,
    });
  }
}

function nameOf(segment: number): string {
  return `${String(segment).padStart(20, '0')}.txnindex`;
}
