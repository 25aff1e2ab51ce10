/** The last record of each transactional id in `__transaction_state`, on one side of a comparison. */
import type { Disk } from '#core/base/disk.ts';
import { latestStates } from '../survey/latest-states.ts';
import type { Work } from '../work.ts';
import type { SnapshotSide } from './snapshot-side.ts';

export interface TransactionalIdState {
  readonly state: string;
  readonly producerId: number;
  readonly epoch: number;
}

/** By transactional id; without those that were forgotten. Rejects with WorkCancelled, or the platform's error. */
export async function transactionStates(
  disk: Disk,
  side: SnapshotSide,
  work: Work,
): Promise<ReadonlyMap<string, TransactionalIdState>> {
  const states = await latestStates(disk, side.partitions, work.breathe);
  return new Map(
    [...states].map(([id, { state, producerId, producerEpoch: epoch }]) => [
      id,
      { state, producerId, epoch },
    ]),
  );
}
