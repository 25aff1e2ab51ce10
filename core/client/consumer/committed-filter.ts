/**
 * Which batches of a fetch a read_committed consumer is given.
 *
 * The broker sends everything below the last stable offset, aborted records included, and a list of the aborted transactions
 * among it. A producer's records are dropped from the first offset of such a transaction up to its abort marker. Markers are
 * never delivered, under either isolation level. (source: CompletedFetch)
 */
import { readMarker } from '#core/protocol/records/control-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';

/** A transaction that was aborted: its first offset on the partition. */
export interface AbortedTransaction {
  readonly producerId: number;
  readonly firstOffset: number;
}

/** Looks at the batches of one fetch, in order, each once. */
export class CommittedFilter {
  /** By first offset, soonest first. */
  readonly #upcoming: AbortedTransaction[];
  readonly #aborting = new Set<number>();

  constructor(aborted: readonly AbortedTransaction[]) {
    this.#upcoming = aborted.toSorted((a, b) => a.firstOffset - b.firstOffset);
  }

  /** True when the batch's records were aborted. Must be asked about every batch, markers too. */
  isAborted(batch: RecordBatch): boolean {
    if (!batch.hasProducerId) return false;
    const { producerId, lastOffset } = batch;
    for (
      let next = this.#upcoming[0];
      next !== undefined && next.firstOffset <= lastOffset;
      next = this.#upcoming[0]
    ) {
      this.#aborting.add(next.producerId);
      this.#upcoming.shift();
    }
    if (readMarker(batch)?.type === 'ABORT') {
      this.#aborting.delete(producerId);
      return false;
    }
    return batch.isTransactional && this.#aborting.has(producerId);
  }
}
