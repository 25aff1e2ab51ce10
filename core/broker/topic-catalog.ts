/**
 * The topics of this node: names, ids, partition counts and settings, and the partitions' logs behind them.
 *
 * The catalog is what ClusterFile holds plus what LogManager found on disk: a topic that the file does not know (a directory of
 * another Kafka) is taken over with its partitions; a partition that the file promises and the disk lacks is made again.
 * (source: TopicsImage, ReplicationControlManager)
 */
import { present } from '#core/base/assert.ts';
import type { Random } from '#core/base/random.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { TopicConfig, TopicOverrides } from '#core/config/topic-config.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { BrokerSettings } from './broker-settings.ts';
import type { ClusterFile, StoredTopic } from './cluster-file.ts';
import { isInternalTopic } from './topic-names.ts';
import { topicConfig } from './topic-settings.ts';

export interface Topic {
  readonly name: string;
  readonly id: string;
  readonly partitionCount: number;
  /** What was set for this topic, as text. */
  readonly overrides: TopicOverrides;
  readonly isInternal: boolean;
}

/** Told when this node begins or ceases to lead a partition. */
export interface LeadershipListener {
  onLeader(partition: TopicPartition, epoch: number): void;
  onDeleted(partition: TopicPartition): void;
}

export class TopicCatalog {
  readonly #bus: EventBus;
  readonly #random: Random;
  readonly #file: ClusterFile;
  readonly #settings: BrokerSettings;
  readonly #logs: LogManager;
  readonly #topics = new Map<string, Topic>();
  readonly #byId = new Map<string, Topic>();
  #listener: LeadershipListener = { onLeader: () => undefined, onDeleted: () => undefined };

  constructor(
    bus: EventBus,
    random: Random,
    options: { readonly file: ClusterFile; readonly settings: BrokerSettings; readonly logs: LogManager },
  ) {
    this.#bus = bus;
    this.#random = random;
    this.#file = options.file;
    this.#settings = options.settings;
    this.#logs = options.logs;
  }

  /** Brings file and disk into agreement, and becomes leader of every partition at its next epoch. */
  load(listener: LeadershipListener): void {
    this.#listener = listener;
    this.#finishDeletions();
    const known = new Map(this.#file.state.topics.map((topic) => [topic.name, topic]));
    for (const topic of this.#foundOnDisk(known)) known.set(topic.name, topic);
    for (const stored of known.values()) {
      const topic = this.#register(stored);
      for (let partition = 0; partition < topic.partitionCount; partition++) {
        const place = { topic: topic.name, partition };
        const log = this.#logs.get(place);
        this.#lead(place, log ?? this.#create(topic, partition));
      }
    }
  }

  all(): Iterable<Topic> {
    return this.#topics.values();
  }

  get(name: string): Topic | undefined {
    return this.#topics.get(name);
  }

  byId(id: string): Topic | undefined {
    return this.#byId.get(id);
  }

  /** The name of the topic with this id. */
  nameOf(id: string): string | undefined {
    return this.#byId.get(id)?.name;
  }

  /** The log of a partition; undefined when there is no such topic or partition. */
  log(partition: TopicPartition): PartitionLog | undefined {
    const topic = this.#topics.get(partition.topic);
    if (topic === undefined || !(partition.partition < topic.partitionCount)) return undefined;
    return this.#logs.get(partition);
  }

  /** The settings of a topic, parsed. */
  config(topic: Topic): TopicConfig {
    return topicConfig(topic.overrides, this.#settings);
  }

  /** A fresh topic id. */
  newId(): string {
    const bytes = this.#random.nextBytes(16);
    // Version 4, as Kafka's; and ids that begin with '-' are hard to type, so it skips them too.
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    const id = bytes.toString('base64url');
    return id.startsWith('-') || id === ZERO_UUID ? this.newId() : id;
  }

  /** Makes a topic whose name, settings and count have been checked. */
  create(init: {
    readonly name: string;
    readonly partitions: number;
    readonly overrides: TopicOverrides;
  }): Topic {
    const stored: StoredTopic = {
      name: init.name,
      id: this.newId(),
      partitions: init.partitions,
      configs: init.overrides,
    };
    this.#file.update({ topics: [...this.#file.state.topics, stored] });
    const topic = this.#register(stored);
    this.#bus.publish('topic.created', { topic: topic.name, topicId: topic.id, partitions: init.partitions });
    this.#grow(topic, 0);
    return topic;
  }

  /** Adds partitions up to `count`. */
  addPartitions(topic: Topic, count: number): void {
    const from = topic.partitionCount;
    this.#grow(this.#replace({ ...topic, partitionCount: count }), from);
  }

  /** Gives the topic other settings, which have been checked. */
  reconfigure(topic: Topic, overrides: TopicOverrides): void {
    const changed = this.#replace({ ...topic, overrides });
    this.#logs.reconfigure(changed.name, this.config(changed));
  }

  /** After a change of the broker's defaults: every topic follows. */
  reconfigureAll(): void {
    for (const topic of this.#topics.values()) this.#logs.reconfigure(topic.name, this.config(topic));
  }

  /** Removes the topic and its partitions. */
  delete(topic: Topic): void {
    const { topics, deletedTopicIds } = this.#file.state;
    this.#file.update({
      topics: topics.filter(({ name }) => name !== topic.name),
      deletedTopicIds: [...deletedTopicIds, topic.id],
    });
    this.#topics.delete(topic.name);
    this.#byId.delete(topic.id);
    for (let partition = 0; partition < topic.partitionCount; partition++) {
      const place = { topic: topic.name, partition };
      if (this.#logs.get(place) !== undefined) this.#logs.delete(place);
      this.#listener.onDeleted(place);
    }
    this.#forgetDeletion(topic.id);
    this.#bus.publish('topic.deleted', { topic: topic.name });
  }

  #register(stored: StoredTopic): Topic {
    const topic: Topic = {
      name: stored.name,
      id: stored.id,
      partitionCount: stored.partitions,
      overrides: stored.configs,
      isInternal: isInternalTopic(stored.name),
    };
    this.#topics.set(topic.name, topic);
    this.#byId.set(topic.id, topic);
    return topic;
  }

  #replace(topic: Topic): Topic {
    const stored = {
      name: topic.name,
      id: topic.id,
      partitions: topic.partitionCount,
      configs: topic.overrides,
    };
    const others = this.#file.state.topics.filter(({ name }) => name !== topic.name);
    this.#file.update({ topics: [...others, stored] });
    return this.#register(stored);
  }

  #grow(topic: Topic, from: number): void {
    for (let partition = from; partition < topic.partitionCount; partition++) {
      this.#lead({ topic: topic.name, partition }, this.#create(topic, partition));
    }
  }

