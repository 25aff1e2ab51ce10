/**
 * Records on their way out: a queue of batches for each partition, filled by send() and drained by the sender.
 *
 * A batch takes records until it is full; how long it may wait for more is linger.ms. Every batch is incomplete from its first
 * record until its promises are settled, and holds its share of buffer.memory as long. (source: RecordAccumulator)
 */
import { partitionName } from '#core/base/topic-partition.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import type { AppendableRecord } from '#core/protocol/records/batch-builder.ts';
import { batchSizeUpperBound } from '#core/protocol/records/batch-builder.ts';
import { ClientError } from '../client-error.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { ClientPlatform } from '../client-platform.ts';
import type { Backoff } from '../network/backoff.ts';
import type { Node, TopicInfo } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { BatchCloseReason } from '../producer-notices.ts';
import { BatchFactory, nameOf } from './batch-factory.ts';
import { enqueueParts, recordsOf, splitInto } from './batch-splitter.ts';
import type { BufferMemory } from './buffer-memory.ts';
import type { Callbacks } from './callbacks.ts';
import { FlushTracker } from './flush-tracker.ts';
import { PartitionQueue } from './partition-queue.ts';
import { StickyPartitioner } from './partitioner.ts';
import type { Callback } from './producer.ts';
import type { ProducerBatch } from './producer-batch.ts';
import type { TransactionManager } from './transaction-manager.ts';

export interface RecordAccumulatorOptions {
  readonly batchSize: number;
  readonly lingerMs: number;
  readonly deliveryTimeoutMs: number;
  readonly codec: number;
  readonly level: number | undefined;
  readonly backoff: Backoff;
  readonly callbacks: Callbacks;
  readonly observer: ClientObserver;
}

/** Where a record went. */
export interface AppendResult {
  readonly queue: PartitionQueue;
  readonly batch: ProducerBatch;
  /** It is the first of its batch. */
  readonly isNewBatch: boolean;
  /** The sender has something to do, or a time to be woken at. */
  readonly wakesSender: boolean;
}

/** The queues of one topic. */
export interface TopicQueues {
  readonly sticky: StickyPartitioner;
  readonly partitions: Map<number, PartitionQueue>;
}

export class RecordAccumulator {
  readonly #platform: ClientPlatform;
  readonly #metadata: Metadata;
  readonly #memory: BufferMemory;
  readonly #manager: TransactionManager | undefined;
  readonly #options: RecordAccumulatorOptions;
  readonly #topics = new Map<string, TopicQueues>();
  readonly #incomplete = new Set<ProducerBatch>();
  readonly #muted = new Set<string>();
  readonly #flushes = new FlushTracker();
  readonly #factory: BatchFactory;
  #isClosed = false;

  constructor(
    platform: ClientPlatform,
    metadata: Metadata,
    memory: BufferMemory,
    manager: TransactionManager | undefined,
    options: RecordAccumulatorOptions,
  ) {
    this.#platform = platform;
    this.#metadata = metadata;
    this.#memory = memory;
    this.#manager = manager;
    this.#options = options;
    this.#factory = new BatchFactory(platform.clock, options);
  }

  get options(): RecordAccumulatorOptions {
    return this.#options;
  }
  get topics(): ReadonlyMap<string, TopicQueues> {
    return this.#topics;
  }
  get hasIncomplete(): boolean {
    return this.#incomplete.size > 0;
  }
  get hasUndrained(): boolean {
    for (const { partitions } of this.#topics.values()) {
      for (const queue of partitions.values()) if (queue.length > 0) return true;
    }
    return false;
  }
  /** Batches go out without waiting to be full: a flush is going on, the memory is used up, or the producer closes. */
  get isHurried(): boolean {
    return this.hurry !== undefined;
  }

