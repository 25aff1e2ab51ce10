/**
 * The consumer. poll() keeps the group membership and the positions up to date, hands out what was fetched, and sends the next
 * fetches before it returns. (source: ClassicKafkaConsumer)
 */
import type { Clock } from '#core/base/clock.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import type { GivenConfig } from '#core/config/cross-checks.ts';
import { readConsumerConfig } from '#core/config/cross-checks.ts';
import { IllegalStateError, KafkaError } from '#core/protocol/kafka-error.ts';
import { ClientError, errorOf } from '../client-error.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { ClientPlatform } from '../client-platform.ts';
import { Deadline } from '../deadline.ts';
import type { ClientCore } from '../network/client-core.ts';
import { createClientCore } from '../network/client-core.ts';
import type { PartitionInfo } from '../network/cluster.ts';
import type { ConsumerGroupMetadata, OffsetAndMetadata, PartitionOffset } from '../offsets.ts';
import { AutoCommit } from './auto-commit.ts';
import { ClassicMembership } from './classic-membership.ts';
import type { Consumer, ConsumerRecord, OffsetAndTimestamp, RebalanceListener } from './consumer.ts';
import { FetchCollector } from './fetch-collector.ts';
import { Fetcher } from './fetcher.ts';
import { GroupCoordinatorLink } from './group-coordinator.ts';
import { OffsetCommits } from './offset-commits.ts';
import { OffsetLookups } from './offset-lookups.ts';
import { parseOffsetReset } from './offset-reset.ts';
import { Positions } from './positions.ts';
import { Progress } from './progress.ts';
import { EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, SubscriptionState } from './subscription-state.ts';

/** Requests on one connection that may wait for an answer. */
const IN_FLIGHT_MAX = 100;
const CLOSE_TIMEOUT_MS = 30000;

/** Numbers the consumers of this process that were given no client.id. */
let nextClientNumber = 1;

export interface KafkaConsumerOptions {
  readonly platform: ClientPlatform;
  /** Settings by dotted key, as text; bootstrap.servers must be there. */
  readonly config: GivenConfig;
  readonly observer?: ClientObserver | undefined;
}

/** What only a consumer with a group.id has. */
interface Group {
  readonly commits: OffsetCommits;
  readonly membership: ClassicMembership;
  readonly autoCommit: AutoCommit | undefined;
}

export class KafkaConsumer implements Consumer {
  readonly #clock: Clock;
  readonly #config: ConsumerConfig;
  readonly #core: ClientCore;
  readonly #subscription = new SubscriptionState();
  readonly #group: Group | undefined;
  readonly #lookups: OffsetLookups;
  readonly #positions: Positions;
  readonly #fetcher: Fetcher;
  readonly #collector: FetchCollector;
  readonly #progress: Progress;
  /** Topics that somebody asked about by name. */
  readonly #askedTopics = new Set<string>();
  #isPolling = false;
  #isClosed = false;

