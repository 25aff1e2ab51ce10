/**
 * The header of a batch of any format version, read out of a chunk of a `.log`. One object is used for batch after batch, so that a
 * scan allocates nothing.
 *
 * Messages of the old formats are seen as batches: one record each, or as many as a compressed wrapper holds.
 */
import { DecodeError } from '#core/protocol/reader.ts';
import {
  ATTRIBUTES,
  BASE_SEQUENCE,
  CODEC_MASK,
  CONTROL,
  DELETE_HORIZON,
  LAST_OFFSET_DELTA,
  LEADER_EPOCH,
  LENGTH,
  LOG_APPEND_TIME,
  MAX_TIMESTAMP,
  PRODUCER_EPOCH,
  PRODUCER_ID,
  RECORD_COUNT,
  TRANSACTIONAL,
} from '#core/protocol/records/batch-layout.ts';
import { LegacyMessage, readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import { BATCH_LOG_OVERHEAD, NONE, readLong } from '#core/protocol/records/record-batch.ts';

export class BatchHead {
  /** Byte position in the `.log`. */
  position = 0;
  size = 0;
  magic = 2;
  baseOffset = 0;
  lastOffset = 0;
  /** Records that the header claims; 0 for a batch that the cleaner emptied. */
  count = 0;
  attributes = 0;
  leaderEpoch = NONE;
  maxTimestamp = NONE;
  producerId = NONE;
  producerEpoch = NONE;
  baseSequence = NONE;

  get codec(): number {
    return this.attributes & CODEC_MASK;
  }
  get isLogAppendTime(): boolean {
    return (this.attributes & LOG_APPEND_TIME) !== 0;
  }
  get isTransactional(): boolean {
    return (this.attributes & TRANSACTIONAL) !== 0;
  }
  get isControl(): boolean {
    return (this.attributes & CONTROL) !== 0;
  }
  /** The log cleaner was here. */
  get hasDeleteHorizon(): boolean {
    return (this.attributes & DELETE_HORIZON) !== 0;
  }
  /** True when records between base and last offset were removed. */
  get isSparse(): boolean {
    return this.count !== this.lastOffset - this.baseOffset + 1;
  }

  /** Takes over a header of format version 2 at `start` of `bytes`. */
  readCurrent(bytes: Buffer, start: number, position: number): void {
    this.position = position;
    this.size = bytes.readInt32BE(start + LENGTH) + BATCH_LOG_OVERHEAD;
    this.magic = 2;
    this.baseOffset = readLong(bytes, start);
    this.leaderEpoch = bytes.readInt32BE(start + LEADER_EPOCH);
    this.attributes = bytes.readInt16BE(start + ATTRIBUTES);
    this.lastOffset = this.baseOffset + bytes.readInt32BE(start + LAST_OFFSET_DELTA);
    this.maxTimestamp = readLong(bytes, start + MAX_TIMESTAMP);
    this.producerId = readLong(bytes, start + PRODUCER_ID);
    this.producerEpoch = bytes.readInt16BE(start + PRODUCER_EPOCH);
    this.baseSequence = bytes.readInt32BE(start + BASE_SEQUENCE);
    this.count = bytes.readInt32BE(start + RECORD_COUNT);
  }

  /** Takes over a message of version 0 or 1, which lies whole at `start`. @throws {DecodeError} when it cannot be unwrapped. */
  readLegacy(bytes: Buffer, start: number, position: number): void {
    const message = new LegacyMessage(bytes, start);
    this.position = position;
    this.size = message.size;
    this.magic = message.magic;
    this.leaderEpoch = NONE;
    // Of the attributes only the codec means the same; those of version 0 have no timestamp bit.
    this.attributes = message.codec | (message.isLogAppendTime ? LOG_APPEND_TIME : 0);
    this.lastOffset = message.offset;
    this.maxTimestamp = message.timestamp;
    this.producerId = NONE;
    this.producerEpoch = NONE;
    this.baseSequence = NONE;
    this.baseOffset = message.offset;
    this.count = 1;
    if (message.codec === 0) return;
    const records = readLegacyRecords(message);
    const [first] = records;
    if (first === undefined) throw new DecodeError('compressed message wraps none', start);
    this.baseOffset = first.offset;
    // A wrapper with offset 0 was written by an early librdkafka: its messages know better.
    this.lastOffset = Math.max(message.offset, records.at(-1)?.offset ?? 0);
    this.count = records.length;
  }
}
