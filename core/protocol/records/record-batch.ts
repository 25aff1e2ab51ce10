/**
 * A record batch (magic 2), read in place.
 *
 *   0        8        12       16    17    21          23               27             35
 *   baseOffset length  epoch    magic crc   attributes  lastOffsetDelta  baseTimestamp  maxTimestamp
 *   43         51            53            57           61
 *   producerId producerEpoch baseSequence  recordCount  records …
 *
 * Base offset, length and partition leader epoch lie outside the checksum, so a leader assigns them without recomputing it.
 * (source: DefaultRecordBatch)
 */
import { crc32c } from '@node-rs/crc32';
import {
  ATTRIBUTES,
  BASE_SEQUENCE,
  BASE_TIMESTAMP,
  CODEC_MASK,
  CONTROL,
  CRC,
  DELETE_HORIZON,
  LAST_OFFSET_DELTA,
  LEADER_EPOCH,
  LENGTH,
  LOG_APPEND_TIME,
  MAGIC,
  MAX_TIMESTAMP,
  PRODUCER_EPOCH,
  PRODUCER_ID,
  RECORD_COUNT,
  TRANSACTIONAL,
} from './batch-layout.ts';

export const BATCH_HEADER_SIZE = 61;
/** Bytes before and including the length field; `length` counts what follows. */
export const BATCH_LOG_OVERHEAD = 12;

/** "No timestamp", "no producer id", "no sequence", "no epoch": Kafka writes −1 for each. */
export const NONE = -1;

export const SEQUENCE_MAX = 2147483647;

/** `sequence` + `increment` in the ring 0 … 2^31 − 1. */
export function addSequence(sequence: number, increment: number): number {
  return sequence > SEQUENCE_MAX - increment
    ? increment - (SEQUENCE_MAX - sequence) - 1
    : sequence + increment;
}

/** `sequence` − `decrement` in the same ring. */
export function subtractSequence(sequence: number, decrement: number): number {
  return sequence < decrement ? SEQUENCE_MAX - (decrement - sequence) + 1 : sequence - decrement;
}

/** A 64-bit value as a number; beyond ±2^53 it is rounded. */
export function readLong(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 4294967296 + bytes.readUInt32BE(at + 4);
}

function writeLong(bytes: Buffer, at: number, value: number): void {
  const high = Math.floor(value / 4294967296);
  bytes.writeInt32BE(high, at);
  bytes.writeUInt32BE(value - high * 4294967296, at + 4);
}

/** The header of the batch that starts at `start` of `bytes`. Nothing is copied; setters write into the same memory. */
export class RecordBatch {
  readonly bytes: Buffer;
  readonly start: number;

  /** The caller makes sure that a whole header is there. */
  constructor(bytes: Buffer, start = 0) {
    this.bytes = bytes;
    this.start = start;
  }

  get baseOffset(): number {
    return readLong(this.bytes, this.start);
  }
  set baseOffset(offset: number) {
    writeLong(this.bytes, this.start, offset);
  }
  /** Bytes of the whole batch. */
  get size(): number {
    return this.bytes.readInt32BE(this.start + LENGTH) + BATCH_LOG_OVERHEAD;
  }
  get partitionLeaderEpoch(): number {
    return this.bytes.readInt32BE(this.start + LEADER_EPOCH);
  }
  set partitionLeaderEpoch(epoch: number) {
    this.bytes.writeInt32BE(epoch, this.start + LEADER_EPOCH);
  }
  get magic(): number {
    return this.bytes.readInt8(this.start + MAGIC);
  }
  get crc(): number {
    return this.bytes.readUInt32BE(this.start + CRC);
  }
  get attributes(): number {
    return this.bytes.readInt16BE(this.start + ATTRIBUTES);
  }
  /** 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd; 5 to 7 are not defined. */
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
  /** The base timestamp is a delete horizon: the log cleaner was here. */
  get hasDeleteHorizon(): boolean {
    return (this.attributes & DELETE_HORIZON) !== 0;
  }
  get lastOffsetDelta(): number {
    return this.bytes.readInt32BE(this.start + LAST_OFFSET_DELTA);
  }
  get lastOffset(): number {
    return this.baseOffset + this.lastOffsetDelta;
  }
  get nextOffset(): number {
    return this.lastOffset + 1;
  }
  get baseTimestamp(): number {
    return readLong(this.bytes, this.start + BASE_TIMESTAMP);
  }
  get maxTimestamp(): number {
    return readLong(this.bytes, this.start + MAX_TIMESTAMP);
  }
  get producerId(): number {
    return readLong(this.bytes, this.start + PRODUCER_ID);
  }
  get hasProducerId(): boolean {
    return this.producerId > NONE;
  }
  get producerEpoch(): number {
    return this.bytes.readInt16BE(this.start + PRODUCER_EPOCH);
  }
  get baseSequence(): number {
    return this.bytes.readInt32BE(this.start + BASE_SEQUENCE);
  }
  get lastSequence(): number {
    const base = this.baseSequence;
    return base === NONE ? NONE : addSequence(base, this.lastOffsetDelta);
  }
  get recordCount(): number {
    return this.bytes.readInt32BE(this.start + RECORD_COUNT);
  }
  /** The records, compressed if a codec is set. */
  get payload(): Buffer {
    return this.bytes.subarray(this.start + BATCH_HEADER_SIZE, this.start + this.size);
  }
  /** The whole batch. */
  get whole(): Buffer {
    return this.bytes.subarray(this.start, this.start + this.size);
  }