  /** The memory that a new batch for this record takes. */
  reservationFor(record: AppendableRecord): number {
    return Math.max(this.#options.batchSize, batchSizeUpperBound(record));
  }

  /** True when the record goes into a batch that is there; a batch without room takes none from now on. */
  hasRoomFor(topic: string, partition: number, record: AppendableRecord): boolean {
    const last = this.#topics.get(topic)?.partitions.get(partition)?.last;
    if (last?.hasRoomFor(record) === true) return true;
    if (last !== undefined) this.closeBatch(last, 'noRoom');
    return false;
  }

  /**
   * Appends to the partition, or to the sticky one when it is −1. Undefined when a new batch is needed and there is no memory for
   * it: reserve it and call again with `reservedBytes`. What was reserved in vain is given back.
   * @throws {KafkaException} when the producer is closed.
   */
  append(
    topic: TopicInfo,
    partition: number,
    record: AppendableRecord,
    callback: Callback,
    reservedBytes = 0,
  ): AppendResult | undefined {
    if (this.#isClosed) {
      if (reservedBytes > 0) this.#memory.release(reservedBytes);
      throw new ClientError('KafkaException', 'Producer closed while send in progress');
    }
    const queues = this.#queuesOf(topic.name);
    const isSticky = partition < 0;
    const queue = isSticky ? this.#stickyQueue(queues, topic) : this.#queueOf(queues, topic.name, partition);
    const last = queue.last;
    const sizeBefore = last?.size ?? 0;
    if (last?.tryAppend(record, callback) === true) {
      if (reservedBytes > 0) this.#memory.release(reservedBytes);
      const { isFull } = last;
      if (isSticky) queues.sticky.addBytes(topic, last.size - sizeBefore, isFull);
      this.#factory.recordPlaced(last);
      return { queue, batch: last, isNewBatch: false, wakesSender: isFull || queue.length > 1 };
    }
    if (last !== undefined) this.closeBatch(last, 'noRoom');
    const bytes = reservedBytes > 0 ? reservedBytes : this.reservationFor(record);
    if (reservedBytes === 0 && !this.#memory.tryReserve(bytes)) return undefined;
    const batch = this.#factory.create(queue, { writeLimit: bytes, reservedBytes: bytes });
    this.#incomplete.add(batch);
    batch.tryAppend(record, callback);
    queue.push(batch);
    this.#factory.recordPlaced(batch);
    if (isSticky) queues.sticky.addBytes(topic, batch.size, queue.isEveryBatchFull);
    return { queue, batch, isNewBatch: true, wakesSender: true };
  }

  #queuesOf(topic: string): TopicQueues {
    let queues = this.#topics.get(topic);
    if (queues === undefined) {
      const sticky = new StickyPartitioner(this.#platform.random, this.#options.batchSize);
      queues = { sticky, partitions: new Map() };
      this.#topics.set(topic, queues);
    }
    return queues;
  }

  #queueOf(queues: TopicQueues, topic: string, partition: number): PartitionQueue {
    let queue = queues.partitions.get(partition);
    if (queue === undefined) {
      queue = new PartitionQueue({ topic, partition, key: partitionName({ topic, partition }) });
      queues.partitions.set(partition, queue);
    }
    return queue;
  }

  /** A change of the sticky partition that waited for its batch to be full is made up for first. */
  #stickyQueue(queues: TopicQueues, topic: TopicInfo): PartitionQueue {
    const before = this.#queueOf(queues, topic.name, queues.sticky.current(topic));
    if (!before.isEveryBatchFull) return before;
    queues.sticky.addBytes(topic, 0, true);
    return this.#queueOf(queues, topic.name, queues.sticky.current(topic));
  }

  /** No record goes into the batch any more, because of `reason` unless it is full anyway. */
  closeBatch(batch: ProducerBatch, reason: BatchCloseReason): void {
    this.#factory.close(batch, reason);
  }

