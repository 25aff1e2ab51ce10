/**
 * The topics of this node: names, ids, partition counts and settings, and the partitions' logs behind them.
 *
 * The catalog is what ClusterFile holds plus what LogManager found on disk: a topic that the file does not know (a directory of
 * another Kafka) is taken over with its partitions; a partition that the file promises and the disk lacks is made again.
 * (source: TopicsImage, ReplicationControlManager)
 */
import { present } from '#core/base/assert.ts';
import type { Clock } from '#core/base/clock.ts';
import { sleep } from '#core/base/clock.ts';
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
import { isInternalTopic } from './topic-names.ts';
import { topicConfig } from './topic-settings.ts';

/** Partitions made or removed in one turn of the event loop; more come in later turns. */
const PARTITIONS_PER_TURN = 60;

export interface Topic {
  readonly name: string;
  readonly id: string;
  readonly partitionCount: number;
  /** What was set for this topic, as text. */
  readonly overrides: TopicOverrides;
  readonly isInternal: boolean;
}

interface PartitionRange {
  readonly from: number;
  readonly until: number;
}

/** Told when this node begins or ceases to lead a partition. */
export interface LeadershipListener {
  onLeader(partition: TopicPartition, epoch: number): void;
  onDeleted(partition: TopicPartition): void;
  /** After `onDeleted` of all its partitions. */
  onTopicDeleted(topic: Topic): void;
}

