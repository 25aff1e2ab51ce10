import { partitionName } from '#core/base/topic-partition.ts';
import { decodeTransactionRecord } from '#core/coordinator/transaction/transaction-record.ts';
import type { TransactionRecordView } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { readRecords, recordTimestamp } from '#core/protocol/records/batch-reader.ts';

/** Records about one id that are answered; the newest. */
const RECORDS_MAX = 1_000;

/** What a partition of __transaction_state holds about one transactional id, oldest first. */
export function transactionRecordViews(
  log: PartitionLog,
  transactionalId: string,
): readonly TransactionRecordView[] {
  const views: TransactionRecordView[] = [];
  for (const batch of log.batchesFrom(log.logStartOffset)) {
    if (batch.isControl) continue;
    for (const record of readRecords(batch)) {
      const decoded = record.key === null ? undefined : decodeTransactionRecord(record.key, record.value);
      if (decoded?.transactionalId !== transactionalId) continue;
      const { metadata } = decoded;
      views.push({
        partition: log.topicPartition.partition,
        offset: batch.baseOffset + record.offsetDelta,
        timestampMs: recordTimestamp(batch, record),
        transactionalId,
        version: decoded.version,
        value:
          metadata === null
            ? null
            : {
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
              },
      });
    }
  }
  return views.slice(-RECORDS_MAX);
}
