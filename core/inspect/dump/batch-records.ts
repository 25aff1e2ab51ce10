/** The records of one batch, in the order and up to the place in which Kafka's tools see them. (source: DefaultRecordBatch.iterator) */
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import { recordBytesAsync } from '#core/protocol/records/batch-reader.ts';
import { CODEC } from '#core/protocol/records/compression.ts';
import { BATCH_HEADER_SIZE, NONE, RecordBatch } from '#core/protocol/records/record-batch.ts';
import { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import type { BatchPlace, BatchStream } from './batch-stream.ts';
import { isCurrent } from './batch-stream.ts';
import { incrementSequence } from './java-text.ts';
import type { LegacyEntry } from './legacy-view.ts';
import { messagesOf } from './legacy-view.ts';

const BASE_TIMESTAMP_AT = 27;
const MAX_TIMESTAMP_AT = 35;

/** A record as it is printed. Of an old format, its key and value are read, and found broken, only when they are asked for. */
export interface DumpedRecord {
  readonly offset: bigint;
  /** In ms, as a consumer sees it. */
  readonly timestamp: bigint;
  readonly keySize: number;
  readonly valueSize: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** What only records of the current format have. */
  readonly current?: { readonly sequence: number; readonly headerKeys: readonly string[] };
  /** What only messages of an old format have. */
  readonly legacy?: { readonly isValid: boolean; readonly crc: number };
}

/**
 * The records of the batch at `place`; consume one before you ask for the next.
 * @throws {DecodeError} from here, or while they are consumed, at the first record that breaks a rule.
 */
export async function recordsOf(stream: BatchStream, place: BatchPlace): Promise<Iterable<DumpedRecord>> {
  const bytes = stream.bytes(place);
  if (!isCurrent(place)) return legacyRecords(messagesOf(bytes));
  if (bytes.length < BATCH_HEADER_SIZE) {
    throw new DecodeError(`batch of ${bytes.length} bytes, its header has ${BATCH_HEADER_SIZE}`, 0);
  }
  const batch = new RecordBatch(bytes);
  const count = batch.recordCount;
  const records = new RecordCursor(await recordBytesAsync(batch), count);
  if (batch.codec !== CODEC.none) {
    // Kafka decodes all records of a compressed batch before it shows the first.
    const ahead = new RecordCursor(records.bytes, count);
    while (ahead.next());
  }
  return currentRecords(batch, records);
}

function* legacyRecords(entries: Iterable<LegacyEntry>): Generator<DumpedRecord, void> {
  for (const { offset, message } of entries) {
    yield {
      offset,
      timestamp: message.timestamp,
      keySize: message.keySize,
      valueSize: message.valueSize,
      get key() {
        return message.key;
      },
      get value() {
        return message.value;
      },
      legacy: { isValid: message.isValid, crc: message.crc },
    };
  }
}

function* currentRecords(batch: RecordBatch, cursor: RecordCursor): Generator<DumpedRecord, void> {
  const baseOffset = batch.bytes.readBigInt64BE(batch.start);
  const baseTimestamp = batch.bytes.readBigInt64BE(batch.start + BASE_TIMESTAMP_AT);
  const appendTime = batch.isLogAppendTime
    ? batch.bytes.readBigInt64BE(batch.start + MAX_TIMESTAMP_AT)
    : undefined;
  const baseSequence = batch.baseSequence;
  while (cursor.next()) {
    const { key, value, offsetDelta, headerCount } = cursor;
    const headerKeys = headerCount === 0 ? [] : cursor.headers.map((header) => header.key);
    const timestamp = appendTime ?? BigInt.asIntN(64, baseTimestamp + exactTimestampDelta(cursor));
    // Bytes behind the last record are found before it is shown.
    const isLast = cursor.index + 1 === cursor.count;
    if (isLast) cursor.next();
    yield {
      offset: BigInt.asIntN(64, baseOffset + BigInt(offsetDelta)),
      timestamp,
      keySize: key?.length ?? NONE,
      valueSize: value?.length ?? NONE,
      key,
      value,
      current: {
        sequence: baseSequence < 0 ? NONE : incrementSequence(baseSequence, offsetDelta),
        headerKeys,
      },
    };
    if (isLast) return;
  }
}

/** The cursor rounds what does not fit a number; only damage writes such deltas. */
function exactTimestampDelta({ timestampDelta, bytes, start }: RecordCursor): bigint {
  if (Number.isSafeInteger(timestampDelta)) return BigInt(timestampDelta);
  const reader = new ByteReader(bytes, start);
  while (reader.uint8() >= 0x80); // the record's length
  reader.skip(1);
  let raw = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = reader.uint8();
    raw |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asIntN(64, (raw >> 1n) ^ -(raw & 1n));
  }
}
