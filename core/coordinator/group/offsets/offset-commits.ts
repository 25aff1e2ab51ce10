/**
 * Who may commit which offsets, and the records they become. (source: OffsetMetadataManager, and validateOffsetCommit of ClassicGroup
 * and ConsumerGroup)
 */
import type { Clock } from '#core/base/clock.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { CoordinatorRuntime } from '../../runtime/coordinator-runtime.ts';
import type { ClassicGroup } from '../classic/classic-group.ts';
import type { ConsumerGroup } from '../consumer/consumer-group.ts';
import type { ConsumerMember } from '../consumer/consumer-member.ts';
import type { GroupRecord } from '../group-records.ts';
import type {
  AskedPartition,
  CommitRequest,
  CommittedOffset,
  FetchRequest,
  OffsetToCommit,
  TransactionalCommitRequest,
} from '../group-requests.ts';
import type { GroupShard } from '../group-shard.ts';
import type { Group } from '../group-table.ts';
import type { OffsetStore } from './offset-store.ts';

/** What became of one offset. */
export interface CommitResult extends TopicPartition {
  readonly error: ErrorName;
}

export interface CommitContext {
  readonly runtime: CoordinatorRuntime<GroupRecord, GroupShard>;
  readonly partition: number;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly topicId: (topic: string) => string | undefined;
  readonly offsetMetadataMaxSize: number;
}

/** A commit, inside a transaction when `transaction` is there. */
export interface AnyCommit extends CommitRequest {
  readonly transaction?: Pick<
    TransactionalCommitRequest,
    'producerId' | 'producerEpoch' | 'verificationGuard'
  >;
}

export function commitOffsets(context: CommitContext, request: AnyCommit): readonly CommitResult[] {
  const { transaction } = request;
  if (request.groupId === '' && transaction !== undefined) return all(request, 'INVALID_GROUP_ID');
  const outcome = context.runtime.write(
    context.partition,
    (shard) => {
      const refusal = admit(context, shard, request);
      if (refusal !== 'NONE') return { records: [], answer: all(request, refusal) };
      const isTooLong = ({ metadata }: OffsetToCommit): boolean =>
        metadata.length > context.offsetMetadataMaxSize;
      const answer = request.offsets.map(
        (offset): CommitResult => ({
          topic: offset.topic,
          partition: offset.partition,
          error: isTooLong(offset) ? 'OFFSET_METADATA_TOO_LARGE' : 'NONE',
        }),
      );
      const records = request.offsets
        .filter((offset) => !isTooLong(offset))
        .map((offset) => recordOf(context, request, offset));
      return { records, answer, ...(transaction === undefined ? {} : { producer: transaction }) };
    },
    transaction === undefined ? undefined : { verificationGuard: transaction.verificationGuard },
  );
  if (outcome.error !== 'NONE') return all(request, outcome.error);
  announce(context, request, outcome.answer);
  return outcome.answer;
}

function all(request: AnyCommit, error: ErrorName): readonly CommitResult[] {
  return request.offsets.map(({ topic, partition }) => ({ topic, partition, error }));
}

/**
 * May this member commit? Keeps its session alive if so. Whoever names no generation may commit for a group that does not exist; the
 * offset's record makes it.
 */
function admit(context: CommitContext, shard: GroupShard, request: AnyCommit): ErrorName {
  const isTransactional = request.transaction !== undefined;
  const group = shard.groups.get(request.groupId);
  if (group === undefined) {
    if (request.generationId < 0) return 'NONE';
    return request.knowsMemberEpochs && !isTransactional ? 'GROUP_ID_NOT_FOUND' : 'ILLEGAL_GENERATION';
  }
  if (group.type === 'consumer') {
    const error = validateInConsumerGroup(context, group, request);
    // TxnOffsetCommit has no word for a stale epoch.
    return error === 'STALE_MEMBER_EPOCH' && isTransactional ? 'ILLEGAL_GENERATION' : error;
  }
  const error = validate(group, request);
  if (error === 'NONE' && !isTransactional) shard.refreshSession(group, request.memberId);
  return error;
}

function validate(group: ClassicGroup, request: AnyCommit): ErrorName {
  const isTransactional = request.transaction !== undefined;
  if (group.isIn('Dead')) return 'COORDINATOR_NOT_AVAILABLE';
  if (request.generationId < 0 && group.isIn('Empty')) return 'NONE';
  if (saysWho(request)) {
    const memberError = group.checkMember(request);
    if (memberError !== 'NONE') return memberError;
    if (request.generationId !== group.generationId) return 'ILLEGAL_GENERATION';
  } else if (!isTransactional) {
    return 'UNKNOWN_MEMBER_ID';
  }
  return !isTransactional && group.isIn('CompletingRebalance') ? 'REBALANCE_IN_PROGRESS' : 'NONE';
}

function saysWho({ generationId, memberId, groupInstanceId }: AnyCommit): boolean {
  return generationId >= 0 || memberId !== '' || groupInstanceId !== null;
}

