/** What `__transaction_state` says last of each transactional id, read from files. */
import type { Disk } from '#core/base/disk.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { TransactionMetadata } from '#core/coordinator/transaction/transaction-metadata.ts';
import { decodeTransactionRecord } from '#core/coordinator/transaction/transaction-record.ts';
import { canReadSync, readRecords } from '#core/protocol/records/batch-reader.ts';
import type { SurveyedFiles } from './survey-partition.ts';
import { walkBatches } from './walk-batches.ts';

const STATE_TOPIC = '__transaction_state';

/** A partition's files; only those of `__transaction_state` are read. */
export interface StateLog extends TopicPartition, SurveyedFiles {}

/** By transactional id; without those that were forgotten. Rejects with what `breathe` throws, or the platform's error. */
export async function latestStates(
  disk: Disk,
  logs: readonly StateLog[],
  breathe: () => Promise<void> | undefined,
): Promise<ReadonlyMap<string, TransactionMetadata>> {
  const states = new Map<string, TransactionMetadata>();
  for (const files of logs) {
    if (files.topic !== STATE_TOPIC) continue;
    for (const { batch } of walkBatches(disk, files)) {
      const pause = breathe();
      if (pause !== undefined) await pause;
      if (batch.magic < 2 || batch.isControl || !canReadSync(batch)) continue;
      for (const { key, value } of readRecords(batch)) take(states, key, value);
    }
  }
  return states;
}

function take(states: Map<string, TransactionMetadata>, key: Buffer | null, value: Buffer | null): void {
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
  else states.set(transactionalId, metadata);
}