  /** Why batches go out that need not: see `isHurried`. */
  get hurry(): BatchCloseReason | undefined {
    if (this.#isClosed) return 'closing';
    if (this.#flushes.isActive) return 'flush';
    return this.#memory.waitingCount > 0 ? 'memory' : undefined;
  }

  /** The queue of a batch's partition. */
  queueFor(batch: ProducerBatch): PartitionQueue {
    return this.#queueOf(this.#queuesOf(batch.topic), batch.topic, batch.partition);
  }

  isMuted(key: string): boolean {
    return this.#muted.has(key);
  }
  /** Nothing more of the partition goes out until it is unmuted: with one request in flight, order is kept that way. */
  mute(key: string): void {
    this.#muted.add(key);
  }
  unmute(key: string): void {
    this.#muted.delete(key);
  }

  leaderOf(queue: PartitionQueue): Node | undefined {
    return this.#metadata.leaderOf(queue.topic, queue.partition);
  }

  /** Makes the bytes of the batch final; false while the thread pool compresses, after which `onSealed` is called. */
  seal(batch: ProducerBatch, onSealed: () => void): boolean {
    return this.#factory.seal(batch, onSealed);
  }

  /** A batch that was drained comes back to be sent again, not before the milliseconds answered. */
  reenqueue(batch: ProducerBatch, nowMs: number): number {
    const delayMs = this.#options.backoff.delayMs(batch.attempts);
    batch.reenqueued(nowMs, delayMs);
    const queue = this.queueFor(batch);
    if (this.#manager === undefined) queue.unshift(batch);
    else queue.insertInSequence(batch);
    return delayMs;
  }

  /** Replaces a batch that the broker found too large by smaller ones, which keep its records' sequences and callbacks. */
  async splitAndReenqueue(batch: ProducerBatch): Promise<void> {
    const records = await recordsOf(batch);
    if (batch.isDone) return;
    this.#factory.expectNothing(batch);
    const targetSize = batch.isSplit
      ? Math.max(batch.maxRecordSize, Math.trunc(batch.size / 2))
      : this.#options.batchSize;
    const queue = this.queueFor(batch);
    const parts = splitInto(records, batch.takeCallbacks(), targetSize, (writeLimit) => {
      const part = this.#factory.create(queue, { writeLimit, reservedBytes: 0 }, batch);
      this.#incomplete.add(part);
      return part;
    });
    this.#flushes.replace(batch, parts);
    for (const part of parts) this.#factory.close(part, 'split');
    this.#options.observer.onBatchSplit?.({ ...nameOf(batch), parts: parts.map(({ number }) => number) });
    await Promise.all(parts.map((part) => this.#sealed(part)));
    enqueueParts(batch, parts, queue, this.#manager?.sequences);
    this.complete(batch);
  }

  #sealed(batch: ProducerBatch): Promise<void> {
    return new Promise((resolve) => {
      if (this.seal(batch, resolve)) resolve();
    });
  }

  /** Takes the batches out that have waited too long to be sent. */
  takeExpired(nowMs: number): readonly ProducerBatch[] {
    const expired: ProducerBatch[] = [];
    for (const { partitions } of this.#topics.values()) {
      for (const queue of partitions.values()) {
        for (let first = queue.first; first !== undefined; first = queue.first) {
          if (!first.hasReachedDeliveryTimeout(this.#options.deliveryTimeoutMs, nowMs)) break;
          queue.shift();
          expired.push(first);
        }
      }
    }
    return expired;
  }

  /** The promises of the batch are settled: its memory is free again. */
  complete(batch: ProducerBatch): void {
    this.#incomplete.delete(batch);
    const bytes = batch.takeReservation();
    if (bytes > 0) this.#memory.release(bytes);
    this.#flushes.completed(batch);
  }

  /** Fails every incomplete batch, or those that were never drained. */
  abort(which: 'all' | 'undrained', reason: Error): void {
    for (const batch of [...this.#incomplete]) {
      const isUndrained = this.#manager === undefined ? !batch.isSealed : !batch.hasSequence;
      if (which === 'undrained' && !isUndrained) continue;
      this.queueFor(batch).remove(batch);
      if (batch.fail(() => reason, this.#options.callbacks)) {
        this.#options.observer.onBatchCompleted?.({
          ...nameOf(batch),
          error: reason instanceof KafkaError ? reason.error : 'UNKNOWN_SERVER_ERROR',
          exception: reason,
          baseOffset: -1,
          recordCount: batch.recordCount,
          attempts: batch.sendCount,
        });
      }
      this.complete(batch);
    }
  }

  /** Sends everything out at once; resolves when all that is incomplete now is complete. */
  flush(): Promise<void> {
    return this.#flushes.begin(this.#incomplete);
  }

  /** Takes no further record. */
  close(): void {
    this.#isClosed = true;
    this.#memory.close();
  }
}
