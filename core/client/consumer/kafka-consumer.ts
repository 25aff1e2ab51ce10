/**
 * The consumer. poll() keeps the group membership and the positions up to date, hands out what was fetched, and sends the next
 * fetches before it returns. (source: ClassicKafkaConsumer, AsyncKafkaConsumer)
 */
import type { Clock } from '#core/base/clock.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { IllegalStateError, KafkaError } from '#core/protocol/kafka-error.ts';
import { ClientError, errorOf } from '../client-error.ts';
import { Deadline } from '../deadline.ts';
import type { PartitionInfo } from '../network/cluster.ts';
import type { ConsumerGroupMetadata, OffsetAndMetadata, PartitionOffset } from '../offsets.ts';
import type {
  Consumer,
  ConsumerRecord,
  OffsetAndTimestamp,
  OffsetCommitCallback,
  RebalanceListener,
  Subscription,
} from './consumer.ts';
import type { ConsumerGroup, ConsumerParts, KafkaConsumerOptions } from './consumer-parts.ts';
import { createConsumerParts, groupMetadataOf, positionsOf } from './consumer-parts.ts';
import { PollLoop } from './poll-loop.ts';
import { EARLIEST_TIMESTAMP, LATEST_TIMESTAMP } from './subscription-state.ts';

const CLOSE_TIMEOUT_MS = 30000;
const NO_REMOTE_PATTERN =
  'Subscribe to RE2/J pattern is not supported when using the CLASSIC protocol defined in config group.protocol';

export class KafkaConsumer implements Consumer {
  readonly #clock: Clock;
  readonly #parts: ConsumerParts;
  readonly #loop: PollLoop;
  #isPolling = false;
  #isClosed = false;

  /** @throws {ConfigException} for the settings, {RangeError} for a version that does not exist. */
  constructor(options: KafkaConsumerOptions) {
    this.#clock = options.platform.clock;
    this.#parts = createConsumerParts(options);
    this.#loop = new PollLoop(this.#parts);
  }

  assign(partitions: readonly TopicPartition[]): void {
    this.#ensureOpen();
    this.#parts.subscription.assignFromUser(partitions);
    this.#parts.fetcher.dropUnassigned();
    this.#parts.core.metadata.requestUpdate(true);
  }

  subscribe(to: Subscription, listener: RebalanceListener = {}): void {
    this.#ensureOpen();
    const { membership } = this.#requireGroup();
    const { subscription, config } = this.#parts;
    if (to instanceof RegExp) {
      subscription.subscribeToPattern(to);
    } else if ('re2' in to) {
      if (config['group.protocol'].toUpperCase() !== 'CONSUMER')
        throw new IllegalStateError(NO_REMOTE_PATTERN);
      subscription.subscribeToRemotePattern(to.re2);
    } else {
      subscription.subscribe(to);
    }
    membership.subscribed(listener);
    this.#loop.subscribed(this.#parts.core.metadata.requestUpdate(true));
  }

  async unsubscribe(): Promise<void> {
    this.#ensureOpen();
    const { subscription, group, fetcher } = this.#parts;
    const deadline = this.#apiDeadline();
    try {
      if (subscription.isGroupManaged)
        await group?.membership.leave(deadline, 'the consumer unsubscribed from all topics');
    } finally {
      subscription.unsubscribe();
      fetcher.dropUnassigned();
    }
  }

  assignment(): readonly TopicPartition[] {
    return this.#parts.subscription.partitions.map(({ topic, partition }) => ({ topic, partition }));
  }

  subscription(): readonly string[] {
    return this.#parts.subscription.topics;
  }

