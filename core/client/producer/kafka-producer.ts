/**
 * The producer. Records go through `send-queue.ts` into the accumulator, and from there through the sender to the brokers; the
 * transactional calls go to the transaction manager and wait for its requests. (source: KafkaProducer)
 */

import type { Clock } from '#core/base/clock.ts';
import { IllegalStateError } from '#core/protocol/kafka-error.ts';
import { ClientError } from '../client-error.ts';
import type { MetricValues } from '../metrics/metric-values.ts';
import type { PartitionInfo } from '../network/cluster.ts';
import type { ConsumerGroupMetadata, PartitionOffset } from '../offsets.ts';
import type { Callbacks } from './callbacks.ts';
import { metadataWithoutOffset } from './callbacks.ts';
import { PendingSend } from './pending-send.ts';
import type { Callback, Producer, ProducerIdAndEpoch, ProducerRecord, RecordMetadata } from './producer.ts';
import type { ProducerMetrics } from './producer-metrics.ts';
import type { KafkaProducerOptions, ProducerParts } from './producer-parts.ts';
import { createProducerParts } from './producer-parts.ts';
import type { RecordAccumulator } from './record-accumulator.ts';
import type { SendQueue } from './send-queue.ts';
import type { Sender } from './sender.ts';
import { NO_PRODUCER_ID } from './sequence-book.ts';
import type { TransactionManager } from './transaction-manager.ts';
import type { TransactionState } from './transaction-state.ts';
import type { TransactionalResult } from './transactional-result.ts';

const COMMIT_REASON =
  'Commit may or may not have happened: call commitTransaction() again, not abortTransaction().';
const ABORT_REASON = 'Call abortTransaction() again.';

export class KafkaProducer implements Producer {
  /** What was changed silently in the settings, one sentence each. */
  readonly configNotes: readonly string[];
  readonly #clock: Clock;
  readonly #parts: ProducerParts;
  readonly #accumulator: RecordAccumulator;
  readonly #manager: TransactionManager | undefined;
  readonly #sendQueue: SendQueue;
  readonly #sender: Sender;
  readonly #metrics: ProducerMetrics;
  readonly #callbacks: Callbacks;
  #isClosed = false;

  /** @throws {ConfigException} for the settings, {RangeError} for a version that does not exist. */
  constructor(options: KafkaProducerOptions) {
    const parts = createProducerParts(options);
    this.#parts = parts;
    this.configNotes = parts.configNotes;
    this.#clock = options.platform.clock;
    this.#accumulator = parts.accumulator;
    this.#manager = parts.manager;
    this.#sendQueue = parts.sendQueue;
    this.#sender = parts.sender;
    this.#metrics = parts.metrics;
    this.#callbacks = parts.callbacks;
  }

  get producerIdAndEpoch(): ProducerIdAndEpoch {
    return this.#manager?.producer ?? NO_PRODUCER_ID;
  }
  get transactionState(): TransactionState {
    return this.#manager?.machine.state ?? 'UNINITIALIZED';
  }
  get isTransactionV2(): boolean {
    return this.#manager?.isV2 ?? false;
  }