export class TopicCatalog {
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #random: Random;
  readonly #file: ClusterFile;
  readonly #settings: BrokerSettings;
  readonly #logs: LogManager;
  readonly #topics = new Map<string, Topic>();
  readonly #byId = new Map<string, Topic>();
  /** By topic id: topics whose partitions are still being made. */
  readonly #growing = new Map<string, Promise<void>>();
  /** By name: deleted topics whose partitions are still being removed. */
  readonly #removing = new Map<string, Promise<void>>();
  #isClosed = false;
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
    this.#clock = clock;
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
    const topics = topicsAtNextEpoch(this.#file.state.topics, this.#logs);
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

  /**
   * Makes a topic whose name, settings and count have been checked. A small one is complete when the call returns, the
   * partitions of a large one follow (see `whenGrown`).
   */
  create(init: {
    readonly name: string;
    readonly partitions: number;
    readonly overrides: TopicOverrides;
  }): Topic {
    const stored: StoredTopic = {
      name: init.name,
      id: this.newId(),
      leaderEpochs: firstEpochs(init.partitions),
      configs: init.overrides,
    };
    this.#file.update({ topics: [...this.#file.state.topics, stored] });
    const topic = this.#register(stored);
    this.#bus.publish('topic.created', { topic: topic.name, topicId: topic.id, partitions: init.partitions });
    this.#grow(topic, 0);
    return topic;
  }

  /** Adds partitions up to `count`; as with `create`, many of them take a while. */
  addPartitions(topic: Topic, count: number): void {
    const from = topic.partitionCount;
    const grown = this.#replace(topic, (stored) => ({
      ...stored,
      leaderEpochs: [...stored.leaderEpochs, ...firstEpochs(count - from)],
    }));
    this.#grow(grown, from);
  }

  /** Gives the topic other settings, which have been checked. */
  reconfigure(topic: Topic, overrides: TopicOverrides): void {
    const changed = this.#replace(topic, (stored) => ({ ...stored, configs: overrides }));
    this.#logs.reconfigure(changed.name, this.config(changed));
  }

  /** After a change of the broker's defaults: every topic follows. */
  reconfigureAll(): void {
    for (const topic of this.#topics.values()) this.#logs.reconfigure(topic.name, this.config(topic));
  }

  /** Makes no further partitions: what is missing is made at the next start. */
  close(): void {
    this.#isClosed = true;
  }

  /** Settles when nothing of a deleted topic of this name is left; undefined when that is so already. */
  whenRemoved(name: string): Promise<void> | undefined {
    return this.#removing.get(name);
  }

  /**
   * Removes the topic at once, and its partitions: those of a small one before the call returns, those of a large one a few at a
   * time (see `whenRemoved`); until then no topic of this name may be made.
   */
  delete(topic: Topic): void {
    const { topics, deletedTopicIds } = this.#file.state;
    this.#file.update({
      topics: topics.filter(({ name }) => name !== topic.name),
      deletedTopicIds: [...deletedTopicIds, topic.id],
    });
    this.#topics.delete(topic.name);
    this.#byId.delete(topic.id);
    const all = { from: 0, until: topic.partitionCount };
    if (topic.partitionCount <= PARTITIONS_PER_TURN) {
      this.#removeRange(topic, all);
      this.#forget(topic);
      return;
    }
    const removing = this.#removeLater(topic, all).finally(() => this.#removing.delete(topic.name));
    this.#removing.set(topic.name, removing);
  }

  async #removeLater(topic: Topic, all: PartitionRange): Promise<void> {
    await this.#growing.get(topic.id);
    for (const range of slicesOf(all)) {
      await sleep(this.#clock, 0);
      // What is left is removed at the next start.
      if (this.#isClosed) return;
      this.#removeRange(topic, range);
    }
    this.#forget(topic);
  }

  #removeRange({ name }: Topic, range: PartitionRange): void {
    for (let partition = range.from; partition < range.until; partition++) {
      const place = { topic: name, partition };
      if (this.#logs.get(place) !== undefined) this.#logs.delete(place);
      this.#listener.onDeleted(place);
    }
  }

  #forget(topic: Topic): void {
    this.#listener.onTopicDeleted(topic);
    this.#forgetDeletion(topic.id);
    this.#bus.publish('topic.deleted', { topic: topic.name });
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

  #replace(topic: Topic, change: (stored: StoredTopic) => StoredTopic): Topic {
    const topics = this.#file.state.topics.map((stored) =>
      stored.name === topic.name ? change(stored) : stored,
    );
    this.#file.update({ topics });
    return this.#register(
      present(
        topics.find(({ name }) => name === topic.name),
        topic.name,
      ),
    );
  }

  #grow(topic: Topic, from: number): void {
    const until = Math.min(topic.partitionCount, from + PARTITIONS_PER_TURN);
    this.#createRange(topic, { from, until });
    if (until === topic.partitionCount) return;
    const before = this.#growing.get(topic.id);
    const growing = this.#growLater(topic, until, before).finally(() => {
      if (this.#growing.get(topic.id) === growing) this.#growing.delete(topic.id);
    });
    this.#growing.set(topic.id, growing);
  }

  async #growLater(topic: Topic, from: number, before: Promise<void> | undefined): Promise<void> {
    await before;
    for (const range of slicesOf({ from, until: topic.partitionCount })) {
      await sleep(this.#clock, 0);
      // Deleted in the meantime, or the broker has stopped.
      if (!this.#byId.has(topic.id) || this.#isClosed) return;
      this.#createRange(topic, range);
    }
  }

  #createRange(topic: Topic, range: PartitionRange): void {
    for (let partition = range.from; partition < range.until; partition++) {
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

  #forgetDeletion(id: string): void {
    const { deletedTopicIds } = this.#file.state;
    this.#file.update({ deletedTopicIds: deletedTopicIds.filter((deleted) => deleted !== id) });
  }
}

/** Ranges that are small enough for one turn. */
function* slicesOf({ from, until }: PartitionRange): Generator<PartitionRange> {
  for (let next = from; next < until; next += PARTITIONS_PER_TURN) {
    yield { from: next, until: Math.min(until, next + PARTITIONS_PER_TURN) };
  }
}

function firstEpochs(count: number): number[] {
  return new Array<number>(count).fill(FIRST_EPOCH);
}
