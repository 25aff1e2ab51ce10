import { partitionName } from '#core/base/topic-partition.ts';
import {
  decodeTransactionRecord,
  type TransactionRecord,
} from '#core/coordinator/transaction/transaction-record.ts';
import type { TransactionRecordView } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { lastOffsetOf } from '#core/log/stored-batch.ts';
import {
  canReadSync,
  readRecords,
  readRecordsAsync,
  recordTimestamp,
} from '#core/protocol/records/batch-reader.ts';
import type { Record } from '#core/protocol/records/record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';

/** Records about one id that are answered; the newest. */
const RECORDS_MAX = 1_000;

/** Offsets before the end of a partition that are looked at in one turn. */
const NEWEST_OFFSETS = 1_000;

/** Gives others their turn when it is time: what `TimeSlices` says. */
export interface Turns {
  readonly isOver: boolean;
  rest(): Promise<void>;
}

/**
 * What a partition of __transaction_state holds about one transactional id, oldest first. The partition may be large, so it is read in
 * turns; what is written, compacted or deleted between them may or may not be in the answer.
 */
export async function transactionRecordViews(
  log: PartitionLog,
  transactionalId: string,
  turns: Turns,
): Promise<readonly TransactionRecordView[]> {
  const views: TransactionRecordView[] = [];
  const end = log.logEndOffset;
  for (let from = log.logStartOffset; from < end; ) {
    // The segments of before may be gone after a rest: the walk is begun anew where it was.
    let next = end;
    for (const batch of log.batchesFrom(from)) {
      const records = canReadSync(batch) ? readRecords(batch) : await readRecordsAsync(batch);
      if (!batch.isControl) addViews(views, { log, transactionalId, batch, records });
      if (views.length >= 2 * RECORDS_MAX) views.splice(0, views.length - RECORDS_MAX);
      if (!turns.isOver) continue;
      next = lastOffsetOf(batch) + 1;
      break;
    }
    from = next;
    if (from < end) await turns.rest();
  }
  return views.slice(-RECORDS_MAX);
}

/** As `transactionRecordViews`, within the caller's turn: only of the last 1,000 offsets, for scenarios, which have just written them. */
export function newestTransactionRecordViews(
  log: PartitionLog,
  transactionalId: string,
): readonly TransactionRecordView[] {
  const views: TransactionRecordView[] = [];
  for (const batch of log.batchesFrom(Math.max(log.logStartOffset, log.logEndOffset - NEWEST_OFFSETS))) {
    if (batch.isControl) continue;
    addViews(views, { log, transactionalId, batch, records: readRecords(batch) });
  }
  return views;
}

function addViews(
  views: TransactionRecordView[],
  {
    log,
    transactionalId,
    batch,
    records,
  }: {
    readonly log: PartitionLog;
    readonly transactionalId: string;
    readonly batch: RecordBatch;
    readonly records: Iterable<Record>;
  },
): void {
  for (const record of records) {
    const decoded = record.key === null ? undefined : decodeTransactionRecord(record.key, record.value);
    if (decoded?.transactionalId !== transactionalId) continue;
    views.push({
      partition: log.topicPartition.partition,
      offset: batch.baseOffset + record.offsetDelta,
      timestampMs: recordTimestamp(batch, record),
      transactionalId,
      version: decoded.version,
      value: valueViewOf(decoded),
    });
  }
}

function valueViewOf({ metadata }: TransactionRecord): TransactionRecordView['value'] {
  if (metadata === null) return null;
  return {
    state: metadata.state,
    producerId: metadata.producerId,
    previousProducerId: metadata.previousProducerId,
    nextProducerId: metadata.nextProducerId,
    producerEpoch: metadata.producerEpoch,
    timeoutMs: metadata.timeoutMs,
    partitions: metadata.partitions.map(partitionName),
    lastUpdateMs: metadata.lastUpdateMs,
    startedAtMs: metadata.startedAtMs,
    clientTransactionVersion: metadata.clientTransactionVersion,
  };
}
