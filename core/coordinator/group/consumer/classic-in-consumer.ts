/**
 * JoinGroup, SyncGroup, Heartbeat and LeaveGroup of members of the classic protocol in a consumer group: while an application moves
 * from one protocol to the other, both kinds of members share its group. Generations are member epochs, and nobody leads.
 * (source: GroupMetadataManager, the classicGroup…ToConsumerGroup methods)
 */
import { present } from '#core/base/assert.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { randomUuid } from '#core/protocol/uuid.ts';
import { CONSUMER, joinRefusal } from '../classic/classic-group.ts';
import { syncRefusal } from '../classic/classic-rebalance.ts';
import type { Subscription } from '../embedded-protocol.ts';
import { readSubscription } from '../embedded-protocol.ts';
import { canDowngradeReplacing, downgrade, embeddedAssignmentOf } from '../group-conversion.ts';
import type {
  JoinAnswer,
  JoinRequest,
  LeaveAnswer,
  MemberIdentity,
  MemberToLeave,
  SyncAnswer,
  SyncRequest,
} from '../group-requests.ts';
import type { GroupTurn } from '../group-turn.ts';
import { answerOnly, Draft, GroupRefusal } from '../group-turn.ts';
import type { TopicPartitions } from './assignment.ts';
import { withoutEpochs } from './assignment.ts';
import type { ConsumerContext } from './consumer-context.ts';
import { fenceMembers, leavingMember } from './consumer-departure.ts';
import type { ConsumerGroup } from './consumer-group.ts';
import { refuseBeyondSize } from './consumer-heartbeat.ts';
import type { ConsumerMember } from './consumer-member.ts';
import { newMember } from './consumer-member.ts';
import { fencedInstance, unknownInstance } from './consumer-refusals.ts';
import type { MemberChange } from './consumer-update.ts';
import { noteMember, noteRegex, reconcileMember, refreshMetadata, updateTarget } from './consumer-update.ts';
import { replaceMember } from './static-replacement.ts';

export function joinConsumerGroup(
  context: ConsumerContext,
  group: ConsumerGroup,
  request: JoinRequest,
): GroupTurn<JoinAnswer> {
  const draft = new Draft();
  const memberId = request.memberId === '' ? randomUuid(context.random) : request.memberId;
  const error = refuseJoin(context, group, { ...request, memberId });
  if (error !== undefined) return answerOnly(joinRefusal(error, ''));
  const isNewDynamic = request.memberId === '' && request.groupInstanceId === null;
  if (request.requiresKnownMemberId && isNewDynamic)
    return answerOnly(joinRefusal('MEMBER_ID_REQUIRED', memberId));
  const subscription = readSubscription(present(request.protocols[0], 'protocol').metadata);
  if (subscription === undefined) return answerOnly(joinRefusal('UNKNOWN_SERVER_ERROR', ''));
  const before = joiningMember(group, request, { memberId, draft });
  if (before instanceof GroupRefusal) return answerOnly(joinRefusal(before.error, ''));
  const change = { group, draft, before, after: withJoin(before, request, subscription) };
  const member = applyJoin(context, change, { request, subscription });
  if (member instanceof GroupRefusal) return answerOnly(joinRefusal(member.error, ''));
  return draft.turn(joinAnswerOf(member));
}

function refuseJoin(
  context: ConsumerContext,
  group: ConsumerGroup,
  { memberId, protocolType, protocols }: JoinRequest,
): ErrorName | undefined {
  if (context.config.migrationPolicy === 'disabled') return 'INCONSISTENT_GROUP_PROTOCOL';
  const full = refuseBeyondSize(context, group, memberId);
  if (full !== undefined) return full.error;
  return group.supportsClassicProtocols(protocolType, protocols) ? undefined : 'INCONSISTENT_GROUP_PROTOCOL';
}

/** The member that joins; a static one without an id takes over from whoever has its instance id. */
function joiningMember(
  group: ConsumerGroup,
  request: JoinRequest,
  { memberId, draft }: { readonly memberId: string; readonly draft: Draft },
): ConsumerMember | GroupRefusal {
  const { groupInstanceId: instanceId } = request;
  const isNew = request.memberId === '';
  if (instanceId === null) return group.members.get(memberId) ?? newMember(memberId);
  const standing = group.staticMember(instanceId);
  if (standing === undefined) return isNew ? newMember(memberId) : unknownInstance(instanceId);
  if (isNew) return replaceMember(group, standing, { memberId, draft });
  return standing.memberId === memberId ? standing : fencedInstance(standing, { memberId, instanceId });
}

