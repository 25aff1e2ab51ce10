/**
 * The way of a record into the accumulator.
 *
 * Most records are appended at once. One whose topic is not known yet, or for which there is no buffer memory, has to wait; all
 * records of its topic that are sent later wait behind it, so that they keep their order. The time limit is max.block.ms for each,
 * from when its turn has come. (source: KafkaProducer.doSend, waitOnMetadata)
 */
import type { Clock } from '#core/base/clock.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import type { AppendableRecord } from '#core/protocol/records/batch-builder.ts';
import { batchSizeUpperBound } from '#core/protocol/records/batch-builder.ts';
import { contentSizeOf } from '#core/protocol/records/record.ts';
import { errorOf, isApiException } from '../client-error.ts';
import type { TopicInfo } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { BufferMemory } from './buffer-memory.ts';
import type { Callbacks } from './callbacks.ts';
import { metadataWithoutOffset } from './callbacks.ts';
import type { Partitioner } from './partitioner.ts';
import { partitionForKey } from './partitioner.ts';
import type { PendingSend } from './pending-send.ts';
import { toBytes } from './pending-send.ts';
import type { ProducerRecord } from './producer.ts';
import type { ProducerMetrics } from './producer-metrics.ts';
import type { ProducerRules } from './producer-rules.ts';
import type { AppendResult, RecordAccumulator } from './record-accumulator.ts';
import type { TransactionManager } from './transaction-manager.ts';

export interface SendQueueOptions {
  readonly maxBlockMs: number;
  readonly maxRequestSize: number;
  readonly bufferMemory: number;
  readonly ignoresKeys: boolean;
  /** Undefined: by key, or sticky. */
  readonly partitioner: Partitioner | undefined;
  readonly rules: ProducerRules;
  /** Notes that the topic is written to, so that metadata is kept for it. */
  readonly useTopic: (topic: string) => void;
  readonly wakeSender: () => void;
}

export interface SendQueueParts {
  readonly metadata: Metadata;
  readonly memory: BufferMemory;
  readonly accumulator: RecordAccumulator;
  readonly callbacks: Callbacks;
  readonly metrics: ProducerMetrics;
  readonly manager: TransactionManager | undefined;
}

/** The errors of a topic that no waiting mends. */
const TOPIC_ERRORS_FOR_GOOD: ReadonlySet<string> = new Set([
  'INVALID_TOPIC_EXCEPTION',
  'TOPIC_AUTHORIZATION_FAILED',
]);

export class SendQueue {
  readonly #clock: Clock;
  readonly #parts: SendQueueParts;
  readonly #options: SendQueueOptions;
  /** By topic; a topic is there while a record of it waits. */
  readonly #waiting = new Map<string, PendingSend[]>();

  constructor(clock: Clock, parts: SendQueueParts, options: SendQueueOptions) {
    this.#clock = clock;
    this.#parts = parts;
    this.#options = options;
  }

  /**
   * Undefined when the record is in a batch, or its callback has been told of an ApiException; otherwise resolves as soon as that is
   * so. Throws, or rejects, with any other error.
   */
  send(send: PendingSend): Promise<void> | undefined {
    const { topic } = send.record as ProducerRecord;
    const before = this.#waiting.get(topic);
    if (before === undefined && this.#placeNow(send)) {
      if (send.thrown !== undefined) throw send.thrown;
      return undefined;
    }
    // Before it is tried again: it may find room at once in another partition.
    const placed = placedOrThrown(send);
    if (before === undefined) {
      const waiting = [send];
      this.#waiting.set(topic, waiting);
      void this.#placeWaiting(topic, waiting);
    } else {
      before.push(send);
    }
    return placed;
  }

  /** No record waits. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** The topic, as soon as it is known. Rejects with TimeoutException after max.block.ms. */
  topic(topic: string): Promise<TopicInfo> {
    return this.#awaitTopic({ topic }, this.#clock.monotonicMs() + this.#options.maxBlockMs);
  }

