/**
 * The partitioners that can be named in `partitioner.class`, and the defaults of older releases.
 *
 *   to 2.3      DefaultPartitioner: by key, else the next partition for each record
 *   2.4 to 3.2  DefaultPartitioner: by key, else one partition until a batch is closed (KIP-480)
 *   since 3.3   none: BuiltInPartitioner, in the accumulator (KIP-794)
 *
 * RoundRobinPartitioner counts one up each time it is asked. Producers of 2.4 to 3.9 ask twice for a record that needs a new batch:
 * every other partition is then left out (KAFKA-9965).
 * (source: RoundRobinPartitioner, DefaultPartitioner, UniformStickyPartitioner, StickyPartitionCache)
 */
import type { Random } from '#core/base/random.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import type { PartitionInfo, TopicInfo } from '../network/cluster.ts';
import type { Cluster, Partitioner } from './partitioner.ts';
import { partitionForKey } from './partitioner.ts';
import type { ProducerRules } from './producer-rules.ts';

const INT_MAX = 0x7fffffff;

/** The partitions in turn, a record each; those without a leader are left out while others have one. Keys do not matter. */
export class RoundRobinPartitioner implements Partitioner {
  readonly #counters = new Map<string, number>();
  readonly #firstOf: () => number;

  /** `firstOf` gives the number that the count of a topic begins with: 0 when left out. */
  constructor(firstOf: () => number = () => 0) {
    this.#firstOf = firstOf;
  }

  partition(topic: string, _key: Uint8Array | null, _value: Uint8Array | null, cluster: Cluster): number {
    const counter = this.#counters.get(topic) ?? this.#firstOf();
    this.#counters.set(topic, (counter + 1) & INT_MAX);
    const choices = choicesOf(cluster.topic(topic));
    return choices[counter % choices.length]?.partition ?? 0;
  }
}

/** One partition for all records of a topic until a batch of it is closed, then another one by chance. Keys do not matter. */
export class UniformStickyPartitioner implements Partitioner {
  readonly #random: Random;
  readonly #current = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  partition(topic: string, _key: Uint8Array | null, _value: Uint8Array | null, cluster: Cluster): number {
    return this.#current.get(topic) ?? this.#change(topic, cluster);
  }

  /** Only a batch of the sticky partition is a reason to leave it. */
  onNewBatch(topic: string, cluster: Cluster, previousPartition: number): void {
    const current = this.#current.get(topic);
    if (current === undefined || current === previousPartition) this.#change(topic, cluster);
  }

  #change(topic: string, cluster: Cluster): number {
    const before = this.#current.get(topic);
    const info = cluster.topic(topic);
    const choices = choicesOf(info);
    const hasOthers = (info?.available.length ?? 0) > 1;
    const others = hasOthers ? choices.filter(({ partition }) => partition !== before) : choices;
    const next = others[this.#random.nextInt(Math.max(1, others.length))]?.partition ?? 0;
    this.#current.set(topic, next);
    return next;
  }
}

/** By the hash of the key, and as `keyless` says for records without one. */
export class DefaultPartitioner implements Partitioner {
  readonly #keyless: Partitioner;

  constructor(keyless: Partitioner) {
    this.#keyless = keyless;
  }

  partition(topic: string, key: Uint8Array | null, value: Uint8Array | null, cluster: Cluster): number {
    if (key === null) return this.#keyless.partition(topic, key, value, cluster);
    return partitionForKey(key, cluster.topic(topic)?.partitions.length ?? 1);
  }

  onNewBatch(topic: string, cluster: Cluster, previousPartition: number): void {
    this.#keyless.onNewBatch?.(topic, cluster, previousPartition);
  }
}

/** The partitions with a leader, or all when none has one. */
function choicesOf(topic: TopicInfo | undefined): readonly PartitionInfo[] {
  if (topic === undefined) return [];
  return topic.available.length > 0 ? topic.available : topic.partitions;
}

const PACKAGE = 'org.apache.kafka.clients.producer.';

/**
 * The partitioner that a class name stands for under the rules of a release; null is the release's default. Undefined: the built-in
 * one, which is part of the accumulator.
 * @throws {ConfigException} for a class that the release does not have.
 */
export function partitionerOf(
  className: string | null,
  rules: ProducerRules,
  random: Random,
): Partitioner | undefined {
  const isSticky = rules.release >= 204;
  const defaultPartitioner = (): Partitioner =>
    new DefaultPartitioner(
      isSticky
        ? new UniformStickyPartitioner(random)
        : new RoundRobinPartitioner(() => random.nextInt(INT_MAX)),
    );
  if (className === null) return rules.defaultPartitioning === 'built-in' ? undefined : defaultPartitioner();
  const name = className.startsWith(PACKAGE) ? className.slice(PACKAGE.length) : className;
  if (name === 'RoundRobinPartitioner' && isSticky) return new RoundRobinPartitioner();
  if (name === 'UniformStickyPartitioner' && isSticky && rules.release < 400) {
    return new UniformStickyPartitioner(random);
  }
  if (name === 'internals.DefaultPartitioner' && rules.release < 400) return defaultPartitioner();
  throw ConfigException.invalidValue(
    'partitioner.class',
    className,
    `Class ${className} could not be found.`,
  );
}