function withJoin(member: ConsumerMember, request: JoinRequest, subscription: Subscription): ConsumerMember {
  const { rebalanceTimeoutMs, sessionTimeoutMs, protocols } = request;
  const hasRack = subscription.rackId !== null && subscription.rackId !== '';
  return {
    ...member,
    instanceId: request.groupInstanceId ?? member.instanceId,
    rackId: hasRack ? subscription.rackId : member.rackId,
    rebalanceTimeoutMs: rebalanceTimeoutMs === -1 ? member.rebalanceTimeoutMs : rebalanceTimeoutMs,
    subscribedTopicNames: new Set(subscription.topics),
    subscribedTopicRegex: '',
    clientId: request.clientId,
    clientHost: request.clientHost,
    classic: { sessionTimeoutMs, supportedProtocols: protocols },
  };
}

/** As a heartbeat would, but that the member may turn the group into a classic one. Answers the member as it is then. */
function applyJoin(
  context: ConsumerContext,
  change: MemberChange,
  { request, subscription }: { readonly request: JoinRequest; readonly subscription: Subscription },
): ConsumerMember | GroupRefusal {
  const { group, draft, after } = change;
  const haveTopicsChanged = noteMember(change);
  const regex = noteRegex(context, change);
  if (regex instanceof GroupRefusal) return regex;
  const mustBump = haveTopicsChanged || regex !== 'unchanged';
  const groupEpoch =
    mustBump || group.isMetadataStale ? refreshMetadata(context, change, mustBump) : group.groupEpoch;
  const owned = ownedPartitions(context, subscription);
  const options = { hasSubscriptionChanged: mustBump, owned };
  const replaced = group.staticMember(request.groupInstanceId);
  if (replaced !== undefined && canDowngradeReplacing(context, group, replaced)) {
    return joinAndDowngrade(context, change, { ...options, groupEpoch, replaced });
  }
  const target = updateTarget(context, change, groupEpoch);
  const member = reconcileMember(context, change, { ...target, ...options });
  if (member instanceof GroupRefusal) return member;
  const place = { groupId: group.groupId, memberId: after.memberId };
  draft.afterwards(() => {
    context.timers.endClassicJoin(place);
    context.timers.startSession(place, request.sessionTimeoutMs);
    context.timers.startClassicSync(place, request.rebalanceTimeoutMs);
  });
  return member;
}

function ownedPartitions({ topics }: ConsumerContext, subscription: Subscription): TopicPartitions[] {
  return subscription.ownedPartitions.flatMap(({ topic, partitions }) => {
    const topicId = topics.byName(topic)?.id;
    return topicId === undefined ? [] : [{ topicId, partitions }];
  });
}

function joinAndDowngrade(
  context: ConsumerContext,
  change: MemberChange,
  options: {
    readonly groupEpoch: number;
    readonly hasSubscriptionChanged: boolean;
    readonly owned: readonly TopicPartitions[];
    readonly replaced: ConsumerMember;
  },
): ConsumerMember | GroupRefusal {
  const { group, draft, after } = change;
  const { groupEpoch, replaced, ...rest } = options;
  const epoch = group.assignmentEpoch;
  const mustRebalance = epoch < groupEpoch;
  const member = mustRebalance
    ? after
    : reconcileMember(context, change, { epoch, target: group.targetOf(after), ...rest });
  if (member instanceof GroupRefusal) return member;
  downgrade(context, group, {
    draft,
    leaving: [],
    joining: { member, replacedId: replaced.memberId },
    ...(mustRebalance ? { rebalanceReason: 'the group became classic with a stale assignment' } : {}),
  });
  return member;
}

function joinAnswerOf({ memberId, memberEpoch, classic }: ConsumerMember): JoinAnswer {
  return {
    error: 'NONE',
    generationId: memberEpoch,
    protocolType: CONSUMER,
    protocolName: protocolOf(classic),
    leader: '',
    skipAssignment: false,
    memberId,
    members: [],
  };
}

