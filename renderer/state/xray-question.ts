/** What the X-ray of a selection looks at. */
import type { BatchView, TransactionView } from '#core/lab-api/views.ts';
import type { XrayTarget } from '#core/lab-api/xray-views.ts';
import type { Selected } from './selection.svelte.ts';

interface Known {
  /** The selected batch, when one is. */
  readonly batch: BatchView | null;
  readonly findTransaction: (transactionalId: string) => TransactionView | null;
}

/** Null when what is selected belongs to no transaction, nor to any record. */
export function xrayTargetOf(
  selected: Selected | null,
  { batch, findTransaction }: Known,
): XrayTarget | null {
  switch (selected?.kind) {
    case 'batch': {
      const { topic, partition, baseOffset, offset } = selected;
      const isInside = batch !== null && offset >= batch.baseOffset && offset <= batch.lastOffset;
      return { kind: 'record', topic, partition, offset: isInside ? offset : baseOffset };
    }
    case 'rung': {
      const { transactionalId, producerId, epoch } = selected;
      return { kind: 'transaction', transactionalId, producerId, epoch };
    }
    case 'state': {
      const { transactionalId, producerId } = selected.state;
      return { kind: 'transaction', transactionalId, producerId, epoch: selected.state.epoch };
    }
    case 'transaction': {
      const transaction = findTransaction(selected.transactionalId);
      return transaction === null ? null : transactionTarget(transaction);
    }
    default:
      return null;
  }
}

/** Under transaction.version 2 a transaction that has ended raised the epoch: its data has the one before. */
function transactionTarget(transaction: TransactionView): XrayTarget {
  const { transactionalId, producerId, producerEpoch, state, clientTransactionVersion } = transaction;
  const hasRaised = clientTransactionVersion >= 2 && /^(Prepare|Complete)/.test(state);
  const epoch = hasRaised ? Math.max(0, producerEpoch - 1) : producerEpoch;
  return { kind: 'transaction', transactionalId, producerId, epoch };
}
