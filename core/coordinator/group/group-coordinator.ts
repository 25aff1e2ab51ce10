/**
 * The group coordinator: classic groups and offsets, over all partitions of __consumer_offsets that this broker leads.
 * Called by the broker's handlers; errors come back as names, never thrown. (source: GroupCoordinatorService)
 */
import type { Clock } from '#core/base/clock.ts';
import { coordinatorPartition } from '#core/base/java-hash.ts';
import type { Random } from '#core/base/random.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { CoordinatorRuntime } from '../runtime/coordinator-runtime.ts';
import type { CoordinatorLog } from '../runtime/partition-writer.ts';
import type { ClassicGroup } from './classic-group.ts';
import { joinRefusal } from './classic-group.ts';
import type { ClassicGroupConfig } from './classic-rebalance.ts';
import { syncRefusal } from './classic-rebalance.ts';
import type { GroupRecord } from './group-records.ts';
import { groupRecordOf } from './group-records.ts';
import type {
  CommitRequest,
  CommittedOffset,
  GroupDescription,
  GroupListing,
  JoinAnswer,
  JoinRequest,
  LeaveAnswer,
  MemberIdentity,
  OffsetsMarker,
  SyncAnswer,
  SyncRequest,
  TransactionalCommitRequest,
} from './group-requests.ts';
import { GroupShard } from './group-shard.ts';
import type { CommitResult } from './offset-commits.ts';
import { commitOffsets, committedOffsets } from './offset-commits.ts';
import type { OffsetDeletion } from './offset-deletion.ts';
import { allTombstones, decideOffsetDeletion, topicTombstones } from './offset-deletion.ts';

/** The internal topic of groups and offsets. */
export const OFFSETS_TOPIC = '__consumer_offsets';

export interface GroupCoordinatorConfig extends ClassicGroupConfig {
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
  /** The id of a topic, in Kafka's text form; undefined when there is none. */
  readonly topicId: (topic: string) => string | undefined;
}

export class GroupCoordinator {
  readonly #deps: GroupCoordinatorDeps;
  readonly #runtime: CoordinatorRuntime<GroupRecord, GroupShard>;