/** The protocol of a classic member here is the first it names: the broker assigns, so it does not matter. */
function protocolOf(classic: ConsumerMember['classic']): string {
  return present(classic?.supportedProtocols[0], 'protocol of a classic member').name;
}

export function syncInConsumerGroup(
  context: ConsumerContext,
  group: ConsumerGroup,
  request: SyncRequest,
): GroupTurn<SyncAnswer> {
  const { groupId, protocolType, protocolName } = request;
  const member = classicMember(group, request);
  if (typeof member === 'string') return answerOnly(syncRefusal(member));
  if (member.memberEpoch !== request.generationId) return answerOnly(syncRefusal('ILLEGAL_GENERATION'));
  const isOtherType = protocolType !== null && protocolType !== CONSUMER;
  const isOtherName = protocolName !== null && protocolName !== protocolOf(member.classic);
  if (isOtherType || isOtherName) return answerOnly(syncRefusal('INCONSISTENT_GROUP_PROTOCOL'));
  const draft = new Draft();
  const place = { groupId, memberId: member.memberId };
  if (group.assignmentEpoch > member.memberEpoch && member.state !== 'UnrevokedPartitions') {
    draft.afterwards(() => context.timers.startClassicJoin(place, member.rebalanceTimeoutMs));
    return draft.turn(syncRefusal('REBALANCE_IN_PROGRESS'));
  }
  const classic = present(member.classic, 'classic member');
  draft.afterwards(() => {
    context.timers.endClassicSync(place);
    context.timers.startSession(place, classic.sessionTimeoutMs);
  });
  const metadata = present(classic.supportedProtocols[0], 'protocol').metadata;
  const assignment = embeddedAssignmentOf(context.topics, withoutEpochs(member.assigned), metadata);
  return draft.turn({ error: 'NONE', protocolType, protocolName, assignment });
}

export function heartbeatInConsumerGroup(
  context: ConsumerContext,
  group: ConsumerGroup,
  identity: MemberIdentity,
): GroupTurn<ErrorName> {
  const member = classicMember(group, identity);
  if (typeof member === 'string') return answerOnly(member);
  if (member.memberEpoch !== identity.generationId) return answerOnly('ILLEGAL_GENERATION');
  const draft = new Draft();
  const place = { groupId: group.groupId, memberId: member.memberId };
  const { sessionTimeoutMs } = present(member.classic, 'classic member');
  draft.afterwards(() => context.timers.startSession(place, sessionTimeoutMs));
  const mustRejoin =
    member.memberEpoch < group.assignmentEpoch ||
    member.state === 'UnrevokedPartitions' ||
    (member.state === 'UnreleasedPartitions' && !group.waitsForRelease(member));
  if (!mustRejoin) return draft.turn('NONE');
  draft.afterwards(() => context.timers.startClassicJoin(place, member.rebalanceTimeoutMs));
  return draft.turn('REBALANCE_IN_PROGRESS');
}

/** The member, or why it is none. */
function classicMember(
  group: ConsumerGroup,
  { memberId, groupInstanceId }: Omit<MemberIdentity, 'generationId'>,
): ConsumerMember | ErrorName {
  const member = groupInstanceId === null ? group.members.get(memberId) : group.staticMember(groupInstanceId);
  if (member === undefined) return 'UNKNOWN_MEMBER_ID';
  if (member.memberId !== memberId) return 'FENCED_INSTANCE_ID';
  return member.classic === null ? 'UNKNOWN_MEMBER_ID' : member;
}

/** Members of either protocol may be taken out this way. */
export function leaveFromConsumerGroup(
  context: ConsumerContext,
  group: ConsumerGroup,
  members: readonly MemberToLeave[],
): GroupTurn<LeaveAnswer> {
  const leaving = new Set<ConsumerMember>();
  const results = members.map(({ memberId, groupInstanceId }) => {
    const standing = group.staticMember(groupInstanceId);
    const isMeant = memberId === '' && standing !== undefined ? standing.memberId : memberId;
    const member = leavingMember(group, { memberId: isMeant, instanceId: groupInstanceId });
    if (!(member instanceof GroupRefusal)) leaving.add(member);
    const error: ErrorName = member instanceof GroupRefusal ? member.error : 'NONE';
    return { memberId, groupInstanceId, error };
  });
  return fenceMembers(context, group, [...leaving], { error: 'NONE', members: results });
}