  initTransactions(): Promise<void> {
    return this.#metrics.timed('txn-init', async () => {
      const manager = this.#transactionManager();
      await this.#await(manager.initializeTransactions(), 'Call initTransactions() again.');
      manager.learnProtocol(true);
    });
  }

  beginTransaction(): void {
    const startMs = this.#clock.monotonicMs();
    this.#transactionManager().beginTransaction();
    this.#metrics.took('txn-begin', this.#clock.monotonicMs() - startMs);
  }

  send(record: ProducerRecord): Promise<RecordMetadata>;
  send(record: ProducerRecord, callback: Callback): Promise<void> | undefined;
  send(record: ProducerRecord, callback?: Callback): Promise<RecordMetadata> | Promise<void> | undefined {
    if (callback === undefined) return this.#sendForPromise(record);
    const placed = this.#sendForCallback(record, callback);
    // Who does not wait need not look at it either.
    placed?.catch(() => undefined);
    return placed;
  }

  #sendForPromise(record: ProducerRecord): Promise<RecordMetadata> {
    let resolve!: (metadata: RecordMetadata) => void;
    let reject!: (error: Error) => void;
    const promise = new Promise<RecordMetadata>((onDone, onFailed) => {
      resolve = onDone;
      reject = onFailed;
    });
    const fail = (error: Error): void => {
      // Nobody has to look at the promise: flush and commitTransaction tell of the failure, too.
      promise.catch(() => undefined);
      reject(error);
    };
    try {
      const placed = this.#sendForCallback(record, (metadata, exception) => {
        if (exception === null) resolve(metadata);
        else fail(exception);
      });
      placed?.catch(fail);
    } catch (error) {
      fail(error as Error);
    }
    return promise;
  }

  #sendForCallback(record: ProducerRecord, callback: Callback): Promise<void> | undefined {
    const { partition } = record;
    if (partition !== undefined && !(partition >= 0)) {
      throw new RangeError(
        `Invalid partition: ${partition}. Partition number should always be non-negative or null.`,
      );
    }
    const intercepted = this.#callbacks.onSend(record);
    if (!this.#isClosed) return this.#sendQueue.send(new PendingSend(intercepted, callback));
    const error = closedError();
    const { topic, headers } = intercepted;
    this.#callbacks.onAcknowledgement(metadataWithoutOffset(topic, partition ?? -1), error, headers);
    throw error;
  }

  async sendOffsetsToTransaction(
    offsets: readonly PartitionOffset[],
    groupMetadata: ConsumerGroupMetadata,
  ): Promise<void> {
    const manager = this.#transactionManager();
    if (groupMetadata.generationId > 0 && groupMetadata.memberId === '') {
      throw new RangeError('Passed in group metadata has generationId > 0 but member.id is unknown');
    }
    if (offsets.length === 0) return;
    await this.#metrics.timed('txn-send-offsets', () =>
      this.#await(manager.sendOffsets(offsets, groupMetadata), 'Call sendOffsetsToTransaction() again.'),
    );
  }

  commitTransaction(): Promise<void> {
    return this.#metrics.timed('txn-commit', async () => {
      const manager = this.#transactionManager();
      if (!this.#sendQueue.isEmpty) await this.#sendQueue.placed();
      await this.#await(manager.beginCommit(), COMMIT_REASON);
    });
  }

  abortTransaction(): Promise<void> {
    return this.#metrics.timed('txn-abort', async () => {
      const manager = this.#transactionManager();
      this.#sendQueue.abandon(new ClientError('TransactionAbortedException'));
      await this.#await(manager.beginAbort(), ABORT_REASON);
    });
  }

  flush(): Promise<void> {
    if (this.#callbacks.isRunning) {
      return Promise.reject(
        new ClientError(
          'KafkaException',
          'KafkaProducer.flush() invocation inside a callback is not permitted because it may lead to deadlock.',
        ),
      );
    }
    return this.#metrics.timed('flush', async () => {
      await this.#sendQueue.placed();
      const flushed = this.#accumulator.flush();
      this.#sender.wakeup();
      await flushed;
    });
  }

  metrics(): MetricValues {
    const { memory, client, metadata } = this.#parts;
    return this.#metrics.values({
      bufferTotalBytes: memory.totalBytes,
      bufferAvailableBytes: memory.availableBytes,
      waitingThreads: memory.waitingCount,
      requestsInFlight: client.inFlightCount,
      metadataAgeS: (this.#clock.monotonicMs() - metadata.updatedMs) / 1000,
    });
  }

  topicMetrics(topic: string): MetricValues {
    return this.#metrics.topicValues(topic);
  }

  async partitionsFor(topic: string): Promise<readonly PartitionInfo[]> {
    if (this.#isClosed) throw closedError();
    return (await this.#sendQueue.topic(topic)).partitions;
  }

  async close(timeoutMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const mayWait = timeoutMs > 0 && !this.#callbacks.isRunning;
    const isDone = mayWait && (await this.#finish(this.#clock.monotonicMs() + timeoutMs));
    if (!isDone) {
      this.#sendQueue.abandon(new ClientError('KafkaException', 'Producer is closed forcefully.'));
      this.#sender.abandon();
    }
    this.#accumulator.close();
    this.#sender.end();
    this.#parts.metadata.close();
    this.#parts.client.close();
    this.#callbacks.close();
  }

  /** Waits for what was sent, and ends an open transaction; false when the time is over or it cannot be ended. */
  async #finish(deadlineMs: number): Promise<boolean> {
    const accumulator = this.#accumulator;
    void this.#sendQueue.placed().then(() => {
      void accumulator.flush();
      this.#sender.wakeup();
    });
    const isIdle = (): boolean =>
      this.#sendQueue.isEmpty &&
      !accumulator.hasUndrained &&
      !this.#sender.hasInFlight &&
      this.#parts.transactionalSender?.isBusy !== true &&
      !this.#hasPendingRequests();
    if (!(await this.#sender.until(isIdle, deadlineMs))) return false;
    const manager = this.#manager;
    if (manager === undefined || !manager.machine.hasOngoingTransaction) return true;
    try {
      if (!manager.machine.isCompleting) manager.beginAbort();
    } catch {
      // It cannot be aborted in this state; its timeout will.
      return false;
    }
    this.#sender.wakeup();
    return this.#sender.until(() => !manager.machine.hasOngoingTransaction, deadlineMs);
  }

  #hasPendingRequests(): boolean {
    const manager = this.#manager;
    if (manager === undefined || !manager.hasPendingRequests) return false;
    return manager.machine.hasOngoingTransaction;
  }

  #transactionManager(): TransactionManager {
    if (this.#manager === undefined || !this.#manager.isTransactional) {
      throw new IllegalStateError(
        'Cannot use transactional methods without enabling transactions by setting the transactional.id configuration property',
      );
    }
    if (this.#isClosed) throw closedError();
    return this.#manager;
  }

  async #await(result: TransactionalResult, reason: string): Promise<void> {
    this.#sender.wakeup();
    await result.await(this.#clock, this.#parts.maxBlockMs, reason);
  }
}

function closedError(): IllegalStateError {
  return new IllegalStateError('Cannot perform operation after producer has been closed');
}
