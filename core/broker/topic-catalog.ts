/**
 * The topics of this node: names, ids, partition counts and settings, and the partitions' logs behind them.
 *
 * The catalog is what ClusterFile holds plus what LogManager found on disk: a topic that the file does not know (a directory of
 * another Kafka) is taken over with its partitions; a partition that the file promises and the disk lacks is made again.
 * (source: TopicsImage, ReplicationControlManager)
 */
import { present } from '#core/base/assert.ts';
import type { Clock } from '#core/base/clock.ts';
import type { Random } from '#core/base/random.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { TopicConfig, TopicOverrides } from '#core/config/topic-config.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { BrokerSettings } from './broker-settings.ts';
import { FIRST_EPOCH, finishDeletions, topicsAtNextEpoch } from './catalog-recovery.ts';
import type { ClusterFile, StoredTopic } from './cluster-file.ts';
import { PARTITIONS_PER_TURN, PartitionTurns } from './partition-turns.ts';
import { CONSUMER_OFFSETS, isInternalTopic, TRANSACTION_STATE } from './topic-names.ts';
import { topicConfig } from './topic-settings.ts';

export interface Topic {
  readonly name: string;
  readonly id: string;
  readonly partitionCount: number;
  /** What was set for this topic, as text. */
  readonly overrides: TopicOverrides;
  readonly isInternal: boolean;
}

/** A topic to be made; its name, settings and count have been checked. */
export interface TopicInit {
  readonly name: string;
  readonly partitions: number;
  readonly overrides: TopicOverrides;
}

/** A partition of a topic. */
interface Place {
  readonly topic: Topic;
  readonly partition: number;
}

/** Told when this node begins or ceases to lead a partition. */
export interface LeadershipListener {
  onLeader(partition: TopicPartition, epoch: number): void;
  onDeleted(partition: TopicPartition): void;
  /** After `onDeleted` of all its partitions. */
  onTopicDeleted(topic: Topic): void;
}

