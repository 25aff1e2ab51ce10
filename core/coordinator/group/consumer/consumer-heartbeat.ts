/**
 * ConsumerGroupHeartbeat: the one request by which a member of a consumer group joins, stays, changes its mind, acknowledges, and
 * leaves (KIP-848). (source: GroupMetadataManager.consumerGroupHeartbeat)
 */
import { randomUuid } from '#core/protocol/uuid.ts';
import { consumerGroupFor } from '../group-conversion.ts';
import type { GroupTurn } from '../group-turn.ts';
import { answerOnly, Draft, GroupRefusal } from '../group-turn.ts';
import type { TopicPartitions } from './assignment.ts';
import { isSubset, sameEpochs } from './assignment.ts';
import type { ConsumerContext } from './consumer-context.ts';
import { leaveConsumerGroup } from './consumer-departure.ts';
import type { ConsumerGroup } from './consumer-group.ts';
import type { ConsumerMember } from './consumer-member.ts';
import { JOIN_EPOCH, LEAVE_EPOCH, newMember, STATIC_LEAVE_EPOCH } from './consumer-member.ts';
import {
  fencedEpoch,
  fencedInstance,
  groupFull,
  unknownInstance,
  unknownMember,
  unreleasedInstance,
} from './consumer-refusals.ts';
import type { ConsumerHeartbeatRequest, HeartbeatOutcome } from './consumer-requests.ts';
import type { MemberChange } from './consumer-update.ts';
import { noteMember, noteRegex, reconcileMember, refreshMetadata, updateTarget } from './consumer-update.ts';
import { replaceMember } from './static-replacement.ts';

export function heartbeat(
  context: ConsumerContext,
  request: ConsumerHeartbeatRequest,
): GroupTurn<HeartbeatOutcome> {
  const isLeaving = request.memberEpoch === LEAVE_EPOCH || request.memberEpoch === STATIC_LEAVE_EPOCH;
  if (isLeaving) return leaveConsumerGroup(context, request);
  const draft = new Draft();
  const outcome = stay(context, request, draft);
  // A refused request changes nothing, whatever it would have changed.
  return outcome instanceof GroupRefusal ? answerOnly(outcome) : draft.turn(outcome);
}

function stay(context: ConsumerContext, request: ConsumerHeartbeatRequest, draft: Draft): HeartbeatOutcome {
  const isJoining = request.memberEpoch === JOIN_EPOCH;
  const group = consumerGroupFor(context, { groupId: request.groupId, isJoining, draft });
  if (group instanceof GroupRefusal) return group;
  const full = refuseBeyondSize(context, group, request.memberId);
  if (full !== undefined) return full;
  const memberId = request.memberId === '' ? randomUuid(context.random) : request.memberId;
  const before = standingMember(group, { ...request, memberId }, draft);
  if (before instanceof GroupRefusal) return before;
  const change = { group, draft, before, after: withRequest(before, request) };
  const updated = applyChange(context, change, request.topicPartitions);
  if (updated instanceof GroupRefusal) return updated;
  const { heartbeatIntervalMs, sessionTimeoutMs } = context.config.timesOf(group.groupId);
  const place = { groupId: group.groupId, memberId };
  draft.afterwards(() => context.timers.startSession(place, sessionTimeoutMs));
  const tells = isJoining || isFull(request) || !sameEpochs(before.assigned, updated.assigned);
  return {
    memberId,
    memberEpoch: updated.memberEpoch,
    heartbeatIntervalMs,
    assignment: tells ? updated.assigned : null,
  };
}

/** Undefined when there is room. */
export function refuseBeyondSize(
  { config }: ConsumerContext,
  group: ConsumerGroup,
  memberId: string,
): GroupRefusal | undefined {
  if (group.members.size < config.maxSize || group.members.has(memberId)) return undefined;
  return groupFull(config.maxSize);
}

/** Everything is said, as after a request that failed: then everything is answered. */
function isFull(request: ConsumerHeartbeatRequest): boolean {
  return (
    request.rebalanceTimeoutMs !== -1 &&
    (request.subscribedTopicNames !== null || request.subscribedTopicRegex !== null) &&
    request.topicPartitions !== null
  );
}

