/**
 * The group coordinator: classic groups, consumer groups and offsets, over all partitions of __consumer_offsets that this broker leads.
 * Called by the broker's handlers; errors come back as names, never thrown. (source: GroupCoordinatorService)
 */
import type { Clock } from '#core/base/clock.ts';
import { coordinatorPartition } from '#core/base/java-hash.ts';
import type { Random } from '#core/base/random.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { Outcome } from '../runtime/coordinator-runtime.ts';
import { CoordinatorRuntime } from '../runtime/coordinator-runtime.ts';
import type { CoordinatorLog } from '../runtime/partition-writer.ts';
import { joinRefusal } from './classic/classic-group.ts';
import { syncRefusal } from './classic/classic-rebalance.ts';
import { knownConsumerGroup } from './consumer/consumer-departure.ts';
import { heartbeat } from './consumer/consumer-heartbeat.ts';
import type { ConsumerHeartbeatRequest, HeartbeatOutcome } from './consumer/consumer-requests.ts';
import type { TopicImage } from './consumer/topic-image.ts';
import { TopicVersions } from './consumer/topic-versions.ts';
import type { ConsumerGroupDescription } from './group-descriptions.ts';
import { describeClassicGroup, describeConsumerGroup, listGroup } from './group-descriptions.ts';
import { heartbeatGroup, joinGroup, leaveGroup, syncGroup } from './group-protocols.ts';
import type { GroupRecord } from './group-records.ts';
import type {
  CommitRequest,
  CommittedOffset,
  FetchRequest,
  GroupDescription,
  GroupListing,
  JoinAnswer,
  JoinRequest,
  LeaveAnswer,
  MemberIdentity,
  MemberToLeave,
  OffsetsMarker,
  SyncAnswer,
  SyncRequest,
  TransactionalCommitRequest,
} from './group-requests.ts';
import type { GroupShardConfig } from './group-shard.ts';
import { GroupShard } from './group-shard.ts';
import { GroupRefusal } from './group-turn.ts';
import type { CommitResult } from './offsets/offset-commits.ts';
import { commitOffsets, committedOffsets, refuseFetch } from './offsets/offset-commits.ts';
import type { OffsetDeletion } from './offsets/offset-deletion.ts';
import { decideGroupDeletion, decideOffsetDeletion, topicTombstones } from './offsets/offset-deletion.ts';

/** The internal topic of groups and offsets. */
export const OFFSETS_TOPIC = '__consumer_offsets';

export interface GroupCoordinatorConfig extends GroupShardConfig {
  /** offset.metadata.max.bytes. */
  readonly offsetMetadataMaxSize: number;
}

export interface GroupCoordinatorDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly bus: EventBus;
  readonly config: GroupCoordinatorConfig;
  readonly log: CoordinatorLog;
  /** Partitions of __consumer_offsets: the topic's actual count. */
  readonly partitionCount: () => number;
  readonly topics: TopicImage;
}

export class GroupCoordinator {
  readonly #deps: GroupCoordinatorDeps;
  readonly #runtime: CoordinatorRuntime<GroupRecord, GroupShard>;
  readonly #versions: TopicVersions;