  /** Resolves when every record that was sent so far is in a batch, or will never be. */
  async placed(): Promise<void> {
    await Promise.all(
      [...this.#waiting.values()].map((waiting) => {
        const last = waiting.at(-1);
        if (last?.record === undefined) return undefined;
        return new Promise<void>((resolve) => {
          last.onPlaced(resolve);
        });
      }),
    );
  }

  /** Fails the records that wait. */
  abandon(reason: Error): void {
    for (const waiting of this.#waiting.values()) {
      for (const send of waiting) if (send.record !== undefined) this.#throw(send, reason);
    }
  }

  /** Appends the record if nothing has to be waited for. True when it is appended or has failed. */
  #placeNow(send: PendingSend): boolean {
    try {
      const topic = this.#knownTopic(send.record as ProducerRecord);
      return topic !== undefined && this.#append(send, topic, 0) === undefined;
    } catch (error) {
      this.#fail(send, error);
      return true;
    }
  }

  async #placeWaiting(topic: string, waiting: PendingSend[]): Promise<void> {
    for (let i = 0; i < waiting.length; i++) {
      const send = waiting[i] as PendingSend;
      if (send.record === undefined || this.#placeNow(send)) continue;
      await this.#placeOne(send);
    }
    this.#waiting.delete(topic);
  }

  async #placeOne(send: PendingSend): Promise<void> {
    const deadlineMs = this.#clock.monotonicMs() + this.#options.maxBlockMs;
    try {
      const topic = await this.#awaitTopic(send.record as ProducerRecord, deadlineMs);
      if (send.record === undefined) return;
      let reservedBytes = 0;
      for (;;) {
        const neededBytes = this.#append(send, topic, reservedBytes);
        if (neededBytes === undefined) return;
        await this.#parts.memory.reserve(neededBytes, Math.max(0, deadlineMs - this.#clock.monotonicMs()));
        reservedBytes = neededBytes;
        if (send.record === undefined) {
          this.#parts.memory.release(reservedBytes);
          return;
        }
      }
    } catch (error) {
      if (!send.isSettled && send.thrown === undefined) this.#fail(send, error);
    }
  }

  /** Undefined when the record is in a batch; otherwise how much memory has to be reserved for it. */
  #append(send: PendingSend, topic: TopicInfo, reservedBytes: number): number | undefined {
    const record = send.record as ProducerRecord;
    const { manager, accumulator, callbacks } = this.#parts;
    const { rules } = this.#options;
    const appendable = send.appendable ?? this.#serialize(record);
    let partition = send.partition ?? this.#choosePartition(record, topic, appendable);
    this.#ensureValidSize(batchSizeUpperBound(appendable));
    if (rules.checksTransactionFirst) manager?.ensureSendAllowed(topic.name, partition);
    if (send.partition === undefined) {
      partition = this.#announceNewBatch(record, topic, appendable, partition);
      send.partition = partition;
    }
    const callback = callbacks.withInterceptors(send.callback, send.headers);
    const result = accumulator.append(topic, partition, appendable, callback, reservedBytes);
    if (result === undefined) {
      send.appendable = appendable;
      return accumulator.reservationFor(appendable);
    }
    // From here on the record is in its batch, which goes out when its partition becomes part of a transaction.
    send.record = undefined;
    send.partition = result.queue.partition;
    if (result.isNewBatch) this.#options.useTopic(topic.name);
    const isNewPartition = manager !== undefined && addToTransaction(manager, result);
    send.placed();
    // A batch that was there before its partition was waits for nothing else.
    if (result.wakesSender || isNewPartition) this.#options.wakeSender();
    return undefined;
  }

  /** A partitioner that was told of a new batch is asked again: the record goes where it says then. */
  #announceNewBatch(
    record: ProducerRecord,
    topic: TopicInfo,
    appendable: AppendableRecord,
    partition: number,
  ): number {
    const { partitioner, rules } = this.#options;
    if (!rules.announcesNewBatches || partitioner === undefined) return partition;
    if (this.#parts.accumulator.hasRoomFor(topic.name, partition, appendable)) return partition;
    partitioner.onNewBatch?.(topic.name, this.#parts.metadata, partition);
    return this.#choosePartition(record, topic, appendable);
  }

  #serialize({ key, value, headers, timestamp }: ProducerRecord): AppendableRecord {
    const content = { key: toBytes(key), value: toBytes(value), headers: headersAsBytes(headers) };
    return {
      timestamp: timestamp ?? this.#clock.nowMs(),
      key: content.key,
      value: content.value,
      headers: content.headers,
      contentSize: contentSizeOf(content),
    };
  }

  /** −1: the accumulator chooses the sticky one. @throws {RangeError} when a partitioner answers with no partition. */
  #choosePartition(
    { partition }: ProducerRecord,
    topic: TopicInfo,
    { key, value }: AppendableRecord,
  ): number {
    const { partitioner, ignoresKeys } = this.#options;
    if (partition !== undefined) return partition;
    if (partitioner === undefined) {
      return key === null || ignoresKeys ? -1 : partitionForKey(key, topic.partitions.length);
    }
    const chosen = partitioner.partition(topic.name, key, value, this.#parts.metadata);
    if (chosen >= 0) return chosen;
    throw new RangeError(
      `The partitioner generated an invalid partition number: ${chosen}. Partition number should always be non-negative.`,
    );
  }

  /** @throws RecordTooLargeException */
  #ensureValidSize(sizeBytes: number): void {
    const { maxRequestSize, bufferMemory } = this.#options;
    if (sizeBytes > maxRequestSize) {
      throw errorOf(
        'MESSAGE_TOO_LARGE',
        `The message is ${sizeBytes} bytes when serialized which is larger than ${maxRequestSize}, ` +
          'which is the value of the max.request.size configuration.',
      );
    }
    if (sizeBytes > bufferMemory) {
      throw errorOf(
        'MESSAGE_TOO_LARGE',
        `The message is ${sizeBytes} bytes when serialized which is larger than the total memory buffer you have ` +
          'configured with the buffer.memory configuration.',
      );
    }
  }

  /** Undefined while the topic, or the partition that the record names, is not known. */
  #knownTopic({ topic, partition }: ProducerRecord): TopicInfo | undefined {
    const { metadata } = this.#parts;
    const error = metadata.errorOf(topic);
    if (error !== 'NONE' && TOPIC_ERRORS_FOR_GOOD.has(error)) throw errorOf(error, topic);
    const info = metadata.topic(topic);
    if (info !== undefined && (partition === undefined || partition < info.partitions.length)) return info;
    this.#options.useTopic(topic);
    return undefined;
  }

  /** @throws TimeoutException */
  async #awaitTopic(record: ProducerRecord, deadlineMs: number): Promise<TopicInfo> {
    const { metadata, metrics } = this.#parts;
    const startMs = this.#clock.monotonicMs();
    for (;;) {
      const info = this.#knownTopic(record);
      if (info !== undefined) {
        metrics.took('metadata-wait', this.#clock.monotonicMs() - startMs);
        return info;
      }
      const isNew = metadata.topic(record.topic) === undefined && metadata.errorOf(record.topic) === 'NONE';
      const version = metadata.requestUpdate(isNew);
      const remainingMs = deadlineMs - this.#clock.monotonicMs();
      if (remainingMs <= 0 || !(await metadata.awaitUpdate(version, remainingMs))) {
        const count = metadata.topic(record.topic)?.partitions.length;
        throw errorOf(
          'REQUEST_TIMED_OUT',
          count === undefined
            ? `Topic ${record.topic} not present in metadata after ${this.#options.maxBlockMs} ms.`
            : `Partition ${record.partition} of topic ${record.topic} with partition count ${count} is not present in ` +
                `metadata after ${this.#options.maxBlockMs} ms.`,
        );
      }
    }
  }

  /** An ApiException goes to the callback, and spoils the transaction; anything else is thrown at the caller. */
  #fail(send: PendingSend, thrown: unknown): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const { manager, metrics } = this.#parts;
    if (error instanceof KafkaError) metrics.failed(1);
    if (!isApiException(error)) {
      this.#throw(send, error);
      return;
    }
    const { callbacks } = this.#parts;
    const metadata = metadataWithoutOffset(send.topic, partitionOf(send));
    callbacks.tell(send.callback, metadata, error);
    callbacks.onAcknowledgement(metadata, error, send.headers);
    try {
      manager?.toErrorState(error, 'application');
      send.settled();
    } catch (illegal) {
      send.thrown = illegal instanceof Error ? illegal : error;
      send.settled();
    }
    this.#options.wakeSender();
  }

  #throw(send: PendingSend, error: Error): void {
    this.#parts.callbacks.onAcknowledgement(
      metadataWithoutOffset(send.topic, partitionOf(send)),
      error,
      send.headers,
    );
    send.thrown = error;
    send.placed();
  }
}

/** Undefined for none. */
function headersAsBytes(headers: ProducerRecord['headers']): AppendableRecord['headers'] {
  if (headers === undefined || headers.length === 0) return undefined;
  return headers.map((header) => ({ key: header.key, value: toBytes(header.value) }));
}

/** True when the partition is new to the transaction. @throws when there is none that the appended record could be part of. */
function addToTransaction(manager: TransactionManager, { queue, batch }: AppendResult): boolean {
  try {
    manager.ensureSendAllowed(queue.topic, queue.partition);
  } catch (error) {
    // The callback is told at once of an ApiException; whatever else is thrown, it learns what becomes of the record.
    if (isApiException(error)) batch.silenceLast();
    throw error;
  }
  return manager.addPartition(queue, queue.key);
}

/** Resolves when the record is in a batch or has failed; rejects with what Java's send() would have thrown. */
function placedOrThrown(send: PendingSend): Promise<void> {
  return new Promise((resolve, reject) => {
    send.onPlaced(() => {
      if (send.thrown === undefined) resolve();
      else reject(send.thrown);
    });
  });
}

/** −1 when none was chosen. */
function partitionOf({ partition, record }: PendingSend): number {
  return partition ?? record?.partition ?? -1;
}
