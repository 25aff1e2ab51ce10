/** What a producer is made of, from its settings. (source: the constructor of KafkaProducer) */
import type { CheckedConfig, GivenConfig } from '#core/config/cross-checks.ts';
import { readProducerConfig } from '#core/config/cross-checks.ts';
import type { ProducerConfig } from '#core/config/producer-config.ts';
import type { CodecName } from '#core/protocol/records/compression.ts';
import { CODEC } from '#core/protocol/records/compression.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { ClientPlatform } from '../client-platform.ts';
import { clientRelease, profileOf } from '../client-release.ts';
import { FinalizedFeatures } from '../network/api-versions.ts';
import type { ClientCore } from '../network/client-core.ts';
import { createClientCore } from '../network/client-core.ts';
import type { Metadata } from '../network/metadata.ts';
import type { NetworkClient } from '../network/network-client.ts';
import { BatchCompletion } from './batch-completion.ts';
import { BatchDrainer } from './batch-drainer.ts';
import { BatchFate } from './batch-fate.ts';
import { BufferMemory } from './buffer-memory.ts';
import type { ProducerInterceptor } from './callbacks.ts';
import { Callbacks } from './callbacks.ts';
import { partitionerOf } from './historical-partitioners.ts';
import type { Partitioner } from './partitioner.ts';
import { ProducerMetrics } from './producer-metrics.ts';
import type { ProducerRules } from './producer-rules.ts';
import { producerRules } from './producer-rules.ts';
import { RecordAccumulator } from './record-accumulator.ts';
import { SendQueue } from './send-queue.ts';
import { Sender } from './sender.ts';
import { TransactionManager } from './transaction-manager.ts';
import { TransactionalSender } from './transactional-sender.ts';

export interface KafkaProducerOptions {
  readonly platform: ClientPlatform;
  /** Settings by dotted key, as text; bootstrap.servers must be there. */
  readonly config: GivenConfig;
  readonly observer?: ClientObserver | undefined;
  /** Release whose producer this one behaves like: `2.3`, `3.9`, or a generation (`2.x`). The newest when left out. */
  readonly clientVersion?: string | undefined;
  /** Chooses partitions instead of `partitioner.class`. */
  readonly partitioner?: Partitioner | undefined;
  /** In the order in which they are called. */
  readonly interceptors?: readonly ProducerInterceptor[] | undefined;
}

export interface ProducerParts {
  readonly configNotes: readonly string[];
  readonly maxBlockMs: number;
  readonly client: NetworkClient;
  readonly metadata: Metadata;
  readonly memory: BufferMemory;
  readonly accumulator: RecordAccumulator;
  /** For an idempotent producer, as the next. */
  readonly manager: TransactionManager | undefined;
  readonly transactionalSender: TransactionalSender | undefined;
  readonly sendQueue: SendQueue;
  readonly sender: Sender;
  readonly metrics: ProducerMetrics;
  readonly callbacks: Callbacks;
}

/** The topics that a producer keeps metadata for: those it wrote to lately. */
interface UsedTopics {
  use(topic: string): void;
  wanted(): readonly string[];
}

/** What every part is made from. */
interface Basis {
  readonly options: KafkaProducerOptions;
  readonly rules: ProducerRules;
  readonly values: ProducerConfig;
  readonly core: ClientCore;
  readonly topics: UsedTopics;
  readonly observer: ClientObserver;
  readonly metrics: ProducerMetrics;
  readonly callbacks: Callbacks;
  readonly manager: TransactionManager | undefined;
  /** Has the sender look for something to do. */
  readonly wake: () => void;
}

/** @throws {ConfigException} for the settings, {RangeError} for a version that does not exist. */
export function createProducerParts(options: KafkaProducerOptions): ProducerParts {
  const { platform, config, observer = {}, clientVersion, interceptors = [] } = options;
  const rules = producerRules(clientRelease(clientVersion));
  const checked: CheckedConfig<ProducerConfig> = readProducerConfig(config, profileOf(rules.release));
  const { values } = checked;
  const topics = usedTopics(options, values);
  const core = createClientCore(platform, values, {
    clientId: clientIdOf(values),
    inFlightMax: values['max.in.flight.requests.per.connection'],
    observer,
    allowAutoTopicCreation: true,
    release: rules.release,
    wantedTopics: () => topics.wanted(),
  });
  const basis: Basis = {
    options,
    rules,
    values,
    core,
    topics,
    observer,
    metrics: new ProducerMetrics(platform.clock),
    callbacks: new Callbacks(interceptors, observer),
    manager: managerOf(values, rules, core, observer),
    wake: () => sender.wakeup(),
  };
  const memory = new BufferMemory(platform.clock, values['buffer.memory'], {
    notice: observer.onBufferMemory?.bind(observer),
    waited: (waitedMs, isExhausted) => basis.metrics.waitedForMemory(waitedMs, isExhausted),
  });
  const accumulator = accumulatorOf(basis, memory);
  const transactionalSender = transactionalSenderOf(basis);
  const sender = senderOf(basis, accumulator, transactionalSender);
  core.client.onChange(basis.wake);
  core.metadata.onUpdate(basis.wake);
  return {
    configNotes: checked.notes,
    maxBlockMs: values['max.block.ms'],
    client: core.client,
    metadata: core.metadata,
    memory,
    accumulator,
    manager: basis.manager,
    transactionalSender,
    sendQueue: sendQueueOf(basis, memory, accumulator),
    sender,
    metrics: basis.metrics,
    callbacks: basis.callbacks,
  };
}