  /** @throws {ConfigException} */
  constructor({ platform, config, observer = {} }: KafkaConsumerOptions) {
    const { values } = readConsumerConfig(config);
    this.#config = values;
    this.#clock = platform.clock;
    this.#progress = new Progress(platform.clock);
    const reset = parseOffsetReset(values['auto.offset.reset']);
    this.#core = createClientCore(platform, values, {
      clientId: clientIdOf(values),
      inFlightMax: IN_FLIGHT_MAX,
      observer,
      allowAutoTopicCreation: values['allow.auto.create.topics'],
      wantedTopics: () => [
        ...new Set([
          ...this.#subscription.wantedTopics,
          ...(this.#group?.membership.groupTopics ?? []),
          ...this.#askedTopics,
        ]),
      ],
    });
    const { client, metadata, backoff } = this.#core;
    const subscription = this.#subscription;
    this.#group = values['group.id'] === null ? undefined : this.#makeGroup(values['group.id']);
    const onProgress = (): void => this.#progress.announce();
    const isReadCommitted = values['isolation.level'] === 'read_committed';
    this.#lookups = new OffsetLookups({ client, metadata, backoff, isReadCommitted });
    this.#positions = new Positions(platform.clock, {
      subscription,
      lookups: this.#lookups,
      commits: this.#group?.commits,
      reset,
      apiTimeoutMs: values['default.api.timeout.ms'],
      onProgress,
    });
    this.#fetcher = new Fetcher(
      platform.clock,
      { client, metadata, subscription, backoff, onProgress },
      values,
    );
    this.#collector = new FetchCollector(
      platform.clock,
      {
        fetcher: this.#fetcher,
        subscription,
        metadata,
        retryBackoffMs: values['retry.backoff.ms'],
        reset: (state) => this.#positions.outOfRange(state),
      },
      values['max.poll.records'],
    );
    metadata.onUpdate(onProgress);
    client.onChange(onProgress);
  }

  #makeGroup(groupId: string): Group {
    const { client, metadata, backoff } = this.#core;
    const link = new GroupCoordinatorLink(groupId, client, metadata, backoff);
    const commits = new OffsetCommits({
      link,
      backoff,
      group: () => this.groupMetadata(),
      onMemberLost: () => membership.memberLost(),
      onRebalance: () => membership.requestRejoin(),
    });
    const autoCommit = this.#config['enable.auto.commit']
      ? new AutoCommit(this.#clock, commits, () => this.#positionsToCommit(), this.#config)
      : undefined;
    const membership: ClassicMembership = new ClassicMembership(
      this.#clock,
      {
        link,
        metadata,
        subscription: this.#subscription,
        backoff,
        commitBeforeRevoke: async (deadline) => autoCommit?.commitNow(deadline),
        onAssignment: () => {
          this.#fetcher.dropUnassigned();
          metadata.requestUpdate(true);
        },
        onProgress: () => this.#progress.announce(),
      },
      this.#config,
    );
    return { commits, membership, autoCommit };
  }

  assign(partitions: readonly TopicPartition[]): void {
    this.#ensureOpen();
    this.#subscription.assignFromUser(partitions);
    this.#fetcher.dropUnassigned();
    this.#core.metadata.requestUpdate(true);
  }

  subscribe(topics: readonly string[], listener: RebalanceListener = {}): void {
    this.#ensureOpen();
    this.#requireGroup();
    this.#subscription.subscribe(topics);
    this.#group?.membership.subscribed(listener);
    this.#core.metadata.requestUpdate(true);
  }

  async unsubscribe(): Promise<void> {
    this.#ensureOpen();
    const deadline = this.#apiDeadline();
    if (this.#subscription.kind === 'topics') {
      await this.#group?.membership.close(deadline, 'the consumer unsubscribed from all topics');
    }
    this.#subscription.unsubscribe();
    this.#fetcher.dropUnassigned();
  }

  assignment(): readonly TopicPartition[] {
    return this.#subscription.partitions.map(({ topic, partition }) => ({ topic, partition }));
  }

  async poll(timeoutMs: number): Promise<readonly ConsumerRecord[]> {
    this.#ensureOpen();
    if (this.#isPolling) throw new IllegalStateError('KafkaConsumer is not safe for multi-threaded access');
    if (this.#subscription.kind === 'none') {
      throw new IllegalStateError('Consumer is not subscribed to any topics or assigned any partitions');
    }
    this.#isPolling = true;
    try {
      return await this.#pollUntil(new Deadline(this.#clock, timeoutMs));
    } finally {
      this.#isPolling = false;
    }
  }

  async #pollUntil(deadline: Deadline): Promise<readonly ConsumerRecord[]> {
    while (!this.#isClosed) {
      this.#progress.throwIfWoken();
      const seen = this.#progress.count;
      this.#group?.autoCommit?.commitIfDue();
      if (this.#subscription.kind === 'topics') {
        await this.#progress.orWakeup(this.#group?.membership.poll(deadline));
      }
      this.#positions.begin();
      const { records, hasAdvanced } = await this.#collector.collect();
      const pauseMs = this.#fetcher.sendFetches();
      // A position that only moved over markers is worth telling, too: the application may look at it.
      if (records.length > 0 || hasAdvanced || deadline.isOver) return records;
      await this.#progress.wait(seen, Math.min(deadline.remainingMs, pauseMs));
    }
    return [];
  }

  wakeup(): void {
    this.#progress.wakeup();
  }

  seek(partition: TopicPartition, offset: number): void {
    this.#ensureOpen();
    if (offset < 0) throw new RangeError('seek offset must not be a negative number');
    this.#subscription.seek(partition, offset);
  }

  seekToBeginning(partitions: readonly TopicPartition[]): void {
    for (const partition of this.#orAll(partitions))
      this.#subscription.requestReset(partition, EARLIEST_TIMESTAMP);
  }

  seekToEnd(partitions: readonly TopicPartition[]): void {
    for (const partition of this.#orAll(partitions))
      this.#subscription.requestReset(partition, LATEST_TIMESTAMP);
  }

  #orAll(partitions: readonly TopicPartition[]): readonly TopicPartition[] {
    return partitions.length > 0 ? partitions : this.#subscription.partitions;
  }

  async position(partition: TopicPartition): Promise<number> {
    this.#ensureOpen();
    const state = this.#subscription.find(partition);
    if (state === undefined) {
      throw new IllegalStateError(
        'You can only check the position for partitions assigned to this consumer.',
      );
    }
    await this.#positions.update(state, this.#apiDeadline());
    if (state.position !== undefined) return state.position;
    const { 'default.api.timeout.ms': timeoutMs } = this.#config;
    const message = `Timeout of ${timeoutMs}ms expired before the position for partition ${state.key} could be determined`;
    throw errorOf('REQUEST_TIMED_OUT', message);
  }

  pause(partitions: readonly TopicPartition[]): void {
    for (const partition of partitions) this.#subscription.get(partition).isPaused = true;
  }

  resume(partitions: readonly TopicPartition[]): void {
    for (const partition of partitions) this.#subscription.get(partition).isPaused = false;
    this.#progress.announce();
  }

  async commitSync(offsets?: readonly PartitionOffset[]): Promise<void> {
    this.#ensureOpen();
    await this.#requireGroup().commits.commit(offsets ?? this.#positionsToCommit(), this.#apiDeadline());
  }

  async committed(
    partitions: readonly TopicPartition[],
  ): Promise<readonly (OffsetAndMetadata | undefined)[]> {
    this.#ensureOpen();
    const found = await this.#requireGroup().commits.fetch(partitions, this.#apiDeadline());
    return partitions.map((partition) => found.get(partitionName(partition)));
  }

  groupMetadata(): ConsumerGroupMetadata {
    const { membership } = this.#requireGroup();
    if (this.#subscription.kind === 'topics') return membership.metadata;
    return { ...membership.metadata, generationId: -1, memberId: '' };
  }

  beginningOffsets(partitions: readonly TopicPartition[]): Promise<readonly number[]> {
    return this.#offsetsAt(partitions, EARLIEST_TIMESTAMP);
  }

  endOffsets(partitions: readonly TopicPartition[]): Promise<readonly number[]> {
    return this.#offsetsAt(partitions, LATEST_TIMESTAMP);
  }

  async #offsetsAt(partitions: readonly TopicPartition[], timestamp: number): Promise<readonly number[]> {
    const queries = partitions.map(({ topic, partition }) => ({ topic, partition, timestamp }));
    return (await this.#find(queries)).map(({ offset }) => offset);
  }

  async offsetsForTimes(
    times: readonly (TopicPartition & { readonly timestamp: number })[],
  ): Promise<readonly (OffsetAndTimestamp | undefined)[]> {
    return (await this.#find(times)).map((found) => (found.offset < 0 ? undefined : found));
  }

  async #find(
    queries: readonly (TopicPartition & { readonly timestamp: number })[],
  ): Promise<readonly OffsetAndTimestamp[]> {
    this.#ensureOpen();
    for (const { topic } of queries) this.#askedTopics.add(topic);
    const found = await this.#lookups.find(queries, this.#apiDeadline());
    return queries.map((query) => found.get(partitionName(query)) as OffsetAndTimestamp);
  }

  currentLag(partition: TopicPartition): number | undefined {
    const { position, highWatermark, lastStableOffset } = this.#subscription.get(partition);
    const end = this.#config['isolation.level'] === 'read_committed' ? lastStableOffset : highWatermark;
    return end === undefined || position === undefined ? undefined : Math.max(0, end - position);
  }

  async partitionsFor(topic: string): Promise<readonly PartitionInfo[]> {
    this.#ensureOpen();
    const { metadata } = this.#core;
    const deadline = this.#apiDeadline();
    this.#askedTopics.add(topic);
    for (;;) {
      const info = metadata.topic(topic);
      if (info !== undefined) return info.partitions;
      if (
        deadline.isOver ||
        !(await metadata.awaitUpdate(metadata.requestUpdate(true), deadline.remainingMs))
      ) {
        throw errorOf('REQUEST_TIMED_OUT', `Failed to get metadata of topic ${topic} in time`);
      }
    }
  }

  async close(timeoutMs = CLOSE_TIMEOUT_MS): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#progress.announce();
    const deadline = new Deadline(this.#clock, timeoutMs);
    try {
      if (this.#subscription.kind === 'topics') {
        await this.#group?.membership.close(deadline, 'the consumer is being closed');
      } else {
        await this.#group?.autoCommit?.commitNow(deadline);
      }
      await this.#fetcher.close(deadline.remainingMs);
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
      throw new ClientError('KafkaException', 'Failed to close kafka consumer', { cause: error });
    } finally {
      this.#core.metadata.close();
      this.#core.client.close();
    }
  }

  #positionsToCommit(): readonly PartitionOffset[] {
    return this.#subscription.partitions.flatMap(({ topic, partition, position, leaderEpoch }) =>
      position === undefined
        ? []
        : { topic, partition, offset: position, leaderEpoch: leaderEpoch < 0 ? undefined : leaderEpoch },
    );
  }

  #apiDeadline(): Deadline {
    return new Deadline(this.#clock, this.#config['default.api.timeout.ms']);
  }

  #ensureOpen(): void {
    if (this.#isClosed) throw new IllegalStateError('This consumer has already been closed.');
  }

  /** @throws InvalidGroupIdException */
  #requireGroup(): Group {
    if (this.#group !== undefined) return this.#group;
    throw errorOf(
      'INVALID_GROUP_ID',
      'To use the group management or offset commit APIs, you must provide a valid group.id in the consumer configuration.',
    );
  }
}

function clientIdOf(config: ConsumerConfig): string {
  if (config['client.id'] !== '') return config['client.id'];
  const { 'group.id': groupId, 'group.instance.id': instanceId } = config;
  return `consumer-${groupId ?? 'null'}-${instanceId ?? nextClientNumber++}`;
}
