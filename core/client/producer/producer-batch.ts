/**
 * Records of one partition that are sent together, and the callbacks of their senders.
 *
 * A batch is open while records may be appended, sealed once its bytes are final up to the producer state, and done once its
 * callbacks were called. It is created once and retried under the same sequence; only an epoch bump or a failed batch before it
 * gives it another one, which is written into a copy: the bytes that are on their way must not change. (source: ProducerBatch)
 */
import { assert } from '#core/base/assert.ts';
import type { AppendableRecord } from '#core/protocol/records/batch-builder.ts';
import { BatchBuilder } from '#core/protocol/records/batch-builder.ts';
import { contentSizeOf, recordSizeUpperBound } from '#core/protocol/records/record.ts';
import { addSequence, BATCH_HEADER_SIZE, NONE, RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { Callbacks } from './callbacks.ts';
import { metadataWithoutOffset } from './callbacks.ts';
import type { Callback, ProducerIdAndEpoch } from './producer.ts';

export interface ProducerBatchOptions {
  readonly topic: string;
  readonly partition: number;
  /** `topic-partition`. */
  readonly key: string;
  /** Counts the producer's batches from 1. */
  readonly number: number;
  /** Monotonic time. */
  readonly createdMs: number;
  readonly codec: number;
  readonly level: number | undefined;
  readonly writeLimit: number;
  readonly compressionRatio: number;
  /** Bytes of buffer memory that come back with the batch; 0 for a part of a split batch. */
  readonly reservedBytes: number;
  readonly isSplit: boolean;
}

export class ProducerBatch {
  readonly topic: string;
  readonly partition: number;
  readonly key: string;
  readonly number: number;
  readonly createdMs: number;
  readonly isSplit: boolean;
  readonly codec: number;
  readonly #builder: BatchBuilder;
  /** By record, as the next two: a batch is kept for long, so it keeps little. */
  readonly #callbacks: Callback[] = [];
  readonly #timestamps: number[] = [];
  /** Of key and value in turn, −1 for null. */
  readonly #sizes: number[] = [];
  #reservedBytes: number;
  #maxRecordSize = 0;
  #isOpen = true;
  #isSealing = false;
  #bytes: Buffer | undefined;
  #hasChecksum = false;
  #producer: ProducerIdAndEpoch | undefined;
  #baseSequence = NONE;
  #isTransactional = false;
  #hasBeenReset = false;
  #isDone = false;
  #attempts = 0;
  #sendCount = 0;
  #lastAttemptMs: number;
  #retryAtMs = 0;
  #drainedMs: number;
  #leaderEpoch = NONE;
  #attemptsAtLeaderChange = 0;

  constructor(options: ProducerBatchOptions) {
    this.topic = options.topic;
    this.partition = options.partition;
    this.key = options.key;
    this.number = options.number;
    this.createdMs = options.createdMs;
    this.isSplit = options.isSplit;
    this.codec = options.codec;
    this.#lastAttemptMs = options.createdMs;
    this.#drainedMs = options.createdMs;
    this.#reservedBytes = options.reservedBytes;
    this.#builder = new BatchBuilder({
      codec: options.codec,
      level: options.level,
      writeLimit: options.writeLimit,
      compressionRatio: options.compressionRatio,
      isUnsummed: true,
    });
  }

  get recordCount(): number {
    return this.#callbacks.length;
  }
  /** Upper bound of the largest record. */
  get maxRecordSize(): number {
    return this.#maxRecordSize;
  }
  get isFull(): boolean {
    return !this.#isOpen || this.#builder.isFull;
  }
  /** Bytes of the batch: an estimate while it is open. */
  get size(): number {
    return this.#bytes?.length ?? this.#builder.estimatedSize;
  }
  /** Compressed over uncompressed size; an expectation until sealed. */
  get compressionRatio(): number {
    return this.#builder.compressionRatio;
  }

  /** True when `tryAppend` would append the record. */
  hasRoomFor(record: AppendableRecord): boolean {
    return this.#isOpen && this.#builder.hasRoomFor(record);
  }

  /** Appends the record unless it does not fit or the batch is no longer open. */
  tryAppend(record: AppendableRecord, callback: Callback): boolean {
    if (!this.#isOpen || this.#builder.tryAppend(record) === undefined) return false;
    const { key, value } = record;
    const recordSize = recordSizeUpperBound(record.contentSize ?? contentSizeOf(record));
    if (recordSize > this.#maxRecordSize) this.#maxRecordSize = recordSize;
    this.#callbacks.push(callback);
    this.#timestamps.push(record.timestamp);
    this.#sizes.push(key === null ? -1 : key.length, value === null ? -1 : value.length);
    return true;
  }

  /** Whoever waits for the last record has been told that send() failed, and is told nothing more. */
  silenceLast(): void {
    this.#callbacks[this.#callbacks.length - 1] = silent;
  }

  /** From now on no record is appended. False when that was so before. */
  closeForAppends(): boolean {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    return wasOpen;
  }
  /** The batch has reached its limit: not even the smallest record goes in. */
  get hasReachedLimit(): boolean {
    return this.#builder.isFull;
  }
  /** Header and records, as they are before compression. */
  get uncompressedSize(): number {
    return BATCH_HEADER_SIZE + this.#builder.recordsSize;
  }

  /** The bytes are final, apart from the producer state. */
  get isSealed(): boolean {
    return this.#bytes !== undefined;
  }

  /**
   * Compresses; true when the batch is sealed now. Where compression takes place in the thread pool it is false, and `onSealed`
   * is called later, once.
   */
  seal(onSealed: () => void): boolean {
    this.#isOpen = false;
    if (this.#bytes !== undefined) return true;
    if (this.#isSealing) return false;
    if (this.#builder.canCloseSync) {
      this.#bytes = this.#builder.close();
      return true;
    }
    this.#isSealing = true;
    void this.#builder.closeAsync().then((bytes) => {
      this.#bytes = bytes;
      onSealed();
    });
    return false;
  }

  /** The batch as it is sent. Its checksum is computed here: once, with the producer state that it goes out under. */
  get bytes(): Buffer {
    const bytes = this.#sealedBytes();
    if (!this.#hasChecksum) new RecordBatch(bytes).renewCrc();
    this.#hasChecksum = true;
    return bytes;
  }

  #sealedBytes(): Buffer {
    assert(this.#bytes !== undefined, 'a batch is sealed before its bytes are asked for');
    return this.#bytes;
  }

  get hasSequence(): boolean {
    return this.#baseSequence !== NONE;
  }
  get baseSequence(): number {
    return this.#baseSequence;
  }
  get lastSequence(): number {
    return addSequence(this.#baseSequence, this.recordCount - 1);
  }
  get producerId(): number {
    return this.#producer?.producerId ?? NONE;
  }
  get producerEpoch(): number {
    return this.#producer?.epoch ?? NONE;
  }
  get isTransactional(): boolean {
    return this.#isTransactional;
  }
  /** Its sequence is not the one it was given first, and it was not sent since. */
  get hasBeenReset(): boolean {
    return this.#hasBeenReset;
  }

  /** Gives the sealed batch its producer id, epoch and sequence. */
  setProducerState(producer: ProducerIdAndEpoch, baseSequence: number, isTransactional: boolean): void {
    this.#producer = producer;
    this.#baseSequence = baseSequence;
    this.#isTransactional = isTransactional;
    this.#stamp(this.#sealedBytes());
  }

  /** Gives a batch that may be on its way another producer id, epoch or sequence. */
  resetProducerState(producer: ProducerIdAndEpoch, baseSequence: number): void {
    this.#producer = producer;
    this.#baseSequence = baseSequence;
    this.#hasBeenReset = true;
    this.#bytes = Buffer.from(this.#sealedBytes());
    this.#stamp(this.#bytes);
  }

  #stamp(bytes: Buffer): void {
    new RecordBatch(bytes).setProducerState({
      producerId: this.producerId,
      producerEpoch: this.producerEpoch,
      baseSequence: this.#baseSequence,
      isTransactional: this.#isTransactional,
    });
    this.#hasChecksum = false;
  }

  /** It goes out: what comes back is about the sequence it has now. */
  drained(nowMs: number): void {
    this.#hasBeenReset = false;
    this.#drainedMs = Math.max(this.#drainedMs, nowMs);
    this.#sendCount++;
  }
  /** From its creation until it was drained last. */
  get queueTimeMs(): number {
    return this.#drainedMs - this.createdMs;
  }
  /** How often it went out. */
  get sendCount(): number {
    return this.#sendCount;
  }

  /** How often it came back to be sent again. */
  get attempts(): number {
    return this.#attempts;
  }
  /** It was sent at least once before. */
  get isInRetry(): boolean {
    return this.#attempts > 0;
  }
  /** It comes back to be sent again, not before `backoffMs` from now. */
  reenqueued(nowMs: number, backoffMs: number): void {
    this.#attempts++;
    this.#lastAttemptMs = Math.max(this.#lastAttemptMs, nowMs);
    this.#retryAtMs = nowMs + backoffMs;
  }
  /** How long a batch that came back still has to wait; nothing when the leader is another one by now. */
  backoffLeftMs(nowMs: number): number {
    if (this.#attempts === 0 || this.hasLeaderChanged) return 0;
    return Math.max(0, this.#retryAtMs - nowMs);
  }
  waitedMs(nowMs: number): number {
    return Math.max(0, nowMs - this.#lastAttemptMs);
  }
  hasReachedDeliveryTimeout(timeoutMs: number, nowMs: number): boolean {
    return nowMs - this.createdMs >= timeoutMs;
  }

  /** Remembers at which attempt the partition's leader was seen to change. */
  observeLeaderEpoch(epoch: number): void {
    if (epoch <= this.#leaderEpoch) return;
    this.#attemptsAtLeaderChange = this.#attempts;
    this.#leaderEpoch = epoch;
  }
  /** The retry goes to another leader than the attempt that failed: there is no reason to wait. */
  get hasLeaderChanged(): boolean {
    return this.#attempts > 0 && this.#attempts === this.#attemptsAtLeaderChange;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Every record was written, the first at `baseOffset` (−1: nobody knows). False when it was done before. */
  complete(baseOffset: number, logAppendTimeMs: number, callbacks: Callbacks): boolean {
    if (!this.#finish()) return false;
    const { topic, partition } = this;
    callbacks.ofBatch(() => {
      for (let i = 0; i < this.#callbacks.length; i++) {
        const metadata = {
          topic,
          partition,
          offset: baseOffset < 0 ? -1 : baseOffset + i,
          timestamp: logAppendTimeMs === NONE ? (this.#timestamps[i] as number) : logAppendTimeMs,
          serializedKeySize: this.#sizes[2 * i] as number,
          serializedValueSize: this.#sizes[2 * i + 1] as number,
        };
        callbacks.tell(this.#callbacks[i] as Callback, metadata, null);
      }
    });
    return true;
  }

  /** No record counts as written; `errorAt` says why, by index. False when it was done before. */
  fail(errorAt: (index: number) => Error, callbacks: Callbacks): boolean {
    if (!this.#finish()) return false;
    const { topic, partition } = this;
    callbacks.ofBatch(() => {
      for (const [index, callback] of this.#callbacks.entries()) {
        callbacks.tell(callback, metadataWithoutOffset(topic, partition), errorAt(index));
      }
    });
    return true;
  }

  #finish(): boolean {
    if (this.#isDone) return false;
    this.#isDone = true;
    this.#isOpen = false;
    return true;
  }

  /** Hands the callbacks over to the parts that the batch is split into. */
  takeCallbacks(): readonly Callback[] {
    this.#isDone = true;
    return this.#callbacks;
  }

  /** The bytes of buffer memory to give back: once. */
  takeReservation(): number {
    const bytes = this.#reservedBytes;
    this.#reservedBytes = 0;
    return bytes;
  }
}

function silent(): void {}