export class TopicCatalog {
  readonly #bus: EventBus;
  readonly #random: Random;
  readonly #file: ClusterFile;
  readonly #settings: BrokerSettings;
  readonly #logs: LogManager;
  readonly #turns: PartitionTurns;
  readonly #topics = new Map<string, Topic>();
  readonly #byId = new Map<string, Topic>();
  /** By topic id: topics whose partitions are still being made. */
  readonly #growing = new Map<string, Promise<void>>();
  /** By name: deleted topics whose partitions are still being removed. */
  readonly #removing = new Map<string, Promise<void>>();
  #listener: LeadershipListener = {
    onLeader: () => undefined,
    onDeleted: () => undefined,
    onTopicDeleted: () => undefined,
  };

  constructor(
    clock: Clock,
    bus: EventBus,
    random: Random,
    options: { readonly file: ClusterFile; readonly settings: BrokerSettings; readonly logs: LogManager },
  ) {
    this.#turns = new PartitionTurns(clock);
    this.#bus = bus;
    this.#random = random;
    this.#file = options.file;
    this.#settings = options.settings;
    this.#logs = options.logs;
  }

  /** Brings file and disk into agreement, and becomes leader of every partition at its next epoch. */
  load(listener: LeadershipListener): void {
    this.#listener = listener;
    finishDeletions(this.#file, this.#logs);
    const settings = this.#settings.values;
    const internalCounts = new Map([
      [TRANSACTION_STATE, settings['transaction.state.log.num.partitions']],
      [CONSUMER_OFFSETS, settings['offsets.topic.num.partitions']],
    ]);
    const topics = topicsAtNextEpoch(this.#file.state.topics, this.#logs, internalCounts);
    // On disk before anybody hears of an epoch: it must not be used a second time.
    if (topics.length > 0) this.#file.update({ topics });
    for (const stored of topics) {
      const topic = this.#register(stored);
      stored.leaderEpochs.forEach((epoch, partition) => {
        const place = { topic: topic.name, partition };
        this.#lead(place, this.#logs.get(place) ?? this.#create(topic, partition), epoch);
      });
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

  /** Settles when every partition of the topic is there; undefined when that is so already. */
  whenGrown(topic: Topic): Promise<void> | undefined {
    return this.#growing.get(topic.id);
  }

  /** As `createAll`, for one. */
  create(init: TopicInit): Topic {
    return present(this.createAll([init])[0], init.name);
  }

  /**
   * Makes topics, which are in the file, all of them, before the first partition is made. The partitions of a few are there when
   * the call returns, those of many follow (see `whenGrown`).
   */
  createAll(inits: readonly TopicInit[]): readonly Topic[] {
    if (inits.length === 0) return [];
    const stored = inits.map(
      ({ name, partitions, overrides }): StoredTopic => ({
        name,
        id: this.newId(),
        leaderEpochs: firstEpochs(partitions),
        configs: overrides,
      }),
    );
    this.#file.update({ topics: [...this.#file.state.topics, ...stored] });
    const topics = stored.map((topic) => this.#register(topic));
    for (const { name, id, partitionCount } of topics) {
      this.#bus.publish('topic.created', { topic: name, topicId: id, partitions: partitionCount });
    }
    this.#grow(topics.flatMap((topic) => placesOf(topic, 0)));
    return topics;
  }

  /** Adds partitions to topics, up to a count each; as with `createAll`, many of them take a while. */
  addPartitions(counts: ReadonlyMap<Topic, number>): void {
    const grown = this.#replace(counts, (stored, count) => ({
      ...stored,
      leaderEpochs: [...stored.leaderEpochs, ...firstEpochs(count - stored.leaderEpochs.length)],
    }));
    this.#grow([...grown].flatMap(([before, topic]) => placesOf(topic, before.partitionCount)));
  }

  /** Gives topics other settings, which have been checked. */
  reconfigure(changes: ReadonlyMap<Topic, TopicOverrides>): void {
    const changed = this.#replace(changes, (stored, configs) => ({ ...stored, configs }));
    for (const topic of changed.values()) this.#logs.reconfigure(topic.name, this.config(topic));
  }

  /** After a change of the broker's defaults: every topic follows. */
  reconfigureAll(): void {
    for (const topic of this.#topics.values()) this.#logs.reconfigure(topic.name, this.config(topic));
  }

  /** Makes no further partitions: what is missing is made at the next start. */
  close(): void {
    this.#turns.close();
  }

  /** Settles when nothing of a deleted topic of this name is left; undefined when that is so already. */
  whenRemoved(name: string): Promise<void> | undefined {
    return this.#removing.get(name);
  }

  /** As `deleteAll`, for one. */
  delete(topic: Topic): void {
    this.deleteAll([topic]);
  }

  /**
   * Removes topics at once, and their partitions: those of a few before the call returns, those of many in later turns (see
   * `whenRemoved`); until then no topic of such a name may be made.
   */
  deleteAll(deleted: readonly Topic[]): void {
    if (deleted.length === 0) return;
    const ids = new Set(deleted.map(({ id }) => id));
    const { topics, deletedTopicIds } = this.#file.state;
    this.#file.update({
      topics: topics.filter(({ id }) => !ids.has(id)),
      deletedTopicIds: [...deletedTopicIds, ...ids],
    });
    for (const { name, id } of deleted) {
      this.#topics.delete(name);
      this.#byId.delete(id);
    }
    const places = deleted.flatMap((topic) => placesOf(topic, 0));
    const isGrowing = deleted.some(({ id }) => this.#growing.has(id));
    if (places.length <= PARTITIONS_PER_TURN && !isGrowing) {
      this.#remove(places);
      this.#forget(deleted);
      return;
    }
    const removing = this.#removeLater(deleted, places).finally(() => {
      for (const { name } of deleted) this.#removing.delete(name);
    });
    for (const { name } of deleted) this.#removing.set(name, removing);
  }

  async #removeLater(deleted: readonly Topic[], places: readonly Place[]): Promise<void> {
    const isDone = await this.#turns.later(places, (slice) => this.#remove(slice));
    // Else what is left is removed at the next start.
    if (isDone) this.#forget(deleted);
  }

  #remove(places: readonly Place[]): void {
    for (const { topic, partition } of places) {
      const place = { topic: topic.name, partition };
      if (this.#logs.get(place) !== undefined) this.#logs.delete(place);
      this.#listener.onDeleted(place);
    }
  }

  #forget(removed: readonly Topic[]): void {
    if (removed.length === 0) return;
    for (const topic of removed) this.#listener.onTopicDeleted(topic);
    const ids = new Set(removed.map(({ id }) => id));
    const { deletedTopicIds } = this.#file.state;
    this.#file.update({ deletedTopicIds: deletedTopicIds.filter((id) => !ids.has(id)) });
    for (const { name } of removed) this.#bus.publish('topic.deleted', { topic: name });
  }

  #register(stored: StoredTopic): Topic {
    const topic: Topic = {
      name: stored.name,
      id: stored.id,
      partitionCount: stored.leaderEpochs.length,
      overrides: stored.configs,
      isInternal: isInternalTopic(stored.name),
    };
    this.#topics.set(topic.name, topic);
    this.#byId.set(topic.id, topic);
    return topic;
  }

  /** Changes topics in one write of the file; what they were to what they are. */
  #replace<T>(
    changes: ReadonlyMap<Topic, T>,
    change: (stored: StoredTopic, by: T) => StoredTopic,
  ): ReadonlyMap<Topic, Topic> {
    const replaced = new Map<Topic, StoredTopic>();
    const topics = this.#file.state.topics.map((stored) => {
      const before = this.#byId.get(stored.id);
      const by = before && changes.get(before);
      if (before === undefined || by === undefined) return stored;
      const after = change(stored, by);
      replaced.set(before, after);
      return after;
    });
    if (replaced.size > 0) this.#file.update({ topics });
    return new Map([...replaced].map(([before, after]) => [before, this.#register(after)]));
  }

  /** Makes partitions: a few now, the others in later turns. */
  #grow(places: readonly Place[]): void {
    this.#make(places.slice(0, PARTITIONS_PER_TURN));
    const rest = places.slice(PARTITIONS_PER_TURN);
    if (rest.length === 0) return;
    const ids = new Set(rest.map(({ topic }) => topic.id));
    const growing = this.#growLater(rest).finally(() => {
      for (const id of ids) if (this.#growing.get(id) === growing) this.#growing.delete(id);
    });
    for (const id of ids) this.#growing.set(id, growing);
  }

  async #growLater(places: readonly Place[]): Promise<void> {
    // A topic may have been deleted in the meantime.
    await this.#turns.later(places, (slice) =>
      this.#make(slice.filter(({ topic }) => this.#byId.has(topic.id))),
    );
  }

  #make(places: readonly Place[]): void {
    for (const { topic, partition } of places) {
      this.#lead({ topic: topic.name, partition }, this.#create(topic, partition), FIRST_EPOCH);
    }
  }

  #create(topic: Topic, partition: number): PartitionLog {
    return this.#logs.create(
      { topic: topic.name, partition },
      { topicId: topic.id, config: this.config(topic) },
    );
  }

  #lead(place: TopicPartition, log: PartitionLog, epoch: number): void {
    log.becomeLeader(epoch);
    this.#listener.onLeader(place, epoch);
  }
}

/** The partitions of a topic from one on. */
function placesOf(topic: Topic, from: number): Place[] {
  return Array.from({ length: topic.partitionCount - from }, (_, i) => ({ topic, partition: from + i }));
}

function firstEpochs(count: number): number[] {
  return new Array<number>(count).fill(FIRST_EPOCH);
}
