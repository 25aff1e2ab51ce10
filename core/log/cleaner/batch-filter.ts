/**
 * What is left of one batch: all of it, some records, only its header, or nothing.
 *
 *   offset and sequence range   never change; records inside keep their offsets, so there are holes
 *   only the header             61 bytes, for a producer id's last batch, and for the last batch of the round
 *   delete horizon              set when a tombstone, or a marker that ends nothing any more, is first seen: the base timestamp then
 *                               says when it may go, and the records keep their timestamps by other deltas
 *
 * (source: Cleaner.cleanInto, MemoryRecords.filterTo)
 */
import { BatchBuilder, NO_PRODUCER } from '#core/protocol/records/batch-builder.ts';
import { LegacyMessage } from '#core/protocol/records/legacy-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { BATCH_HEADER_SIZE, NONE, writeBatchHeader } from '#core/protocol/records/record-batch.ts';
import type { LastRecord } from '../producer-state.ts';
import { isOldFormat, lastOffsetOf, leaderEpochOf, maxTimestampOf } from '../stored-batch.ts';
import type { CleanedTransactions } from './cleaned-transactions.ts';
import type { OffsetMap } from './offset-map.ts';
import type { StoredRecord } from './stored-records.ts';
import { RECORDS_AT_ONCE, visitRecords } from './stored-records.ts';
import type { TimeSlices } from './time-slices.ts';

/** What one round knows, and counts. */
export interface FilterContext {
  readonly offsetMap: OffsetMap;
  readonly transactions: CleanedTransactions;
  readonly lastRecords: ReadonlyMap<number, LastRecord>;
  /** The batch that ends here is the last one of the round. */
  readonly roundEndOffset: number;
  readonly nowMs: number;
  readonly deleteRetentionMs: number;
  /** Tombstones of old formats, which have no delete horizon, are kept: the segment is too young. */
  readonly keepsOldTombstones: boolean;
  readonly slices: TimeSlices;
  readonly counts: RecordCounts;
}

export interface RecordCounts {
  recordsBefore: number;
  recordsAfter: number;
}

/** Which of a batch's records stay, and what follows for it. */
interface Verdict {
  /** No record of it may stay. */
  readonly discardsRecords: boolean;
  /** A header stays even when no record does. */
  readonly keepsHeader: boolean;
  /** It is a marker, and no batch of its transaction is left. */
  readonly isMarkerOfNothing: boolean;
}

/** The bytes to write, perhaps the batch's own; undefined for none. Rejects with a DecodeError when the batch does not parse. */
export async function filterBatch(batch: RecordBatch, context: FilterContext): Promise<Buffer | undefined> {
  const verdict = judge(batch, context);
  if (verdict.discardsRecords && !verdict.keepsHeader) return undefined;
  const isOld = isOldFormat(batch);
  const kept: StoredRecord[] = [];
  let count = 0;
  let hasTombstones = false;
  await visitRecords(batch, context.slices, (record) => {
    count++;
    if (!verdict.discardsRecords && staysIn(batch, record, context)) {
      kept.push(record);
      hasTombstones ||= record.value === null;
    }
    return true;
  });
  context.counts.recordsBefore += count;
  context.counts.recordsAfter += kept.length;
  if (kept.length === 0) return verdict.keepsHeader ? emptied(batch) : undefined;
  const hasHorizon = !isOld && batch.hasDeleteHorizon;
  const needsHorizon = (hasTombstones || verdict.isMarkerOfNothing) && !hasHorizon;
  if (kept.length === count && !needsHorizon && !isOld) return batch.whole;
  const horizonMs = needsHorizon ? context.nowMs + context.deleteRetentionMs : batch.baseTimestamp;
  return rewritten(batch, {
    records: kept,
    deleteHorizonMs: needsHorizon || hasHorizon ? horizonMs : undefined,
    slices: context.slices,
  });
}

function judge(batch: RecordBatch, context: FilterContext): Verdict {
  const isLast = lastOffsetOf(batch) + 1 === context.roundEndOffset;
  if (isOldFormat(batch)) return { discardsRecords: false, keepsHeader: isLast, isMarkerOfNothing: false };
  const keepsHeader = isLast || isLastOfProducer(batch, context.lastRecords.get(batch.producerId));
  if (batch.isControl) {
    const isMarkerOfNothing = context.transactions.onControlBatch(batch);
    const isExpired = batch.hasDeleteHorizon && batch.baseTimestamp <= context.nowMs;
    return { discardsRecords: isMarkerOfNothing && isExpired, keepsHeader, isMarkerOfNothing };
  }
  return {
    discardsRecords: context.transactions.onBatch(batch),
    keepsHeader,
    isMarkerOfNothing: false,
  };
}