function validateInConsumerGroup(
  context: CommitContext,
  group: ConsumerGroup,
  request: AnyCommit,
): ErrorName {
  const isTransactional = request.transaction !== undefined;
  const { generationId: memberEpoch } = request;
  if (memberEpoch < 0 && group.isEmpty) return 'NONE';
  if (isTransactional && memberEpoch === -1 && !saysWho(request)) return 'NONE';
  const member = group.members.get(request.memberId);
  if (member === undefined) return 'UNKNOWN_MEMBER_ID';
  if (!isTransactional && member.classic === null && !request.knowsMemberEpochs) return 'UNSUPPORTED_VERSION';
  if (memberEpoch === member.memberEpoch) return 'NONE';
  const stale = member.classic === null ? 'STALE_MEMBER_EPOCH' : 'ILLEGAL_GENERATION';
  if (memberEpoch > member.memberEpoch) return stale;
  // What is refused for another reason does not count.
  const mayCommit = ({ topic, partition, metadata }: OffsetToCommit): boolean =>
    metadata.length > context.offsetMetadataMaxSize ||
    memberEpoch >= epochOf(member, context.topicId(topic) ?? ZERO_UUID, partition);
  return request.offsets.every(mayCommit) ? 'NONE' : stale;
}

/**
 * Since when the member has the partition: an older epoch may be that of a former owner. A member that does not know yet of its
 * newest epoch may still commit what it had before (KIP-1251).
 */
function epochOf(
  { assigned, pendingRevocation }: ConsumerMember,
  topicId: string,
  partition: number,
): number {
  return assigned.get(topicId)?.get(partition) ?? pendingRevocation.get(topicId)?.get(partition) ?? Infinity;
}

function recordOf(context: CommitContext, request: AnyCommit, offset: OffsetToCommit): GroupRecord {
  const nowMs = context.clock.nowMs();
  const isTransactional = request.transaction !== undefined;
  return {
    kind: 'offset',
    group: request.groupId,
    topic: offset.topic,
    partition: offset.partition,
    value: {
      offset: offset.offset,
      leaderEpoch: offset.leaderEpoch,
      metadata: offset.metadata,
      commitTimestampMs: nowMs,
      expireTimestampMs: request.retentionMs < 0 ? -1 : nowMs + request.retentionMs,
      // TxnOffsetCommit has no topic id, so that Kafka stores none either.
      topicId: isTransactional ? ZERO_UUID : (context.topicId(offset.topic) ?? ZERO_UUID),
    },
  };
}

function announce(context: CommitContext, request: AnyCommit, results: readonly CommitResult[]): void {
  if (!context.bus.isObserved) return;
  results.forEach(({ error }, i) => {
    const committed = request.offsets[i];
    if (error !== 'NONE' || committed === undefined) return;
    context.bus.publish('group.offsetCommitted', {
      groupId: request.groupId,
      topic: committed.topic,
      partition: committed.partition,
      offset: committed.offset,
      producerId: request.transaction?.producerId ?? -1,
    });
  });
}

/** What is committed for `partitions`, or for everything the group ever committed when null. */
export function committedOffsets(
  store: OffsetStore,
  groupId: string,
  { partitions, requireStable }: Pick<FetchRequest, 'partitions' | 'requireStable'>,
): readonly CommittedOffset[] {
  const asked: readonly AskedPartition[] = partitions ?? [...store.all(groupId)];
  return asked.map(({ topic, partition, topicId = ZERO_UUID }) => {
    const place = { topic, partition };
    const none = { ...place, offset: -1, leaderEpoch: -1, metadata: '' };
    if (requireStable && store.isPending(groupId, place)) return { ...none, error: 'UNSTABLE_OFFSET_COMMIT' };
    const entry = store.get(groupId, place);
    if (entry === undefined || isOfOtherTopic(entry.topicId, topicId)) return { ...none, error: 'NONE' };
    return {
      ...place,
      error: 'NONE',
      offset: entry.offset,
      leaderEpoch: entry.leaderEpoch,
      metadata: entry.metadata,
    };
  });
}

/** A topic of the same name may have been deleted and made again. */
function isOfOtherTopic(committed: string, asked: string): boolean {
  return committed !== ZERO_UUID && asked !== ZERO_UUID && committed !== asked;
}

/** May whoever asks read the offsets? Only members of a consumer group say who they are. */
export function refuseFetch(group: Group | undefined, { memberId, memberEpoch }: FetchRequest): ErrorName {
  if (group?.type !== 'consumer') return 'NONE';
  // Kafka looks for a member without a name, which ends badly.
  if (memberId === null) return memberEpoch < 0 ? 'NONE' : 'UNKNOWN_SERVER_ERROR';
  const member = group.members.get(memberId);
  if (member === undefined) return 'UNKNOWN_MEMBER_ID';
  if (member.memberEpoch === memberEpoch) return 'NONE';
  return member.classic === null ? 'STALE_MEMBER_EPOCH' : 'ILLEGAL_GENERATION';
}
