/** Turns the bytes of one batch, of any format version, into what the inspector works with. */
import { recordBytesAsync, recordSequence, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { codecName } from '#core/protocol/records/compression.ts';
import { LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import { NONE, RecordBatch } from '#core/protocol/records/record-batch.ts';
import { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import type { InspectedBatch, InspectedRecord, OpenedBatch } from './inspected.ts';

const MAGIC_AT = 16;

/** After so many records of a batch others may have their turn. */
const RECORDS_A_TURN = 500;

/** A promise when others wait. */
export type Breathe = () => Promise<void> | undefined;

/** Where a batch lies. */
export interface BatchPlace {
  readonly segment: number;
  readonly position: number;
}

type Place = BatchPlace & {
  /** Gives the thread back between the records. */
  readonly breathe?: Breathe | undefined;
};

/**
 * Reads the batch at `start` of `bytes`, which holds all of it.
 * @throws {DecodeError} when its checksum or its records are wrong.
 */
export async function readBatch(bytes: Buffer, start: number, place: Place): Promise<InspectedBatch> {
  const batch = await openBatch(bytes, start, place);
  const records: InspectedRecord[] = [];
  for (const record of batch.records()) {
    records.push(record);
    const pause = records.length % RECORDS_A_TURN === 0 ? place.breathe?.() : undefined;
    if (pause !== undefined) await pause;
  }
  return { ...batch, records };
}

/** As readBatch: all records can be read, and none is kept. @throws {DecodeError} */
export async function openBatch(
  bytes: Buffer,
  start: number,
  { breathe, ...place }: Place,
): Promise<OpenedBatch> {
  return bytes.readInt8(start + MAGIC_AT) < 2
    ? openLegacyBatch(new LegacyMessage(bytes, start), place)
    : await openCurrentBatch(new RecordBatch(bytes, start), place, breathe);
}

function nameOfCodec(codec: number): string {
  return codecName(codec) ?? `codec ${codec}`;
}

async function openCurrentBatch(
  batch: RecordBatch,
  place: BatchPlace,
  breathe: Breathe | undefined,
): Promise<OpenedBatch> {
  const bytes = await recordBytesAsync(batch);
  const cursor = new RecordCursor(bytes, batch.recordCount);
  while (cursor.next()) {
    const pause = cursor.index % RECORDS_A_TURN === 0 ? breathe?.() : undefined;
    if (pause !== undefined) await pause;
  }
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
    records: () => recordsOf(batch, bytes),
  };
}

function* recordsOf(batch: RecordBatch, bytes: Buffer): Generator<InspectedRecord, void> {
  const cursor = new RecordCursor(bytes, batch.recordCount);
  const hasSequence = batch.hasProducerId && !batch.isControl;
  while (cursor.next()) {
    yield {
      offset: batch.baseOffset + cursor.offsetDelta,
      timestamp: recordTimestamp(batch, cursor),
      sequence: hasSequence ? recordSequence(batch, cursor) : NONE,
      key: cursor.key,
      value: cursor.value,
      headers: cursor.headers,
    };
  }
}

function openLegacyBatch(message: LegacyMessage, place: BatchPlace): OpenedBatch {
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
    records: () => records.map((record) => ({ ...record, sequence: NONE, headers: [] })),
  };
}
