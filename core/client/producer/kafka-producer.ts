/**
 * The producer. Records go through `send-queue.ts` into the accumulator, and from there through the sender to the brokers; the
 * transactional calls go to the transaction manager and wait for its requests. (source: KafkaProducer)
 */
import type { Clock } from '#core/base/clock.ts';
import type { CheckedConfig, GivenConfig } from '#core/config/cross-checks.ts';
import { readProducerConfig } from '#core/config/cross-checks.ts';
import type { ProducerConfig } from '#core/config/producer-config.ts';
import { IllegalStateError } from '#core/protocol/kafka-error.ts';
import type { CodecName } from '#core/protocol/records/compression.ts';
import { CODEC } from '#core/protocol/records/compression.ts';
import { ClientError } from '../client-error.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { ClientPlatform } from '../client-platform.ts';
import { clientRelease } from '../client-release.ts';
import { FinalizedFeatures } from '../network/api-versions.ts';
import { createClientCore } from '../network/client-core.ts';
import type { PartitionInfo } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { NetworkClient } from '../network/network-client.ts';
import type { ConsumerGroupMetadata, PartitionOffset } from '../offsets.ts';
import { BatchDrainer } from './batch-drainer.ts';
import { BatchFate } from './batch-fate.ts';
import { BufferMemory } from './buffer-memory.ts';
import { partitionerOf } from './historical-partitioners.ts';
import type { Partitioner } from './partitioner.ts';
import type { Producer, ProducerIdAndEpoch, ProducerRecord, RecordMetadata } from './producer.ts';
import { producerRules } from './producer-rules.ts';
import { RecordAccumulator } from './record-accumulator.ts';
import { SendQueue } from './send-queue.ts';
import { Sender } from './sender.ts';
import { NO_PRODUCER_ID } from './sequence-book.ts';
import { TransactionManager } from './transaction-manager.ts';
import type { TransactionState } from './transaction-state.ts';
import type { TransactionalResult } from './transactional-result.ts';
import { TransactionalSender } from './transactional-sender.ts';

/** Numbers the producers of this process that were given no client.id. */
let nextClientNumber = 1;

const COMMIT_REASON =
  'Commit may or may not have happened: call commitTransaction() again, not abortTransaction().';
const ABORT_REASON = 'Call abortTransaction() again.';

export interface KafkaProducerOptions {
  readonly platform: ClientPlatform;
  /** Settings by dotted key, as text; bootstrap.servers must be there. */
  readonly config: GivenConfig;
  readonly observer?: ClientObserver | undefined;
  /** Release whose producer this one behaves like: `2.3`, `3.9`, or a generation (`2.x`). The newest when left out. */
  readonly clientVersion?: string | undefined;
  /** Chooses partitions instead of `partitioner.class`. */
  readonly partitioner?: Partitioner | undefined;
}

export class KafkaProducer implements Producer {
  /** What was changed silently in the settings, one sentence each. */
  readonly configNotes: readonly string[];
  readonly #clock: Clock;
  readonly #config: ProducerConfig;
  readonly #client: NetworkClient;
  readonly #metadata: Metadata;
  readonly #manager: TransactionManager | undefined;
  readonly #transactionalSender: TransactionalSender | undefined;
  readonly #accumulator: RecordAccumulator;
  readonly #sendQueue: SendQueue;
  readonly #sender: Sender;
  /** When each topic was last written to, monotonic. */
  readonly #topics = new Map<string, number>();
  #isClosed = false;

