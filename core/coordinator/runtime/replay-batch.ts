import {
  canReadSync,
  readRecords,
  readRecordsAsync,
  recordTimestamp,
} from '#core/protocol/records/batch-reader.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import type { Record as StoredRecord } from '#core/protocol/records/record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import type { Shard } from './shard.ts';

/**
 * The records of a batch of the log. A promise for batches that another broker compressed and that are too large to be read
 * within a turn.
 * @throws {RangeError} when they do not parse.
 */
export function recordsOf(batch: RecordBatch): Iterable<StoredRecord> | Promise<Iterable<StoredRecord>> {
  if (batch.isControl) return [];
  return canReadSync(batch) ? readRecords(batch) : readRecordsAsync(batch);
}

/** Applies one batch of the log; answers how many records it held. */
export function replayBatch<R>(shard: Shard<R>, batch: RecordBatch, records: Iterable<StoredRecord>): number {
  if (batch.isControl) {
    const marker = readMarker(batch);
    if (marker !== undefined) {
      const { producerId, producerEpoch } = batch;
      const { type, coordinatorEpoch } = marker;
      shard.replayTransactionEnd?.(
        { producerId, producerEpoch, commit: type === 'COMMIT', coordinatorEpoch },
        batch.baseOffset,
      );
    }
    return 0;
  }
  let count = 0;
  for (const record of records) {
    count++;
    if (record.key === null) continue;
    const decoded = shard.decode(record.key, record.value);
    if (decoded === undefined) continue;
    shard.replay(decoded, {
      offset: batch.baseOffset + record.offsetDelta,
      timestampMs: recordTimestamp(batch, record),
      producerId: batch.isTransactional ? batch.producerId : NONE,
      producerEpoch: batch.isTransactional ? batch.producerEpoch : NONE,
    });
  }
  return count;
}