  /** The checksum of the contents as they are. */
  computeCrc(): number {
    return crc32c(this.bytes.subarray(this.start + ATTRIBUTES, this.start + this.size)) >>> 0;
  }
  get isCrcValid(): boolean {
    return this.crc === this.computeCrc();
  }

  /** Sets the greatest timestamp and the kind of timestamp, and renews the checksum. */
  setMaxTimestamp(timestamp: number, isLogAppendTime: boolean): void {
    const attributes = isLogAppendTime
      ? this.attributes | LOG_APPEND_TIME
      : this.attributes & ~LOG_APPEND_TIME;
    if (timestamp === this.maxTimestamp && attributes === this.attributes) return;
    this.bytes.writeInt16BE(attributes, this.start + ATTRIBUTES);
    writeLong(this.bytes, this.start + MAX_TIMESTAMP, timestamp);
    this.renewCrc();
  }

  /** Producer state of a batch that has not been sent yet. The checksum has to be renewed before it is. */
  setProducerState(state: ProducerState): void {
    this.bytes.writeInt16BE(
      state.isTransactional ? this.attributes | TRANSACTIONAL : this.attributes & ~TRANSACTIONAL,
      this.start + ATTRIBUTES,
    );
    writeLong(this.bytes, this.start + PRODUCER_ID, state.producerId);
    this.bytes.writeInt16BE(state.producerEpoch, this.start + PRODUCER_EPOCH);
    this.bytes.writeInt32BE(state.baseSequence, this.start + BASE_SEQUENCE);
  }

  renewCrc(): void {
    this.bytes.writeUInt32BE(this.computeCrc(), this.start + CRC);
  }
}

/** Who wrote a batch, and as which part of what. */
export interface ProducerState {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly baseSequence: number;
  readonly isTransactional: boolean;
}

/** Everything a batch header says, for writing one. */
export interface BatchHeader extends ProducerState {
  readonly baseOffset: number;
  readonly partitionLeaderEpoch: number;
  readonly codec: number;
  readonly isLogAppendTime: boolean;
  readonly isControl: boolean;
  readonly hasDeleteHorizon: boolean;
  readonly lastOffsetDelta: number;
  readonly baseTimestamp: number;
  readonly maxTimestamp: number;
  readonly recordCount: number;
}

/** Writes header and checksum in front of records that already lie at `BATCH_HEADER_SIZE` of `bytes`, whose end is the batch's. */
export function writeBatchHeader(bytes: Buffer, header: BatchHeader): RecordBatch {
  const batch = writeUnsummedHeader(bytes, header);
  batch.renewCrc();
  return batch;
}

/** The same with 0 for the checksum, for a batch whose producer state is not known yet. */
export function writeUnsummedHeader(bytes: Buffer, header: BatchHeader): RecordBatch {
  writeLong(bytes, 0, header.baseOffset);
  bytes.writeInt32BE(bytes.length - BATCH_LOG_OVERHEAD, LENGTH);
  bytes.writeInt32BE(header.partitionLeaderEpoch, LEADER_EPOCH);
  bytes.writeInt8(2, MAGIC);
  bytes.writeUInt32BE(0, CRC);
  bytes.writeInt16BE(
    header.codec |
      (header.isLogAppendTime ? LOG_APPEND_TIME : 0) |
      (header.isTransactional ? TRANSACTIONAL : 0) |
      (header.isControl ? CONTROL : 0) |
      (header.hasDeleteHorizon ? DELETE_HORIZON : 0),
    ATTRIBUTES,
  );
  bytes.writeInt32BE(header.lastOffsetDelta, LAST_OFFSET_DELTA);
  writeLong(bytes, BASE_TIMESTAMP, header.baseTimestamp);
  writeLong(bytes, MAX_TIMESTAMP, header.maxTimestamp);
  writeLong(bytes, PRODUCER_ID, header.producerId);
  bytes.writeInt16BE(header.producerEpoch, PRODUCER_EPOCH);
  bytes.writeInt32BE(header.baseSequence, BASE_SEQUENCE);
  bytes.writeInt32BE(header.recordCount, RECORD_COUNT);
  return new RecordBatch(bytes);
}
