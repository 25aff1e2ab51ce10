/**
 * What a client knows of the cluster, and how it stays up to date.
 *
 * A refresh happens when somebody asks for one, and otherwise every metadata.max.age.ms. Failed and useless refreshes are
 * repeated with growing pauses. A partition's leader is only replaced by one of the same or a newer leader epoch, unless the
 * topic was created anew: an answer of a broker that lags behind must not undo what is known. (source: Metadata, ProducerMetadata)
 */
import type { Cancel, Clock } from '#core/base/clock.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { Metadata as MetadataApi } from '#core/protocol/messages/03-metadata.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { Backoff } from './backoff.ts';
import type { Node, PartitionInfo, TopicInfo } from './cluster.ts';
import type { NetworkClient } from './network-client.ts';

export interface MetadataOptions {
  readonly bootstrap: readonly Node[];
  readonly backoff: Backoff;
  readonly maxAgeMs: number;
  readonly allowAutoTopicCreation: boolean;
  /** The topics to ask about; null for all. */
  wantedTopics(): readonly string[] | null;
}

type TopicAnswer = ResponseOf<typeof MetadataApi>['topics'][number];

export class Metadata {
  readonly #clock: Clock;
  readonly #client: NetworkClient;
  readonly #options: MetadataOptions;
  readonly #listeners = new Set<() => void>();
  #nodes = new Map<number, Node>();
  #topics = new Map<string, TopicInfo>();
  #errors = new Map<string, ErrorName>();
  #namesById = new Map<string, string>();
  #controllerId = -1;
  #version = 0;
  #isWanted = false;
  #isUrgent = false;
  #lastRefreshMs = Number.NEGATIVE_INFINITY;
  #updatedMs = 0;
  #isRefreshing = false;
  #isClosed = false;
  #fruitless = 0;
  #cancelExpiry: Cancel = () => undefined;
  #endPause: () => void = () => undefined;

