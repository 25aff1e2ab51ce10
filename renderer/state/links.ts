/** Which batches belong to one transaction. */
import type { BatchView } from '#core/lab-api/views.ts';
import type { PartitionRef } from './log-source.ts';

/** A batch and where it lies. */
export interface PlacedBatch extends PartitionRef {
  readonly batch: BatchView;
}

/** Epoch of the transaction's records; a marker carries a later one when EndTxn raised it. */
function dataEpochOf(batch: BatchView): number {
  return batch.marker === null ? batch.producerEpoch : -1;
}

/**
 * True when both belong to the same transaction. Within a partition its first offset says so. Across partitions only an epoch
 * that serves one transaction does (transaction.version 2); under older rules nothing is claimed.
 */
export function isSameTransaction(
  a: PlacedBatch,
  b: PlacedBatch,
  epochServesOneTransaction: boolean,
): boolean {
  if (a.batch.producerId < 0 || a.batch.producerId !== b.batch.producerId) return false;
  if (a.batch.transactionFirstOffset === null || b.batch.transactionFirstOffset === null) return false;
  if (a.topic === b.topic && a.partition === b.partition) {
    return a.batch.transactionFirstOffset === b.batch.transactionFirstOffset;
  }
  const epoch = dataEpochOf(a.batch);
  return epochServesOneTransaction && epoch >= 0 && epoch === dataEpochOf(b.batch);
}
