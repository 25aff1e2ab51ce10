import { partitionName } from '#core/base/topic-partition.ts';
import type { TransactionDescription } from '#core/coordinator/transaction/list-transactions.ts';
import type { EpochRung, ProcessView, ProducerStanding, TransactionView } from '#core/lab-api/views.ts';
import type { EpochLadders } from '../history/epoch-ladders.ts';
import type { ProducerHistory } from '../history/producer-history.ts';
import type { LabProcess } from '../producers/lab-process.ts';

/** What the coordinator knows of one transactional id, with the processes that use it. */
export function transactionView(
  transaction: TransactionDescription,
  ladders: EpochLadders,
  processes: readonly LabProcess[],
): TransactionView {
  const { transactionalId } = transaction;
  const own = processes.filter((process) => process.settings.transactionalId === transactionalId);
  return {
    transactionalId,
    state: transaction.state,
    producerId: transaction.producerId,
    producerEpoch: transaction.producerEpoch,
    partitions: transaction.partitions.map(partitionName),
    timeoutMs: transaction.timeoutMs,
    startedAtMs: transaction.state === 'Ongoing' || transaction.isCompleting ? transaction.startedAtMs : -1,
    lastUpdateMs: transaction.lastUpdateMs,
    coordinatorPartition: transaction.coordinatorPartition,
    coordinatorEpoch: transaction.coordinatorEpoch,
    clientTransactionVersion: transaction.clientTransactionVersion,
    processes: own.map((process) => process.id),
    ladder: ladder(transaction, ladders, own),
  };
}

/** An id that was there before this lab began has one rung whose cause nobody saw. */
function ladder(
  { transactionalId, producerId, producerEpoch, lastUpdateMs }: TransactionDescription,
  ladders: EpochLadders,
  processes: readonly LabProcess[],
): readonly EpochRung[] {
  const laid = ladders.of(transactionalId);
  const unseen = {
    producerId,
    epoch: producerEpoch,
    atMs: lastUpdateMs,
    cause: 'unknown',
    process: null,
  } as const;
  return (laid.length > 0 ? laid : [unseen]).map((rung) => ({
    ...rung,
    standing: processes
      .filter(({ belief }) => belief?.producerId === rung.producerId && belief.producerEpoch === rung.epoch)
      .map(({ id }) => id),
  }));
}

/** What the broker knows about the producer of a process; null while it knows nothing. */
export function brokerStanding(
  process: LabProcess,
  history: ProducerHistory,
  lookUp: (transactionalId: string) => TransactionDescription | undefined,
): ProcessView['brokerKnows'] {
  const { transactionalId } = process.settings;
  if (transactionalId === null) return idempotentStanding(process);
  const transaction = lookUp(transactionalId);
  if (transaction === undefined) return null;
  return {
    producerId: transaction.producerId,
    epoch: transaction.producerEpoch,
    transaction: transaction.state,
    lastMarker: history.lastMarkerOf(process.belief?.producerId ?? transaction.producerId, process.id),
  };
}

/** No coordinator knows a producer without a transactional id: its id was handed out, and that is all. */
function idempotentStanding({ belief }: LabProcess): ProducerStanding | null {
  if (belief === undefined || belief.producerId < 0) return null;
  return {
    producerId: belief.producerId,
    epoch: belief.producerEpoch,
    transaction: '',
    lastMarker: null,
  };
}