  async poll(timeoutMs: number): Promise<readonly ConsumerRecord[]> {
    this.#ensureOpen();
    if (this.#isPolling) throw new IllegalStateError('KafkaConsumer is not safe for multi-threaded access');
    if (this.#parts.subscription.kind === 'none') {
      throw new IllegalStateError('Consumer is not subscribed to any topics or assigned any partitions');
    }
    this.#isPolling = true;
    try {
      return await this.#loop.run(new Deadline(this.#clock, timeoutMs), () => this.#isClosed);
    } finally {
      this.#isPolling = false;
    }
  }

  wakeup(): void {
    this.#parts.progress.wakeup();
  }

  seek(partition: TopicPartition, offset: number, leaderEpoch?: number): void {
    this.#ensureOpen();
    if (offset < 0) throw new RangeError('seek offset must not be a negative number');
    this.#parts.subscription.seek(partition, offset, leaderEpoch);
  }

  seekToBeginning(partitions: readonly TopicPartition[]): void {
    for (const partition of this.#orAll(partitions))
      this.#parts.subscription.requestReset(partition, EARLIEST_TIMESTAMP);
  }

  seekToEnd(partitions: readonly TopicPartition[]): void {
    for (const partition of this.#orAll(partitions))
      this.#parts.subscription.requestReset(partition, LATEST_TIMESTAMP);
  }

  #orAll(partitions: readonly TopicPartition[]): readonly TopicPartition[] {
    return partitions.length > 0 ? partitions : this.#parts.subscription.partitions;
  }

  async position(partition: TopicPartition): Promise<number> {
    this.#ensureOpen();
    const state = this.#parts.subscription.find(partition);
    if (state === undefined) {
      throw new IllegalStateError(
        'You can only check the position for partitions assigned to this consumer.',
      );
    }
    await this.#parts.positions.update(state, this.#apiDeadline());
    if (state.position !== undefined) return state.position;
    const { 'default.api.timeout.ms': timeoutMs } = this.#parts.config;
    const message = `Timeout of ${timeoutMs}ms expired before the position for partition ${state.key} could be determined`;
    throw errorOf('REQUEST_TIMED_OUT', message);
  }

  pause(partitions: readonly TopicPartition[]): void {
    for (const partition of partitions) this.#parts.subscription.get(partition).isPaused = true;
  }

  paused(): readonly TopicPartition[] {
    return this.#parts.subscription.partitions
      .filter(({ isPaused }) => isPaused)
      .map(({ topic, partition }) => ({ topic, partition }));
  }

  resume(partitions: readonly TopicPartition[]): void {
    for (const partition of partitions) this.#parts.subscription.get(partition).isPaused = false;
    this.#parts.progress.announce();
  }

  async commitSync(offsets?: readonly PartitionOffset[]): Promise<void> {
    this.#ensureOpen();
    const { asyncCommits, commits } = this.#requireGroup();
    const deadline = this.#apiDeadline();
    const now = offsets ?? positionsOf(this.#parts.subscription);
    await asyncCommits.settle(deadline);
    await commits.commit(now, deadline);
  }

  commitAsync(offsets?: readonly PartitionOffset[], callback: OffsetCommitCallback = () => undefined): void {
    this.#ensureOpen();
    this.#requireGroup().asyncCommits.commit(offsets ?? positionsOf(this.#parts.subscription), callback);
  }

  async committed(
    partitions: readonly TopicPartition[],
  ): Promise<readonly (OffsetAndMetadata | undefined)[]> {
    this.#ensureOpen();
    const found = await this.#requireGroup().commits.fetch(partitions, this.#apiDeadline());
    return partitions.map((partition) => found.get(partitionName(partition)));
  }

  groupMetadata(): ConsumerGroupMetadata {
    return groupMetadataOf(this.#parts.subscription, this.#requireGroup().membership);
  }

  enforceRebalance(reason = 'rebalance enforced by user'): void {
    this.#ensureOpen();
    this.#requireGroup().membership.requestRejoin(reason);
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
    for (const { topic } of queries) this.#parts.askedTopics.add(topic);
    const found = await this.#parts.lookups.find(queries, this.#apiDeadline());
    return queries.map((query) => found.get(partitionName(query)) as OffsetAndTimestamp);
  }

  currentLag(partition: TopicPartition): number | undefined {
    const { position, highWatermark, lastStableOffset } = this.#parts.subscription.get(partition);
    const end = this.#parts.config['isolation.level'] === 'read_committed' ? lastStableOffset : highWatermark;
    return end === undefined || position === undefined ? undefined : Math.max(0, end - position);
  }

  async partitionsFor(topic: string): Promise<readonly PartitionInfo[]> {
    this.#ensureOpen();
    const { metadata } = this.#parts.core;
    const deadline = this.#apiDeadline();
    this.#parts.askedTopics.add(topic);
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
    const { core, group, fetcher, progress, subscription } = this.#parts;
    progress.announce();
    const deadline = new Deadline(this.#clock, timeoutMs);
    try {
      await group?.autoCommit?.commitNow(deadline);
      await group?.asyncCommits.settle(deadline);
      if (subscription.isGroupManaged)
        await group?.membership.leave(deadline, 'the consumer is being closed');
      await fetcher.close(deadline.remainingMs);
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
      throw new ClientError('KafkaException', 'Failed to close kafka consumer', { cause: error });
    } finally {
      core.metadata.close();
      core.client.close();
    }
  }

  #apiDeadline(): Deadline {
    return new Deadline(this.#clock, this.#parts.config['default.api.timeout.ms']);
  }

  #ensureOpen(): void {
    if (this.#isClosed) throw new IllegalStateError('This consumer has already been closed.');
  }

  /** @throws InvalidGroupIdException */
  #requireGroup(): ConsumerGroup {
    if (this.#parts.group !== undefined) return this.#parts.group;
    throw errorOf(
      'INVALID_GROUP_ID',
      'To use the group management or offset commit APIs, you must provide a valid group.id in the consumer configuration.',
    );
  }
}
