/**
 * Which transactions are open, and how they will end, while a cleaner reads a log from its beginning: a batch of an aborted one is
 * of no use, and a marker is of no use once no batch of its transaction is left. (source: CleanedTransactionMetadata)
 */
import { readMarker } from '#core/protocol/records/control-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { AbortedTxn } from '../transaction-index.ts';

interface OngoingAbort {
  readonly txn: AbortedTxn;
  hasBatches: boolean;
}

export class CleanedTransactions {
  /** By first offset. */
  readonly #aborted: readonly AbortedTxn[];
  /** Of `#aborted`: the first one that lies ahead of what was read. */
  #ahead = 0;
  readonly #ongoingAborts = new Map<number, OngoingAbort>();
  readonly #ongoingCommits = new Set<number>();
  readonly #onRetained: (txn: AbortedTxn) => void;

  /**
   * `aborted`: all aborted transactions that have batches where the cleaner reads. `onRetained` takes those of which it has read
   * batches, when their marker is reached: only they belong into the index of the segment written.
   */
  constructor(aborted: readonly AbortedTxn[], onRetained: (txn: AbortedTxn) => void = () => undefined) {
    this.#aborted = [...aborted].sort((a, b) => a.firstOffset - b.firstOffset);
    this.#onRetained = onRetained;
  }

  /** A data batch of message format 2 was read. True when its transaction was aborted: nobody may see its records. */
  onBatch(batch: RecordBatch): boolean {
    this.#reach(batch.lastOffset);
    if (!batch.isTransactional) return false;
    const abort = this.#ongoingAborts.get(batch.producerId);
    if (abort === undefined) {
      this.#ongoingCommits.add(batch.producerId);
      return false;
    }
    abort.hasBatches = true;
    return true;
  }

  /**
   * A control batch was read. True when it ends nothing that is still there: no batch of its transaction was read.
   * @throws {DecodeError} when it is a marker that cannot be read.
   */
  onControlBatch(batch: RecordBatch): boolean {
    this.#reach(batch.lastOffset);
    // Emptied before.
    if (batch.recordCount === 0) return true;
    switch (readMarker(batch)?.type) {
      case 'ABORT':
        return this.#endAbort(batch.producerId);
      case 'COMMIT':
        return !this.#ongoingCommits.delete(batch.producerId);
      default:
        return false;
    }
  }

  #endAbort(producerId: number): boolean {
    const abort = this.#ongoingAborts.get(producerId);
    this.#ongoingAborts.delete(producerId);
    if (abort === undefined || !abort.hasBatches) return true;
    this.#onRetained(abort.txn);
    return false;
  }

  #reach(offset: number): void {
    for (let txn = this.#aborted[this.#ahead]; txn !== undefined; txn = this.#aborted[this.#ahead]) {
      if (txn.firstOffset > offset) return;
      this.#ahead++;
      if (this.#ongoingAborts.has(txn.producerId)) continue;
      this.#ongoingAborts.set(txn.producerId, { txn, hasBatches: false });
    }
  }
}
