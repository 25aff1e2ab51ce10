/**
 * Writes a batch record by record, straight into one growing Buffer whose first 61 bytes wait for the header.
 *
 * Room is judged as Kafka's producer does: `writeLimit` bounds the batch by an estimate of its compressed size, the record to come
 * counts uncompressed, and one record always fits, whatever its size. (source: MemoryRecordsBuilder)
 */
import { assert } from '#core/base/assert.ts';
import { CODEC, canCompressSync, compress, compressAsync } from './compression.ts';
import type { RecordContent, RecordPlace } from './record.ts';
import { bodySizeOf, contentSizeOf, recordSizeOf, recordSizeUpperBound, writeRecord } from './record.ts';
import type { ProducerState } from './record-batch.ts';
import { BATCH_HEADER_SIZE, NONE, writeBatchHeader, writeUnsummedHeader } from './record-batch.ts';

/** Kafka's guard against a compression ratio that turns out too hopeful. It reckons with floats: so does this, to the bit. */
const RATIO_ESTIMATION_FACTOR = Math.fround(1.05);
/** Memory to begin with, in bytes: the limit where there is one, but not much more than an ordinary batch needs. */
const CAPACITY_MIN = 1024;
const CAPACITY_MAX = 16384;

/** A record to be put into a batch. */
export interface AppendableRecord extends RecordContent {
  /** In ms; −1 for none. */
  readonly timestamp: number;
  /** Offset within the batch, when it does not follow the record before: compaction leaves holes. */
  readonly offsetDelta?: number | undefined;
  /** What `contentSizeOf` answers; whoever asks for it more than once keeps it here. Computed when left out. */
  readonly contentSize?: number | undefined;
}

export interface BatchBuilderOptions {
  /** Number of the codec; none when left out. */
  readonly codec?: number | undefined;
  /** Of the codec; its default when left out. */
  readonly level?: number | undefined;
  /** Bytes that the batch should stay within; without a limit when left out. */
  readonly writeLimit?: number | undefined;
  /** Compressed size over uncompressed size, as expected; 1 when left out. */
  readonly compressionRatio?: number | undefined;
  readonly baseOffset?: number | undefined;
  readonly partitionLeaderEpoch?: number | undefined;
  readonly isControl?: boolean | undefined;
  /** Makes a LogAppendTime batch; every record is read with this timestamp. */
  readonly logAppendTime?: number | undefined;
  /** Base timestamp of a batch that the log cleaner has given a delete horizon. */
  readonly deleteHorizonMs?: number | undefined;
  /** Last offset of a compacted batch, whose last records may be gone; that of the last record when left out. */
  readonly lastOffsetDelta?: number | undefined;
  /** The checksum is left at 0: the producer state comes later, and whoever sets it renews the checksum once. */
  readonly isUnsummed?: boolean | undefined;
}

/** Header fields of a batch that no producer id stands behind. */
export const NO_PRODUCER: ProducerState = {
  producerId: NONE,
  producerEpoch: NONE,
  baseSequence: NONE,
  isTransactional: false,
};

/** The most bytes that a batch with this one record can take, uncompressed. (source: DefaultRecordBatch.estimateBatchSizeUpperBound) */
export function batchSizeUpperBound(record: RecordContent & Pick<AppendableRecord, 'contentSize'>): number {
  return BATCH_HEADER_SIZE + recordSizeUpperBound(record.contentSize ?? contentSizeOf(record));
}

export class BatchBuilder {
  readonly #options: BatchBuilderOptions;
  readonly #codec: number;
  readonly #writeLimit: number;
  #bytes: Buffer;
  #size = BATCH_HEADER_SIZE;
  #recordCount = 0;
  #lastOffsetDelta = -1;
  #baseTimestamp: number;
  #maxTimestamp = NONE;
  #compressionRatio: number;
  #isClosed = false;