  /** @throws {ConfigException} for the settings, {RangeError} for a version that does not exist. */
  constructor({ platform, config, observer = {}, clientVersion, partitioner }: KafkaProducerOptions) {
    const rules = producerRules(clientRelease(clientVersion));
    const checked: CheckedConfig<ProducerConfig> = readProducerConfig({ ...rules.defaults, ...config });
    const { values } = checked;
    this.#config = values;
    this.#clock = platform.clock;
    this.configNotes = checked.notes;
    const { client, metadata, backoff } = createClientCore(platform, values, {
      clientId: clientIdOf(values),
      inFlightMax: values['max.in.flight.requests.per.connection'],
      observer,
      allowAutoTopicCreation: true,
      release: rules.release,
      wantedTopics: () => this.#wantedTopics(),
    });
    this.#client = client;
    this.#metadata = metadata;
    this.#manager = values['enable.idempotence']
      ? new TransactionManager({
          transactionalId: values['transactional.id'],
          transactionTimeoutMs: values['transaction.timeout.ms'],
          features: rules.speaksTransactionV2 ? client.features : new FinalizedFeatures(),
          onStateChange: (notice) => observer.onStateChange?.(notice),
        })
      : undefined;
    const memory = new BufferMemory(platform.clock, values['buffer.memory']);
    this.#accumulator = new RecordAccumulator(platform, metadata, memory, this.#manager, {
      batchSize: values['batch.size'],
      lingerMs: values['linger.ms'],
      deliveryTimeoutMs: values['delivery.timeout.ms'],
      codec: CODEC[values['compression.type'] as CodecName],
      level: compressionLevel(values),
      backoff,
    });
    const wake = (): void => this.#sender.wakeup();
    this.#transactionalSender =
      this.#manager === undefined
        ? undefined
        : new TransactionalSender(platform, client, metadata, this.#manager, {
            retryBackoffMs: values['retry.backoff.ms'],
            requestTimeoutMs: values['request.timeout.ms'],
            onDone: wake,
          });
    this.#sender = this.#makeSender(platform, wake);
    this.#sendQueue = new SendQueue(
      platform.clock,
      { metadata, memory, accumulator: this.#accumulator, manager: this.#manager },
      {
        maxBlockMs: values['max.block.ms'],
        maxRequestSize: values['max.request.size'],
        bufferMemory: values['buffer.memory'],
        ignoresKeys: values['partitioner.ignore.keys'],
        partitioner: partitioner ?? partitionerOf(values['partitioner.class'], rules, platform.random),
        rules,
        useTopic: (topic) => this.#topics.set(topic, platform.clock.monotonicMs()),
        wakeSender: wake,
      },
    );
    client.onChange(wake);
    metadata.onUpdate(wake);
  }

  #makeSender(platform: ClientPlatform, wake: () => void): Sender {
    const values = this.#config;
    const manager = this.#manager;
    const drainer = new BatchDrainer(this.#accumulator, this.#metadata, manager, {
      isAdaptive: values['partitioner.adaptive.partitioning.enable'],
      availabilityTimeoutMs: values['partitioner.availability.timeout.ms'],
      maxRequestSize: values['max.request.size'],
      onSealed: wake,
    });
    const sender = this.#transactionalSender;
    const parts = {
      client: this.#client,
      metadata: this.#metadata,
      accumulator: this.#accumulator,
      drainer,
      transactions:
        manager === undefined || sender === undefined
          ? undefined
          : { manager, fate: new BatchFate(manager), sender },
    };
    return new Sender(platform, parts, {
      acks: Number(values.acks),
      retries: values.retries,
      requestTimeoutMs: values['request.timeout.ms'],
      guaranteesOrder: values['max.in.flight.requests.per.connection'] === 1,
    });
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

  async initTransactions(): Promise<void> {
    const manager = this.#transactionManager();
    await this.#await(manager.initializeTransactions(), 'Call initTransactions() again.');
    manager.learnProtocol(true);
  }

  beginTransaction(): void {
    this.#transactionManager().beginTransaction();
  }

  send(record: ProducerRecord): Promise<RecordMetadata> {
    if (this.#isClosed) return Promise.reject(closedError());
    const { partition } = record;
    if (partition !== undefined && !(partition >= 0)) {
      const message = `Invalid partition: ${partition}. Partition number should always be non-negative or null.`;
      return Promise.reject(new RangeError(message));
    }
    return this.#sendQueue.send(record);
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
    await this.#await(manager.sendOffsets(offsets, groupMetadata), 'Call sendOffsetsToTransaction() again.');
  }

  async commitTransaction(): Promise<void> {
    const manager = this.#transactionManager();
    if (!this.#sendQueue.isEmpty) await this.#sendQueue.placed();
    await this.#await(manager.beginCommit(), COMMIT_REASON);
  }

  async abortTransaction(): Promise<void> {
    const manager = this.#transactionManager();
    this.#sendQueue.abandon(new ClientError('TransactionAbortedException'));
    await this.#await(manager.beginAbort(), ABORT_REASON);
  }

  async flush(): Promise<void> {
    await this.#sendQueue.placed();
    const flushed = this.#accumulator.flush();
    this.#sender.wakeup();
    await flushed;
  }

  async partitionsFor(topic: string): Promise<readonly PartitionInfo[]> {
    if (this.#isClosed) throw closedError();
    return (await this.#sendQueue.topic(topic)).partitions;
  }

  async close(timeoutMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const isDone = timeoutMs > 0 && (await this.#finish(this.#clock.monotonicMs() + timeoutMs));
    if (!isDone) {
      this.#sendQueue.abandon(new ClientError('KafkaException', 'Producer is closed forcefully.'));
      this.#sender.abandon();
    }
    this.#accumulator.close();
    this.#sender.end();
    this.#metadata.close();
    this.#client.close();
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
      this.#transactionalSender?.isBusy !== true &&
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
    await result.await(this.#clock, this.#config['max.block.ms'], reason);
  }

  #wantedTopics(): readonly string[] {
    const idleSinceMs = this.#clock.monotonicMs() - this.#config['metadata.max.idle.ms'];
    for (const [topic, usedMs] of this.#topics) if (usedMs < idleSinceMs) this.#topics.delete(topic);
    return [...this.#topics.keys()];
  }
}

function closedError(): IllegalStateError {
  return new IllegalStateError('Cannot perform operation after producer has been closed');
}

function clientIdOf(config: ProducerConfig): string {
  if (config['client.id'] !== '') return config['client.id'];
  return `producer-${config['transactional.id'] ?? nextClientNumber++}`;
}

function compressionLevel(config: ProducerConfig): number | undefined {
  switch (config['compression.type']) {
    case 'gzip':
      return config['compression.gzip.level'];
    case 'zstd':
      return config['compression.zstd.level'];
    default:
      return undefined;
  }
}