function usedTopics({ platform }: KafkaProducerOptions, values: ProducerConfig): UsedTopics {
  /** When each topic was last written to, monotonic. */
  const used = new Map<string, number>();
  const { clock } = platform;
  return {
    use: (topic) => void used.set(topic, clock.monotonicMs()),
    wanted() {
      const idleSinceMs = clock.monotonicMs() - values['metadata.max.idle.ms'];
      for (const [topic, usedMs] of used) if (usedMs < idleSinceMs) used.delete(topic);
      return [...used.keys()];
    },
  };
}

function managerOf(
  values: ProducerConfig,
  rules: ProducerRules,
  { client }: ClientCore,
  observer: ClientObserver,
): TransactionManager | undefined {
  if (!values['enable.idempotence']) return undefined;
  return new TransactionManager({
    transactionalId: values['transactional.id'],
    transactionTimeoutMs: values['transaction.timeout.ms'],
    // An older client does not look at what the cluster could do.
    features: rules.speaksTransactionV2 ? client.features : new FinalizedFeatures(),
    onStateChange: (notice) => observer.onStateChange?.(notice),
  });
}

function accumulatorOf(
  { options, core, values, manager, callbacks, observer }: Basis,
  memory: BufferMemory,
): RecordAccumulator {
  return new RecordAccumulator(options.platform, core.metadata, memory, manager, {
    batchSize: values['batch.size'],
    lingerMs: values['linger.ms'],
    deliveryTimeoutMs: values['delivery.timeout.ms'],
    codec: CODEC[values['compression.type'] as CodecName],
    level: compressionLevel(values),
    backoff: core.backoff,
    callbacks,
    observer,
  });
}

function transactionalSenderOf({ options, core, values, manager, wake }: Basis) {
  if (manager === undefined) return undefined;
  return new TransactionalSender(options.platform, core.client, core.metadata, manager, {
    retryBackoffMs: values['retry.backoff.ms'],
    requestTimeoutMs: values['request.timeout.ms'],
    onDone: wake,
  });
}

function senderOf(
  basis: Basis,
  accumulator: RecordAccumulator,
  sender: TransactionalSender | undefined,
): Sender {
  const { options, core, values, manager, observer, metrics, callbacks, wake } = basis;
  const { platform } = options;
  const { client, metadata } = core;
  const guaranteesOrder = values['max.in.flight.requests.per.connection'] === 1;
  const transactions =
    manager === undefined || sender === undefined
      ? undefined
      : { manager, fate: new BatchFate(manager), sender };
  const drainer = new BatchDrainer(accumulator, metadata, manager, {
    isAdaptive: values['partitioner.adaptive.partitioning.enable'],
    availabilityTimeoutMs: values['partitioner.availability.timeout.ms'],
    maxRequestSize: values['max.request.size'],
    onSealed: wake,
  });
  const completion = new BatchCompletion(
    platform.clock,
    { metadata, accumulator, callbacks, metrics, observer, transactions },
    { retries: values.retries, guaranteesOrder, onSplit: wake },
  );
  return new Sender(
    platform,
    { client, metadata, accumulator, drainer, completion, metrics, observer, transactions },
    { acks: Number(values.acks), requestTimeoutMs: values['request.timeout.ms'], guaranteesOrder },
  );
}

function sendQueueOf(basis: Basis, memory: BufferMemory, accumulator: RecordAccumulator): SendQueue {
  const { options, rules, core, values, topics, metrics, callbacks, manager, wake } = basis;
  const { random, clock } = options.platform;
  return new SendQueue(
    clock,
    { metadata: core.metadata, memory, accumulator, callbacks, metrics, manager },
    {
      maxBlockMs: values['max.block.ms'],
      maxRequestSize: values['max.request.size'],
      bufferMemory: values['buffer.memory'],
      ignoresKeys: values['partitioner.ignore.keys'],
      partitioner: options.partitioner ?? partitionerOf(values['partitioner.class'], rules, random),
      rules,
      useTopic: topics.use,
      wakeSender: wake,
    },
  );
}

/** Numbers the producers of this process that were given no client.id. */
let nextClientNumber = 1;

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