  constructor(options: BatchBuilderOptions = {}) {
    this.#options = options;
    this.#codec = options.codec ?? CODEC.none;
    this.#writeLimit = options.writeLimit ?? Infinity;
    this.#compressionRatio = Math.fround(options.compressionRatio ?? 1);
    this.#baseTimestamp = options.deleteHorizonMs ?? NONE;
    this.#bytes = Buffer.allocUnsafe(
      options.writeLimit === undefined
        ? CAPACITY_MIN
        : Math.min(Math.max(options.writeLimit, CAPACITY_MIN), CAPACITY_MAX),
    );
  }

  get recordCount(): number {
    return this.#recordCount;
  }
  /** Bytes of the records so far, uncompressed and without the batch's header. */
  get recordsSize(): number {
    return this.#size - BATCH_HEADER_SIZE;
  }
  /** Bytes that the batch is expected to have when it is closed. */
  get estimatedSize(): number {
    if (this.#codec === CODEC.none) return this.#size;
    const expectedSize = Math.fround(Math.fround(this.recordsSize) * this.#compressionRatio);
    return BATCH_HEADER_SIZE + Math.trunc(Math.fround(expectedSize * RATIO_ESTIMATION_FACTOR));
  }
  /** No further record fits: the batch is closed, or has reached its limit. */
  get isFull(): boolean {
    return this.#isClosed || (this.#recordCount > 0 && this.#writeLimit <= this.estimatedSize);
  }
  get isClosed(): boolean {
    return this.#isClosed;
  }
  /** Greatest timestamp so far; −1 when no record has one. */
  get maxTimestamp(): number {
    return this.#maxTimestamp;
  }
  /** Compressed over uncompressed size of the records: the expectation, and once the batch is closed what it came to. */
  get compressionRatio(): number {
    return this.#compressionRatio;
  }
  /** True when `close` may be called; otherwise `closeAsync` must be. */
  get canCloseSync(): boolean {
    return canCompressSync(this.#codec, this.recordsSize);
  }

  /** True when the record may be appended: it is the first one, or stays within the limit. */
  hasRoomFor(record: AppendableRecord): boolean {
    if (this.isFull) return false;
    return this.#recordCount === 0 || this.#isWithinLimit(this.#bodySizeOf(record));
  }

  /** Appends the record if it has room; answers its offset within the batch, or undefined. */
  tryAppend(record: AppendableRecord): number | undefined {
    if (this.isFull) return undefined;
    if (this.#recordCount === 0) return this.append(record);
    const bodySize = this.#bodySizeOf(record);
    return this.#isWithinLimit(bodySize) ? this.#write(record, bodySize) : undefined;
  }

  /** Appends the record without asking for room; answers its offset within the batch. */
  append(record: AppendableRecord): number {
    assert(!this.#isClosed, 'a closed batch takes no record');
    if (this.#recordCount === 0 && this.#options.deleteHorizonMs === undefined)
      this.#baseTimestamp = record.timestamp;
    return this.#write(record, this.#bodySizeOf(record));
  }

  #bodySizeOf(record: AppendableRecord): number {
    return bodySizeOf(this.#placeOf(record), record.contentSize ?? contentSizeOf(record));
  }

  #isWithinLimit(bodySize: number): boolean {
    return this.#writeLimit >= this.estimatedSize + recordSizeOf(bodySize);
  }

  #placeOf(record: AppendableRecord): RecordPlace {
    return {
      offsetDelta: this.#offsetDeltaOf(record),
      timestampDelta: record.timestamp - this.#baseTimestamp,
    };
  }

  #write(record: AppendableRecord, bodySize: number): number {
    const { timestamp } = record;
    const place = this.#placeOf(record);
    const { offsetDelta } = place;
    this.#reserve(recordSizeOf(bodySize));
    this.#size = writeRecord({ target: this.#bytes, offset: this.#size }, record, place, bodySize);
    if (timestamp > this.#maxTimestamp) this.#maxTimestamp = timestamp;
    this.#recordCount++;
    this.#lastOffsetDelta = offsetDelta;
    return offsetDelta;
  }

  #offsetDeltaOf({ offsetDelta }: AppendableRecord): number {
    if (offsetDelta === undefined) return this.#lastOffsetDelta + 1;
    assert(offsetDelta > this.#lastOffsetDelta, 'offsets within a batch increase');
    return offsetDelta;
  }

  #reserve(size: number): void {
    const needed = this.#size + size;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#size);
    this.#bytes = grown;
  }

  /** The finished batch. `state` may be stamped anew later: `RecordBatch.setProducerState`. */
  close(state: ProducerState = NO_PRODUCER): Buffer {
    const records = this.#finish();
    if (this.#codec === CODEC.none) return this.#stamp(this.#bytes.subarray(0, this.#size), state);
    return this.#stampCompressed(compress(this.#codec, records, this.#options.level), state);
  }

  /** The finished batch; a large one is compressed in the thread pool. */
  async closeAsync(state: ProducerState = NO_PRODUCER): Promise<Buffer> {
    if (this.canCloseSync) return this.close(state);
    const records = this.#finish();
    return this.#stampCompressed(await compressAsync(this.#codec, records, this.#options.level), state);
  }

  #finish(): Buffer {
    assert(!this.#isClosed, 'a batch is closed once');
    assert(this.#recordCount > 0, 'a batch has records');
    this.#isClosed = true;
    return this.#bytes.subarray(BATCH_HEADER_SIZE, this.#size);
  }

  #stampCompressed(compressed: Buffer, state: ProducerState): Buffer {
    this.#compressionRatio = Math.fround(compressed.length / this.recordsSize);
    const bytes = Buffer.allocUnsafe(BATCH_HEADER_SIZE + compressed.length);
    compressed.copy(bytes, BATCH_HEADER_SIZE);
    return this.#stamp(bytes, state);
  }

  #stamp(bytes: Buffer, state: ProducerState): Buffer {
    const { baseOffset, partitionLeaderEpoch, isControl, logAppendTime, deleteHorizonMs } = this.#options;
    const write = this.#options.isUnsummed === true ? writeUnsummedHeader : writeBatchHeader;
    return write(bytes, {
      producerId: state.producerId,
      producerEpoch: state.producerEpoch,
      baseSequence: state.baseSequence,
      isTransactional: state.isTransactional,
      baseOffset: baseOffset ?? 0,
      partitionLeaderEpoch: partitionLeaderEpoch ?? NONE,
      codec: this.#codec,
      isLogAppendTime: logAppendTime !== undefined,
      isControl: isControl ?? false,
      hasDeleteHorizon: deleteHorizonMs !== undefined,
      lastOffsetDelta: this.#options.lastOffsetDelta ?? this.#lastOffsetDelta,
      baseTimestamp: this.#baseTimestamp,
      maxTimestamp: logAppendTime ?? this.#maxTimestamp,
      recordCount: this.#recordCount,
    }).bytes;
  }
}

/** What a whole batch is made of. */
export interface BatchInit extends Omit<BatchBuilderOptions, 'writeLimit' | 'compressionRatio'> {
  readonly records: readonly AppendableRecord[];
  /** No producer id when left out. */
  readonly producerState?: ProducerState | undefined;
}

/** A batch of these records, of which there is at least one. Not for zstd where it has no synchronous form. */
export function buildBatch({ records, producerState, ...options }: BatchInit): Buffer {
  const builder = new BatchBuilder(options);
  for (const record of records) builder.append(record);
  return builder.close(producerState);
}

/** The same, for any codec and size. */
export function buildBatchAsync({ records, producerState, ...options }: BatchInit): Promise<Buffer> {
  const builder = new BatchBuilder(options);
  for (const record of records) builder.append(record);
  return builder.closeAsync(producerState);
}
