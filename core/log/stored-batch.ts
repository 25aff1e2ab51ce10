/**
 * What a log needs to know of a batch on disk, whatever its version. Old versions have another header: the offset field holds the
 * last offset of the (perhaps compressed) message, and the checksum is plain CRC-32. (source: AbstractLegacyRecordBatch)
 */
import { crc32 } from '@node-rs/crc32';
import { readInt64 } from '#core/base/int64.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { BATCH_HEADER_SIZE, NONE } from '#core/protocol/records/record-batch.ts';

const OLD_CRC = 12;
const OLD_MAGIC = 16;
const OLD_TIMESTAMP = 18;

/** True for message format 0 and 1, which Kafka has not written since 4.0 and still reads. */
export function isOldFormat(batch: RecordBatch): boolean {
  return batch.magic < 2;
}

/** Offset of the last record. */
export function lastOffsetOf(batch: RecordBatch): number {
  return isOldFormat(batch) ? batch.baseOffset : batch.lastOffset;
}

/** Greatest timestamp in ms; −1 when there is none. */
export function maxTimestampOf(batch: RecordBatch): number {
  if (!isOldFormat(batch)) return batch.maxTimestamp;
  return batch.magic === 1 ? readInt64(batch.bytes, batch.start + OLD_TIMESTAMP) : NONE;
}

/** Leader epoch; −1 when there is none. */
export function leaderEpochOf(batch: RecordBatch): number {
  return isOldFormat(batch) ? NONE : batch.partitionLeaderEpoch;
}

/** True when size and checksum fit the contents, all of which must be there. */
export function isIntact(batch: RecordBatch): boolean {
  if (!isOldFormat(batch)) return batch.size >= BATCH_HEADER_SIZE && batch.isCrcValid;
  const end = batch.start + batch.size;
  return (
    batch.bytes.readUInt32BE(batch.start + OLD_CRC) ===
    crc32(batch.bytes.subarray(batch.start + OLD_MAGIC, end)) >>> 0
  );
}
