/** One fact about a transactional id that the table's columns do not say. */
import type { PartitionView, ProcessView, TransactionView } from '#core/lab-api/views.ts';
import type { Text } from '../../text/use-text.svelte.ts';

/** The partition whose last stable offset this transaction holds back. */
export function pinnedBy(
  transaction: TransactionView,
  partitions: readonly PartitionView[],
): PartitionView | null {
  return (
    partitions.find((partition) =>
      partition.openTransactions.some(
        (open) =>
          open.producerId === transaction.producerId && open.firstOffset === partition.lastStableOffset,
      ),
    ) ?? null
  );
}

/** What is worth knowing about it now. */
export function noteOf(
  transaction: TransactionView,
  partitions: readonly PartitionView[],
  processes: readonly ProcessView[],
  text: Text,
): string {
  const pinned = pinnedBy(transaction, partitions);
  if (pinned !== null) {
    return text.t('transactions.note.pins', {
      partition: `${pinned.topic}-${pinned.partition}`,
      offset: pinned.lastStableOffset,
    });
  }
  const isFrozen = processes.some((one) => one.state === 'frozen' && transaction.processes.includes(one.id));
  if (isFrozen) return text.t('transactions.note.frozen');
  const cause = transaction.ladder.at(-1)?.cause;
  switch (transaction.state) {
    case 'Empty':
      return text.t('transactions.note.empty');
    case 'PrepareCommit':
    case 'PrepareAbort':
      return text.t('transactions.note.prepare');
    case 'CompleteCommit':
      return text.t('transactions.note.committed');
    case 'CompleteAbort':
      if (cause === 'timeout') return text.t('transactions.note.abortedByTimeout');
      return text.t(cause === 'fence' ? 'transactions.note.abortedByFence' : 'transactions.note.aborted');
    default:
      return '';
  }
}