  constructor(deps: GroupCoordinatorDeps) {
    this.#deps = deps;
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
          store: (group, assignments) => this.#storeGroup(partition, group, assignments),
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

  #storeGroup(partition: number, group: ClassicGroup, assignments: ReadonlyMap<string, Buffer>): ErrorName {
    return this.#runtime.write(partition, () => ({
      records: [groupRecordOf(group, assignments)],
      answer: null,
    })).error;
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
      const { error } = this.#runtime.read(this.partitionFor(groupId), (shard) => {
        const group = memberId === '' ? shard.groupOrNew(groupId) : shard.group(groupId);
        if (group === undefined) resolve(joinRefusal('UNKNOWN_MEMBER_ID', memberId));
        else shard.membership.join(group, request, resolve);
      });
      if (error !== 'NONE') resolve(joinRefusal(error, memberId));
    });
  }

  /** Resolves when the leader has assigned, or the request is refused. */
  sync(request: SyncRequest): Promise<SyncAnswer> {
    if (request.groupId === '') return Promise.resolve(syncRefusal('INVALID_GROUP_ID'));
    return new Promise((resolve) => {
      const { error } = this.#runtime.read(this.partitionFor(request.groupId), (shard) => {
        const group = shard.group(request.groupId);
        if (group === undefined) resolve(syncRefusal('UNKNOWN_MEMBER_ID'));
        else shard.membership.sync(group, request, resolve);
      });
      if (error !== 'NONE') resolve(syncRefusal(error));
    });
  }

  heartbeat(groupId: string, identity: MemberIdentity): ErrorName {
    if (groupId === '') return 'INVALID_GROUP_ID';
    const outcome = this.#runtime.read(this.partitionFor(groupId), (shard) => {
      const group = shard.group(groupId);
      return group === undefined ? 'UNKNOWN_MEMBER_ID' : shard.membership.heartbeat(group, identity);
    });
    if (outcome.error === 'NONE') return outcome.answer;
    // A group that is still being read cannot have lost its member: it may go on.
    return outcome.error === 'COORDINATOR_LOAD_IN_PROGRESS' ? 'NONE' : outcome.error;
  }

  leave(
    groupId: string,
    members: readonly { readonly memberId: string; readonly groupInstanceId: string | null }[],
  ): LeaveAnswer {
    if (groupId === '') return { error: 'INVALID_GROUP_ID', members: [] };
    const outcome = this.#runtime.read(this.partitionFor(groupId), (shard): LeaveAnswer => {
      const group = shard.group(groupId);
      if (group !== undefined) return shard.membership.leave(group, members);
      return {
        error: 'NONE',
        members: members.map((member) => ({ ...member, error: 'UNKNOWN_MEMBER_ID' as const })),
      };
    });
    return outcome.error === 'NONE' ? outcome.answer : { error: outcome.error, members: [] };
  }

  /** One result an offset, in order. */
  commitOffsets(request: CommitRequest): readonly CommitResult[] {
    return commitOffsets(this.#commitContext(request.groupId), request);
  }

  /** As `commitOffsets`, in a transactional batch: visible when the transaction's marker says so. */
  commitTransactionalOffsets(request: TransactionalCommitRequest): readonly CommitResult[] {
    return commitOffsets(this.#commitContext(request.groupId), {
      ...request,
      unknownGroupError: 'ILLEGAL_GENERATION',
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
      topicId: this.#deps.topicId,
      offsetMetadataMaxSize: this.#deps.config.offsetMetadataMaxSize,
    };
  }

  /** What the group has committed for `partitions`, or for all when null. `requireStable`: pending offsets are refused. */
  fetchOffsets(
    groupId: string,
    partitions: readonly TopicPartition[] | null,
    requireStable: boolean,
  ): { readonly error: ErrorName; readonly offsets: readonly CommittedOffset[] } {
    const outcome = this.#runtime.read(this.partitionFor(groupId), (shard) =>
      committedOffsets(shard.offsets, groupId, partitions, requireStable),
    );
    return outcome.error === 'NONE'
      ? { error: 'NONE', offsets: outcome.answer }
      : { error: outcome.error, offsets: [] };
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

  /** A topic was deleted: no group keeps offsets for it. (source: GroupCoordinatorService.onPartitionsDeleted) */
  onTopicDeleted(topic: string): void {
    for (const partition of this.#runtime.partitions()) {
      this.#runtime.write(partition, (shard) => ({ records: topicTombstones(shard, topic), answer: null }));
    }
  }

  /** Undefined with NONE: there is no such group. */
  describe(groupId: string): { readonly error: ErrorName; readonly group: GroupDescription | undefined } {
    const outcome = this.#runtime.read(this.partitionFor(groupId), (shard) => {
      const group = shard.group(groupId);
      return group === undefined ? undefined : describeGroup(group);
    });
    return outcome.error === 'NONE'
      ? { error: 'NONE', group: outcome.answer }
      : { error: outcome.error, group: undefined };
  }

  /** Every group of the loaded partitions. `error` is COORDINATOR_LOAD_IN_PROGRESS while some are still being read. */
  list(): { readonly error: ErrorName; readonly groups: readonly GroupListing[] } {
    if (!this.#runtime.isStarted) return { error: 'COORDINATOR_NOT_AVAILABLE', groups: [] };
    const groups: GroupListing[] = [];
    for (const shard of this.#runtime.shards()) {
      for (const { groupId, protocolType, state } of shard.groups()) {
        groups.push({ groupId, protocolType: protocolType ?? '', state, type: 'classic' });
      }
    }
    return { error: this.#runtime.isLoading ? 'COORDINATOR_LOAD_IN_PROGRESS' : 'NONE', groups };
  }

  /** Deletes an empty group with its offsets. */
  delete(groupId: string): ErrorName {
    const outcome = this.#runtime.write(this.partitionFor(groupId), (shard) => {
      const group = shard.group(groupId);
      if (group === undefined) return { records: [], answer: 'GROUP_ID_NOT_FOUND' as ErrorName };
      if (!group.isIn('Empty', 'Dead')) return { records: [], answer: 'NON_EMPTY_GROUP' as ErrorName };
      return {
        records: [...allTombstones(shard, groupId), { kind: 'group', group: groupId, value: null }],
        answer: 'NONE' as ErrorName,
      };
    });
    return outcome.error === 'NONE' ? outcome.answer : outcome.error;
  }
}

function describeGroup(group: ClassicGroup): GroupDescription {
  const isStable = group.isIn('Stable');
  return {
    groupId: group.groupId,
    state: group.state,
    protocolType: group.protocolType ?? '',
    protocol: isStable ? (group.protocolName ?? '') : '',
    members: [...group.members.values()].map((member) => ({
      memberId: member.memberId,
      groupInstanceId: member.groupInstanceId,
      clientId: member.clientId,
      clientHost: member.clientHost,
      metadata: isStable ? member.metadataOf(group.protocolName) : Buffer.alloc(0),
      assignment: member.assignment,
    })),
  };
}
