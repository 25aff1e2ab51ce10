/**
 * Transactions between their decision and their markers: PrepareCommit and PrepareAbort are final, but as long as a marker is missing
 * the records count as open. A broker that starts on such logs writes the markers as soon as it has loaded `__transaction_state`: files
 * grow, and readers get other records than the pack says. So packs avoid such a moment, or state it.
 */
import type { Disk } from '#core/base/disk.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { TransactionDescription } from '#core/coordinator/transaction/list-transactions.ts';
import { isPrepared } from '#core/coordinator/transaction/transaction-state.ts';
import type { DecidedTransaction, EvidenceCheck } from '#core/lab-api/evidence-views.ts';
import { latestStates, type StateLog } from '../survey/latest-states.ts';

/** Told by name; the rest is counted. */
const NAMED_MAX = 3;

/** A partition that was looked through. */
export interface LookedThrough extends StateLog {
  readonly openProducers: readonly number[];
}

/** Those that a running coordinator has decided and not completed. */
export function decidedByCoordinator(
  transactions: readonly TransactionDescription[],
): readonly DecidedTransaction[] {
  return transactions
    .filter(({ state }) => isPrepared(state))
    .map((one) => ({
      transactionalId: one.transactionalId,
      producerId: one.producerId,
      epoch: one.producerEpoch,
      outcome: one.state === 'PrepareCommit' ? 'committed' : 'aborted',
      partitions: one.partitions.map(partitionName),
    }));
}

/** Those that `__transaction_state` of a directory says are decided and not completed. Rejects with the platform's error. */
export async function decidedInLogs(
  disk: Disk,
  logs: readonly LookedThrough[],
  breathe: () => Promise<void> | undefined,
): Promise<readonly DecidedTransaction[]> {
  const open = new Map(logs.map((log) => [partitionName(log), new Set(log.openProducers)]));
  const states = await latestStates(disk, logs, breathe);
  return [...states.values()]
    .filter(({ state }) => isPrepared(state))
    .map(({ transactionalId, producerId, producerEpoch, state, partitions }) => ({
      transactionalId,
      producerId,
      epoch: producerEpoch,
      outcome: state === 'PrepareCommit' ? 'committed' : 'aborted',
      partitions: partitions.map(partitionName).filter((name) => open.get(name)?.has(producerId) === true),
    }));
}

/**
 * Says how many transactions are open at the point, whatever the number of their partitions, and which are decided and will be
 * completed; nothing of either when there are none.
 */
export function undecidedChecks(
  openProducers: Iterable<number>,
  decided: readonly DecidedTransaction[],
): readonly EvidenceCheck[] {
  const open = new Set(openProducers);
  for (const { producerId } of decided) open.delete(producerId);
  const names = decided.slice(0, NAMED_MAX).map(({ transactionalId }) => transactionalId);
  const ids = `${names.join(', ')}${decided.length > NAMED_MAX ? ', …' : ''}`;
  return [
    ...(open.size === 0
      ? []
      : [{ check: 'openTransactions' as const, outcome: 'note' as const, params: { count: open.size } }]),
    ...(decided.length === 0
      ? []
      : [
          {
            check: 'decidedTransactions' as const,
            outcome: 'note' as const,
            params: { count: decided.length, ids },
          },
        ]),
  ];
}
