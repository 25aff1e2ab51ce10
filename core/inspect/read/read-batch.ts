/** Turns the bytes of one batch, of any format version, into what the inspector works with. */
import { readRecordsAsync, recordSequence, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { codecName } from '#core/protocol/records/compression.ts';
import { LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import { NONE, RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { InspectedBatch, InspectedRecord } from './inspected.ts';

const MAGIC_AT = 16;

/** Where a batch lies. */
export interface BatchPlace {
  readonly segment: number;
  readonly position: number;
}

/**
 * Reads the batch at `start` of `bytes`, which holds all of it.
 * @throws {DecodeError} when its checksum or its records are wrong.
 */
export async function readBatch(bytes: Buffer, start: number, place: BatchPlace): Promise<InspectedBatch> {
  return bytes.readInt8(start + MAGIC_AT) < 2
    ? readLegacyBatch(new LegacyMessage(bytes, start), place)
    : await readCurrentBatch(new RecordBatch(bytes, start), place);
}

function nameOfCodec(codec: number): string {
  return codecName(codec) ?? `codec ${codec}`;
}

async function readCurrentBatch(batch: RecordBatch, place: BatchPlace): Promise<InspectedBatch> {
  const records = await readRecordsAsync(batch);
  return {
    ...place,
    size: batch.size,
    magic: batch.magic,
    baseOffset: batch.baseOffset,
    lastOffset: batch.lastOffset,
    count: batch.recordCount,
    codec: nameOfCodec(batch.codec),
    timestampType: batch.isLogAppendTime ? 'LogAppendTime' : 'CreateTime',
    maxTimestamp: batch.maxTimestamp,
    leaderEpoch: batch.partitionLeaderEpoch,
    producerId: batch.producerId,
    epoch: batch.producerEpoch,
    sequence: batch.baseSequence,
    transactional: batch.isTransactional,
    control: batch.isControl,
    deleteHorizonMs: batch.hasDeleteHorizon ? batch.baseTimestamp : null,
    records: records.map(
      (record): InspectedRecord => ({
        offset: batch.baseOffset + record.offsetDelta,
        timestamp: recordTimestamp(batch, record),
        sequence: batch.hasProducerId && !batch.isControl ? recordSequence(batch, record) : NONE,
        key: record.key,
        value: record.value,
        headers: record.headers,
      }),
    ),
  };
}

function readLegacyBatch(message: LegacyMessage, place: BatchPlace): InspectedBatch {
  const records = readLegacyRecords(message);
  const timestampType = message.isLogAppendTime ? 'LogAppendTime' : 'CreateTime';
  return {
    ...place,
    size: message.size,
    magic: message.magic,
    baseOffset: records[0]?.offset ?? message.offset,
    lastOffset: message.offset,
    count: records.length,
    codec: nameOfCodec(message.codec),
    timestampType: message.magic === 0 ? 'NoTimestampType' : timestampType,
    maxTimestamp: message.timestamp,
    leaderEpoch: NONE,
    producerId: NONE,
    epoch: NONE,
    sequence: NONE,
    transactional: false,
    control: false,
    deleteHorizonMs: null,
    records: records.map((record) => ({ ...record, sequence: NONE, headers: [] })),
  };
}