  constructor(deps: GroupCoordinatorDeps) {
    this.#deps = deps;
    this.#versions = new TopicVersions(deps.clock);
    this.#runtime = new CoordinatorRuntime({
      clock: deps.clock,
      bus: deps.bus,
      log: deps.log,
      topic: OFFSETS_TOPIC,
      // Kafka's group coordinator writes sequence 0 into every batch, plain and transactional alike.
      baseSequence: 0,
      createShard: ({ partition, timer }) =>
        new GroupShard({
          clock: deps.clock,
          random: deps.random,
          bus: deps.bus,
          config: deps.config,
          timer,
          topics: deps.topics,
          versions: this.#versions,
          write: (decide) => this.#runtime.write(partition, decide),
        }),
    });
  }

  start(): void {
    this.#runtime.start();
  }

  close(): void {
    this.#runtime.close();
  }

  /** This broker leads a partition of __consumer_offsets; settles when it is loaded. */
  onElection(partition: number, epoch: number): Promise<void> {
    return this.#runtime.elect(partition, epoch);
  }

  onResignation(partition: number): void {
    this.#runtime.resign(partition);
  }

  partitionFor(groupId: string): number {
    return coordinatorPartition(groupId, this.#deps.partitionCount());
  }

  #read<A>(groupId: string, look: (shard: GroupShard) => A): Outcome<A> {
    return this.#runtime.read(this.partitionFor(groupId), look);
  }

  /** Resolves when the member is let into a generation, or refused. */
  join(request: JoinRequest): Promise<JoinAnswer> {
    const { groupId, memberId, sessionTimeoutMs } = request;
    const { minSessionTimeoutMs, maxSessionTimeoutMs } = this.#deps.config;
    if (groupId === '') return Promise.resolve(joinRefusal('INVALID_GROUP_ID', memberId));
    if (sessionTimeoutMs < minSessionTimeoutMs || sessionTimeoutMs > maxSessionTimeoutMs) {
      return Promise.resolve(joinRefusal('INVALID_SESSION_TIMEOUT', memberId));
    }
    return new Promise((resolve) => {
      const { error } = this.#read(groupId, (shard) => joinGroup(shard, request, resolve));
      if (error !== 'NONE') resolve(joinRefusal(error, ''));
    });
  }

  /** Resolves when the leader has assigned, or the request is refused. */
  sync(request: SyncRequest): Promise<SyncAnswer> {
    if (request.groupId === '') return Promise.resolve(syncRefusal('INVALID_GROUP_ID'));
    return new Promise((resolve) => {
      const { error } = this.#read(request.groupId, (shard) => syncGroup(shard, request, resolve));
      if (error !== 'NONE') resolve(syncRefusal(error));
    });
  }

  heartbeat(groupId: string, identity: MemberIdentity): ErrorName {
    if (groupId === '') return 'INVALID_GROUP_ID';
    const outcome = this.#read(groupId, (shard) => heartbeatGroup(shard, groupId, identity));
    if (outcome.error === 'NONE') return outcome.answer;
    // A group that is still being read cannot have lost its member: it may go on.
    return outcome.error === 'COORDINATOR_LOAD_IN_PROGRESS' ? 'NONE' : outcome.error;
  }

  leave(groupId: string, members: readonly MemberToLeave[]): LeaveAnswer {
    if (groupId === '') return { error: 'INVALID_GROUP_ID', members: [] };
    const outcome = this.#read(groupId, (shard) => leaveGroup(shard, groupId, members));
    return outcome.error === 'NONE' ? outcome.answer : { error: outcome.error, members: [] };
  }

  /** The heartbeat of a member of the consumer protocol; the request's form has been checked (KIP-848). */
  consumerHeartbeat(request: ConsumerHeartbeatRequest): HeartbeatOutcome {
    const { groupId, memberId } = request;
    const outcome = this.#read(groupId, (shard) =>
      shard.run(groupId, `member ${memberId} sent a heartbeat`, () => heartbeat(shard.consumer, request)),
    );
    if (outcome.error !== 'NONE') return new GroupRefusal(outcome.error);
    return outcome.answer.error === 'NONE' ? outcome.answer.answer : new GroupRefusal(outcome.answer.error);
  }

  /** One result an offset, in order. */
  commitOffsets(request: CommitRequest): readonly CommitResult[] {
    return commitOffsets(this.#commitContext(request.groupId), request);
  }

  /** As `commitOffsets`, in a transactional batch: visible when the transaction's marker says so. */
  commitTransactionalOffsets(request: TransactionalCommitRequest): readonly CommitResult[] {
    return commitOffsets(this.#commitContext(request.groupId), {
      ...request,
      knowsMemberEpochs: true,
      retentionMs: -1,
      transaction: request,
    });
  }

  #commitContext(groupId: string) {
    return {
      runtime: this.#runtime,
      partition: this.partitionFor(groupId),
      clock: this.#deps.clock,
      bus: this.#deps.bus,
      topicId: (topic: string) => this.#deps.topics.byName(topic)?.id,
      offsetMetadataMaxSize: this.#deps.config.offsetMetadataMaxSize,
    };
  }

  /** What the group has committed. A group that does not exist has committed nothing. */
  fetchOffsets(request: FetchRequest): {
    readonly error: ErrorName;
    readonly offsets: readonly CommittedOffset[];
  } {
    const { groupId } = request;
    const outcome = this.#read(groupId, (shard) => {
      const error = refuseFetch(shard.groups.get(groupId), request);
      return { error, offsets: error === 'NONE' ? committedOffsets(shard.offsets, groupId, request) : [] };
    });
    return outcome.error === 'NONE' ? outcome.answer : { error: outcome.error, offsets: [] };
  }

  /** Writes a marker into a partition of __consumer_offsets and ends the transaction's pending offsets in the same step. */
  completeTransaction(marker: OffsetsMarker): ErrorName {
    const { partition, producerId, producerEpoch, coordinatorEpoch, isCommit, transactionVersion } = marker;
    return this.#runtime.writeMarker(
      partition,
      { producerId, producerEpoch, coordinatorEpoch, commit: isCommit },
      { transactionVersion },
    ).error;
  }

  /** Deletes committed offsets, but not those of topics that a member of the group reads. */
  deleteOffsets(groupId: string, partitions: readonly TopicPartition[]): OffsetDeletion {
    if (groupId === '') return { error: 'INVALID_GROUP_ID', errors: [] };
    const outcome = this.#runtime.write(this.partitionFor(groupId), (shard) =>
      decideOffsetDeletion(shard, groupId, partitions),
    );
    return outcome.error === 'NONE' ? outcome.answer : { error: outcome.error, errors: [] };
  }

  /** A topic was deleted: no group keeps offsets for it. (source: GroupCoordinatorService.onMetadataUpdate) */
  onTopicDeleted(topic: string, topicId: string): void {
    for (const partition of this.#runtime.partitions()) {
      const deleted = { topic, topicId };
      this.#runtime.write(partition, (shard) => ({ records: topicTombstones(shard, deleted), answer: null }));
    }
    for (const { consumer } of this.#runtime.shards()) consumer.hashes.forget(topicId);
    this.#onTopicChanged(topic, { isNewTopic: false });
  }

  /** A topic has partitions that it did not have before. */
  onPartitionsAdded(topic: string, options: { readonly isNewTopic: boolean }): void {
    this.#onTopicChanged(topic, options);
  }

  #onTopicChanged(topic: string, options: { readonly isNewTopic: boolean }): void {
    this.#versions.onChange(options);
    for (const shard of this.#runtime.shards()) shard.onTopicChanged(topic);
  }

  /** Undefined with NONE: there is no such group. A consumer group is none; `isOther` tells. */
  describe(groupId: string): {
    readonly error: ErrorName;
    readonly group: GroupDescription | undefined;
    readonly isOther?: boolean;
  } {
    const outcome = this.#read(groupId, (shard) => shard.groups.get(groupId));
    if (outcome.error !== 'NONE') return { error: outcome.error, group: undefined };
    const group = outcome.answer;
    if (group?.type !== 'classic') return { error: 'NONE', group: undefined, isOther: group !== undefined };
    return { error: 'NONE', group: describeClassicGroup(group) };
  }

  /** A group of the consumer protocol, or why it cannot be described. */
  describeConsumer(groupId: string): ConsumerGroupDescription | GroupRefusal {
    if (groupId === '') return new GroupRefusal('INVALID_GROUP_ID');
    const { topics, config } = this.#deps;
    const outcome = this.#read(groupId, ({ consumer }) => {
      const group = knownConsumerGroup(consumer, groupId);
      if (group instanceof GroupRefusal) return group;
      return describeConsumerGroup(group, topics, config.consumer.assignors[0] ?? '');
    });
    return outcome.error === 'NONE' ? outcome.answer : new GroupRefusal(outcome.error);
  }

  /** Every group of the loaded partitions. `error` is COORDINATOR_LOAD_IN_PROGRESS while some are still being read. */
  list(): { readonly error: ErrorName; readonly groups: readonly GroupListing[] } {
    if (!this.#runtime.isStarted) return { error: 'COORDINATOR_NOT_AVAILABLE', groups: [] };
    const groups = [...this.#runtime.shards()].flatMap((shard) => [...shard.groups.all()].map(listGroup));
    return { error: this.#runtime.isLoading ? 'COORDINATOR_LOAD_IN_PROGRESS' : 'NONE', groups };
  }

  /** Deletes an empty group with its offsets. */
  delete(groupId: string): ErrorName {
    const outcome = this.#read(groupId, (shard) =>
      shard.run(groupId, 'the group was deleted', () => decideGroupDeletion(shard, groupId)),
    );
    if (outcome.error !== 'NONE') return outcome.error;
    return outcome.answer.error === 'NONE' ? outcome.answer.answer : outcome.answer.error;
  }
}
