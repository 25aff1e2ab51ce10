/** Whether the `.txnindex` files of a partition name the transactions that its ABORT markers end. */
import type { Disk } from '#core/base/disk.ts';
import type { DamageView } from '#core/lab-api/opened-views.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import type { BatchHead } from '../scan/batch-head.ts';
import { sideDamage } from './beside-damage.ts';
import type { AbortedRange } from './beside-the-log.ts';

export class AbortIndex {
  readonly #disk: Disk;
  readonly #files: PartitionFiles;
  /** Offsets of the markers that are named. */
  readonly #named: ReadonlySet<number>;
  /** Segments that were told of: one damage a file. */
  readonly #told = new Set<number>();

  constructor(disk: Disk, files: PartitionFiles, aborted: readonly AbortedRange[]) {
    this.#disk = disk;
    this.#files = files;
    this.#named = new Set(aborted.map(({ lastOffset }) => lastOffset));
  }

  /**
   * What is wrong when the ABORT marker of `head`, whose transaction still has records, is not named: consumers receive them.
   * Undefined when it is, or when its segment was told of already.
   */
  expect({ baseOffset, producerId }: BatchHead, segment: number): DamageView | undefined {
    if (this.#named.has(baseOffset) || this.#told.has(segment)) return undefined;
    this.#told.add(segment);
    const name = `${String(segment).padStart(20, '0')}.txnindex`;
    const reason = this.#disk.exists(`${this.#files.directory}/${name}`)
      ? `the transaction that producer id ${producerId} aborted at offset ${baseOffset} is not in it`
      : `it is missing, and the log has the ABORT marker of producer id ${producerId} at offset ${baseOffset}`;
    return sideDamage({ name, kind: 'txnindex', baseOffset: BigInt(segment) }, reason);
  }
}