  #create(topic: Topic, partition: number): PartitionLog {
    return this.#logs.create(
      { topic: topic.name, partition },
      { topicId: topic.id, config: this.config(topic) },
    );
  }

  #lead(place: TopicPartition, log: PartitionLog): void {
    const epoch = log.leaderEpoch + 1;
    log.becomeLeader(epoch);
    this.#listener.onLeader(place, epoch);
  }

  /** Topics on disk that the file does not know; they are written into it. */
  #foundOnDisk(known: ReadonlyMap<string, StoredTopic>): StoredTopic[] {
    const counts = new Map<string, number>();
    for (const { topicPartition } of this.#logs.partitions()) {
      const { topic, partition } = topicPartition;
      counts.set(topic, Math.max(counts.get(topic) ?? 0, partition + 1));
    }
    const found: StoredTopic[] = [];
    for (const [name, count] of counts) {
      const stored = known.get(name);
      if (stored !== undefined && stored.partitions >= count) continue;
      const id = stored?.id ?? present(this.#logs.topicIdOf(name), `topic id of ${name}`);
      found.push({ name, id, partitions: count, configs: stored?.configs ?? {} });
    }
    if (found.length === 0) return found;
    const names = new Set(found.map(({ name }) => name));
    const others = this.#file.state.topics.filter(({ name }) => !names.has(name));
    this.#file.update({ topics: [...others, ...found] });
    return found;
  }

  /** A crash may have come between forgetting a topic and removing its partitions. */
  #finishDeletions(): void {
    const deleted = new Set(this.#file.state.deletedTopicIds);
    if (deleted.size === 0) return;
    for (const log of [...this.#logs.partitions()]) {
      if (deleted.has(log.topicId)) this.#logs.delete(log.topicPartition);
    }
    this.#file.update({ deletedTopicIds: [] });
  }

  #forgetDeletion(id: string): void {
    const { deletedTopicIds } = this.#file.state;
    this.#file.update({ deletedTopicIds: deletedTopicIds.filter((deleted) => deleted !== id) });
  }
}
