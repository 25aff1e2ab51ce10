/** The last record of each transactional id in `__transaction_state`, on one side of a comparison. */
import type { Disk } from '#core/base/disk.ts';
import { decodeTransactionRecord } from '#core/coordinator/transaction/transaction-record.ts';
import { canReadSync, readRecords } from '#core/protocol/records/batch-reader.ts';
import { walkBatches } from '../survey/walk-batches.ts';
import type { Work } from '../work.ts';
import type { SnapshotSide } from './snapshot-side.ts';

const STATE_TOPIC = '__transaction_state';

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
  const states = new Map<string, TransactionalIdState>();
  for (const files of side.partitions) {
    if (files.topic !== STATE_TOPIC) continue;
    for (const { batch } of walkBatches(disk, files)) {
      const pause = work.breathe();
      if (pause !== undefined) await pause;
      if (batch.magic < 2 || batch.isControl || !canReadSync(batch)) continue;
      for (const { key, value } of readRecords(batch)) take(states, key, value);
    }
  }
  return states;
}

function take(states: Map<string, TransactionalIdState>, key: Buffer | null, value: Buffer | null): void {
  let decoded: ReturnType<typeof decodeTransactionRecord>;
  try {
    decoded = key === null ? undefined : decodeTransactionRecord(key, value);
  } catch (error) {
    // A record that does not parse says nothing; the inspector shows where and why.
    if (error instanceof RangeError) return;
    throw error;
  }
  if (decoded === undefined) return;
  const { transactionalId, metadata } = decoded;
  if (metadata === null) states.delete(transactionalId);
  else {
    const { state, producerId, producerEpoch: epoch } = metadata;
    states.set(transactionalId, { state, producerId, epoch });
  }
}