function applyChange(
  context: ConsumerContext,
  change: MemberChange,
  owned: readonly TopicPartitions[] | null,
): ConsumerMember | GroupRefusal {
  const { group } = change;
  const haveTopicsChanged = noteMember(change);
  const regex = noteRegex(context, change);
  if (regex instanceof GroupRefusal) return regex;
  const mustBump = haveTopicsChanged || regex === 'resolved';
  const groupEpoch =
    mustBump || group.isMetadataStale ? refreshMetadata(context, change, mustBump) : group.groupEpoch;
  const target = updateTarget(context, change, groupEpoch);
  const hasSubscriptionChanged = haveTopicsChanged || regex !== 'unchanged';
  return reconcileMember(context, change, { ...target, hasSubscriptionChanged, owned });
}

function withRequest(member: ConsumerMember, request: ConsumerHeartbeatRequest): ConsumerMember {
  const { rebalanceTimeoutMs, subscribedTopicNames } = request;
  return {
    ...member,
    instanceId: request.instanceId ?? member.instanceId,
    rackId: request.rackId ?? member.rackId,
    rebalanceTimeoutMs: rebalanceTimeoutMs === -1 ? member.rebalanceTimeoutMs : rebalanceTimeoutMs,
    serverAssignor: request.serverAssignor ?? member.serverAssignor,
    subscribedTopicNames:
      subscribedTopicNames === null ? member.subscribedTopicNames : new Set(subscribedTopicNames),
    subscribedTopicRegex: request.subscribedTopicRegex ?? member.subscribedTopicRegex,
    clientId: request.clientId,
    clientHost: request.clientHost,
    classic: null,
  };
}

type Identity = Pick<ConsumerHeartbeatRequest, 'memberId' | 'memberEpoch' | 'instanceId' | 'topicPartitions'>;

/** The member that the request comes from; a new one when it joins. */
function standingMember(
  group: ConsumerGroup,
  identity: Identity,
  draft: Draft,
): ConsumerMember | GroupRefusal {
  return identity.instanceId === null
    ? dynamicMember(group, identity)
    : staticMember(group, identity, identity.instanceId, draft);
}

function dynamicMember(group: ConsumerGroup, identity: Identity): ConsumerMember | GroupRefusal {
  const { memberId, memberEpoch } = identity;
  const member = group.members.get(memberId);
  if (member !== undefined) return checkEpoch(member, identity) ?? member;
  return memberEpoch === JOIN_EPOCH ? newMember(memberId) : unknownMember(group, memberId);
}

function staticMember(
  group: ConsumerGroup,
  identity: Identity,
  instanceId: string,
  draft: Draft,
): ConsumerMember | GroupRefusal {
  const { memberId, memberEpoch } = identity;
  const standing = group.staticMember(instanceId);
  if (memberEpoch !== JOIN_EPOCH) {
    if (standing === undefined) return unknownInstance(instanceId);
    if (standing.memberId !== memberId) return fencedInstance(standing, { memberId, instanceId });
    return checkEpoch(standing, identity) ?? standing;
  }
  if (standing === undefined) return group.members.get(memberId) ?? newMember(memberId);
  if (standing.classic === null && standing.memberEpoch !== STATIC_LEAVE_EPOCH) {
    return unreleasedInstance(standing, { memberId, instanceId });
  }
  return replaceMember(group, standing, { memberId, draft });
}

/** A member may be one epoch behind when the answer that raised it was lost, and it has nothing but what it was given. */
function checkEpoch(
  member: ConsumerMember,
  { memberEpoch, topicPartitions }: Identity,
): GroupRefusal | undefined {
  if (memberEpoch === JOIN_EPOCH || memberEpoch === member.memberEpoch) return undefined;
  const isLate = memberEpoch === member.previousMemberEpoch && isSubset(topicPartitions, member.assigned);
  return memberEpoch < member.memberEpoch && isLate ? undefined : fencedEpoch(member, memberEpoch);
}