  constructor(clock: Clock, client: NetworkClient, options: MetadataOptions) {
    this.#clock = clock;
    this.#client = client;
    this.#options = options;
    client.nameTopicsBy((topicId) => this.#namesById.get(topicId));
  }

  /** How many refreshes there were. */
  get version(): number {
    return this.#version;
  }
  /** Monotonic time of the last answer; 0 before the first. */
  get updatedMs(): number {
    return this.#updatedMs;
  }
  /** The brokers; the bootstrap addresses before the first refresh. */
  get nodes(): readonly Node[] {
    return this.#nodes.size === 0 ? this.#options.bootstrap : [...this.#nodes.values()];
  }
  /** Undefined while unknown. */
  get controller(): Node | undefined {
    return this.#nodes.get(this.#controllerId);
  }
  node(id: number): Node | undefined {
    return this.#nodes.get(id);
  }
  /** Every topic of the last answers. */
  get topics(): ReadonlyMap<string, TopicInfo> {
    return this.#topics;
  }
  /** Undefined when the topic is not known to exist; `errorOf` says why. */
  topic(name: string): TopicInfo | undefined {
    return this.#topics.get(name);
  }
  topicName(topicId: string): string | undefined {
    return this.#namesById.get(topicId);
  }
  /** What the last answer said about the topic. */
  errorOf(topic: string): ErrorName {
    return this.#errors.get(topic) ?? 'NONE';
  }
  /** Undefined while the partition has no leader that is known. */
  leaderOf(topic: string, partition: number): Node | undefined {
    const info = this.#topics.get(topic)?.partitions[partition];
    return info === undefined ? undefined : this.#nodes.get(info.leader);
  }
  /** −1 when unknown. */
  leaderEpochOf(topic: string, partition: number): number {
    return this.#topics.get(topic)?.partitions[partition]?.leaderEpoch ?? -1;
  }

  /** Calls `listener` after each refresh. */
  onUpdate(listener: () => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks for a refresh. `isUrgent` does not wait for the pause after a fruitless one: a topic is new. Answers the version now. */
  requestUpdate(isUrgent = false): number {
    this.#isWanted = true;
    if (isUrgent) {
      this.#isUrgent = true;
      this.#fruitless = 0;
      this.#endPause();
    }
    if (!this.#isRefreshing && !this.#isClosed) {
      this.#isRefreshing = true;
      void this.#refresh();
    }
    return this.#version;
  }

  /** Resolves true after a refresh newer than `version`, false when `timeoutMs` is over or the client is closed. */
  awaitUpdate(version: number, timeoutMs: number): Promise<boolean> {
    if (this.#version > version) return Promise.resolve(true);
    if (this.#isClosed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (): void => {
        cancelTimer();
        cancelListener();
        resolve(this.#version > version);
      };
      const cancelTimer = this.#clock.schedule(timeoutMs, done);
      const cancelListener = this.onUpdate(done);
    });
  }

  /** Takes over a leader that an answer to Produce or Fetch named. */
  updateLeader(info: { topic: string; partition: number; leader: number; leaderEpoch: number }): void {
    const topic = this.#topics.get(info.topic);
    const known = topic?.partitions[info.partition];
    if (topic === undefined || known === undefined || info.leaderEpoch <= known.leaderEpoch) return;
    const partitions = topic.partitions.map((partition) =>
      partition === known ? { ...known, leader: info.leader, leaderEpoch: info.leaderEpoch } : partition,
    );
    this.#topics.set(info.topic, { ...topic, partitions, available: partitions.filter(hasLeader) });
    this.#announce();
  }

  /** Takes over the address of a broker that an answer to Produce or Fetch named. */
  updateNode(node: Node): void {
    this.#nodes.set(node.id, node);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelExpiry();
    this.#endPause();
    this.#announce();
  }

  async #refresh(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      await this.#pauseBeforeRefresh();
      if (this.#isClosed) break;
      this.#isWanted = false;
      this.#isUrgent = false;
      const isSettled = await this.#refreshOnce();
      this.#lastRefreshMs = this.#clock.monotonicMs();
      if (isSettled) {
        this.#fruitless = 0;
      } else {
        this.#isWanted = true;
        this.#fruitless++;
      }
    }
    this.#isRefreshing = false;
  }

  /** Two refreshes are never closer than the first pause, unless something new is asked about. */
  async #pauseBeforeRefresh(): Promise<void> {
    const delayMs = this.#options.backoff.delayMs(Math.max(0, this.#fruitless - 1));
    const sinceMs = this.#clock.monotonicMs() - this.#lastRefreshMs;
    if (!this.#isUrgent && sinceMs < delayMs) await this.#pause(delayMs - sinceMs);
  }

  /** False when the answer did not come or leaves something open. */
  async #refreshOnce(): Promise<boolean> {
    const node = await this.#nodeToAsk();
    if (node === undefined) return false;
    const topics = this.#options.wantedTopics();
    try {
      const { body } = await this.#client.request(node, {
        api: MetadataApi,
        body: {
          topics: topics === null ? null : topics.map((name) => ({ name })),
          allowAutoTopicCreation: this.#options.allowAutoTopicCreation,
        },
      });
      return this.#update(body, topics);
    } catch {
      // The next round asks another node, or this one again after its pause.
      return false;
    }
  }

  /** A broker if one can be reached, else a bootstrap address: brokers may all have moved. */
  async #nodeToAsk(): Promise<Node | undefined> {
    const { bootstrap } = this.#options;
    const known = [...this.#nodes.values()];
    const node = this.#client.leastLoadedNode(known) ?? this.#client.leastLoadedNode(bootstrap);
    if (node !== undefined) return node;
    const delays = [...known, ...bootstrap].map((candidate) => this.#client.connectionDelayMs(candidate));
    await this.#pause(Math.min(...delays));
    return this.#client.leastLoadedNode(known) ?? this.#client.leastLoadedNode(bootstrap);
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.schedule(delayMs, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  /** False when a topic or partition is in a state that asking again may mend. */
  #update(answer: ResponseOf<typeof MetadataApi>, asked: readonly string[] | null): boolean {
    let isSettled = answer.brokers.length > 0;
    if (isSettled) {
      this.#nodes = new Map(
        answer.brokers.map(({ nodeId, host, port }) => [nodeId, { id: nodeId, host, port }]),
      );
    }
    this.#controllerId = answer.controllerId;
    const topics = new Map<string, TopicInfo>();
    const errors = new Map<string, ErrorName>();
    for (const topic of answer.topics) {
      const name = topic.name ?? this.#namesById.get(topic.topicId);
      if (name === undefined) continue;
      const error = errorName(topic.errorCode);
      errors.set(name, error);
      if (error === 'NONE') topics.set(name, this.#mergeTopic(name, topic));
      if (mayBeMended(error)) isSettled = false;
      if (topic.partitions.some(({ errorCode }) => mayBeMended(errorName(errorCode)))) isSettled = false;
    }
    // Topics that became wanted while the answer was on its way are still to be asked about.
    if (asked !== null)
      for (const name of this.#options.wantedTopics() ?? []) if (!asked.includes(name)) isSettled = false;
    this.#topics = topics;
    this.#errors = errors;
    this.#namesById = new Map([...topics.values()].map(({ topicId, name }) => [topicId, name]));
    this.#namesById.delete(ZERO_UUID);
    this.#version++;
    this.#updatedMs = this.#clock.monotonicMs();
    if (!this.#isClosed) this.#armExpiry();
    this.#announce();
    return isSettled;
  }

  #mergeTopic(name: string, answer: TopicAnswer): TopicInfo {
    const known = this.#topics.get(name);
    const isSame = known !== undefined && known.topicId === answer.topicId;
    const partitions: PartitionInfo[] = [];
    for (const partition of answer.partitions) {
      const before = isSame ? known.partitions[partition.partitionIndex] : undefined;
      const isOlder = before !== undefined && partition.leaderEpoch < before.leaderEpoch;
      partitions[partition.partitionIndex] = isOlder
        ? before
        : {
            topic: name,
            partition: partition.partitionIndex,
            leader: partition.leaderId,
            leaderEpoch: partition.leaderEpoch,
            replicas: partition.replicaNodes,
            inSyncReplicas: partition.isrNodes,
          };
    }
    return {
      name,
      topicId: answer.topicId,
      isInternal: answer.isInternal,
      partitions,
      available: partitions.filter(hasLeader),
    };
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }

  #armExpiry(): void {
    this.#cancelExpiry();
    this.#cancelExpiry = this.#clock.schedule(this.#options.maxAgeMs, () => this.requestUpdate());
  }
}

function hasLeader({ leader }: PartitionInfo): boolean {
  return leader >= 0;
}

/** A missing topic or leader is asked about again; a name that is not allowed is not. */
function mayBeMended(error: ErrorName): boolean {
  return ERRORS[error].refreshesMetadata;
}