/** Its header carries the last sequence of its producer id; where there is no data batch any more, a marker carries the epoch. */
function isLastOfProducer(batch: RecordBatch, last: LastRecord | undefined): boolean {
  if (last === undefined || !batch.hasProducerId) return false;
  if (last.lastDataOffset !== undefined) return batch.lastOffset === last.lastDataOffset;
  return batch.isControl && batch.producerEpoch === last.producerEpoch;
}

function staysIn(batch: RecordBatch, record: StoredRecord, context: FilterContext): boolean {
  const { offsetMap, nowMs } = context;
  const isOld = isOldFormat(batch);
  if (!isOld && batch.isControl) return true;
  if (record.offset > offsetMap.latestOffset) return true;
  if (record.key === null || record.offset < offsetMap.get(record.key)) return false;
  if (record.value !== null) return true;
  if (isOld) return context.keepsOldTombstones;
  return !batch.hasDeleteHorizon || nowMs < batch.baseTimestamp;
}

/** The batch without its records, never compressed; not even the delete horizon stays. */
function emptied(batch: RecordBatch): Buffer {
  const isOld = isOldFormat(batch);
  return writeBatchHeader(Buffer.allocUnsafe(BATCH_HEADER_SIZE), {
    producerId: isOld ? NONE : batch.producerId,
    producerEpoch: isOld ? NONE : batch.producerEpoch,
    baseSequence: isOld ? NONE : batch.baseSequence,
    isTransactional: !isOld && batch.isTransactional,
    baseOffset: isOld ? lastOffsetOf(batch) : batch.baseOffset,
    partitionLeaderEpoch: leaderEpochOf(batch),
    codec: 0,
    isLogAppendTime: !isOld && batch.isLogAppendTime,
    isControl: !isOld && batch.isControl,
    hasDeleteHorizon: false,
    lastOffsetDelta: isOld ? 0 : batch.lastOffsetDelta,
    baseTimestamp: NONE,
    maxTimestamp: maxTimestampOf(batch),
    recordCount: 0,
  }).bytes;
}

/** Old formats become format 2. */
async function rewritten(batch: RecordBatch, from: RewriteOptions): Promise<Buffer> {
  const isOld = isOldFormat(batch);
  const baseOffset = isOld ? (from.records[0]?.offset ?? batch.baseOffset) : batch.baseOffset;
  const { deleteHorizonMs } = from;
  const builder = isOld ? upgrading(batch, baseOffset, deleteHorizonMs) : refilling(batch, deleteHorizonMs);
  for (const [index, record] of from.records.entries()) {
    builder.append({ ...record, offsetDelta: record.offset - baseOffset });
    if (index % RECORDS_AT_ONCE === 0 && from.slices.isOver) await from.slices.rest();
  }
  if (builder.canCloseSync) return builder.close(isOld ? NO_PRODUCER : batch);
  const bytes = await builder.closeAsync(isOld ? NO_PRODUCER : batch);
  from.slices.restart();
  return bytes;
}

interface RewriteOptions {
  readonly records: readonly StoredRecord[];
  readonly deleteHorizonMs: number | undefined;
  readonly slices: TimeSlices;
}

function refilling(batch: RecordBatch, deleteHorizonMs: number | undefined): BatchBuilder {
  return new BatchBuilder({
    codec: batch.codec,
    baseOffset: batch.baseOffset,
    partitionLeaderEpoch: batch.partitionLeaderEpoch,
    isControl: batch.isControl,
    logAppendTime: batch.isLogAppendTime ? batch.maxTimestamp : undefined,
    lastOffsetDelta: batch.lastOffsetDelta,
    deleteHorizonMs,
  });
}

function upgrading(
  batch: RecordBatch,
  baseOffset: number,
  deleteHorizonMs: number | undefined,
): BatchBuilder {
  const message = new LegacyMessage(batch.bytes, batch.start);
  return new BatchBuilder({
    codec: message.codec,
    baseOffset,
    logAppendTime: message.isLogAppendTime ? message.timestamp : undefined,
    deleteHorizonMs,
  });
}
