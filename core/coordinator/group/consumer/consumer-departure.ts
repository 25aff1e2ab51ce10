/**
 * Members of a consumer group leave, or are fenced. When only members of the classic protocol remain, the group becomes a classic one.
 * (source: GroupMetadataManager.consumerGroupLeave, consumerGroupFenceMembers)
 */
import { present } from '#core/base/assert.ts';
import { canDowngrade, downgrade } from '../group-conversion.ts';
import type { GroupTurn } from '../group-turn.ts';
import { answerOnly, Draft, GroupRefusal } from '../group-turn.ts';
import { NO_EPOCHS, resetEpochs } from './assignment.ts';
import type { ConsumerContext } from './consumer-context.ts';
import type { ConsumerGroup } from './consumer-group.ts';
import type { ConsumerMember } from './consumer-member.ts';
import { STATIC_LEAVE_EPOCH } from './consumer-member.ts';
import { fencedInstance, groupNotFound, unknownInstance, unknownMember } from './consumer-refusals.ts';
import type { ConsumerHeartbeatRequest, HeartbeatOutcome } from './consumer-requests.ts';
import { currentAssignmentRecord, memberTombstones } from './member-records.ts';
import { subscribedRegexes, subscribedTopics } from './subscriptions.ts';

export function leaveConsumerGroup(
  context: ConsumerContext,
  request: ConsumerHeartbeatRequest,
): GroupTurn<HeartbeatOutcome> {
  const { groupId, memberId, memberEpoch, instanceId } = request;
  const group = knownConsumerGroup(context, groupId);
  if (group instanceof GroupRefusal) return answerOnly(group);
  const member = leavingMember(group, { memberId, instanceId });
  if (member instanceof GroupRefusal) return answerOnly(member);
  const answer = { memberId, memberEpoch, heartbeatIntervalMs: 0, assignment: null };
  if (memberEpoch !== STATIC_LEAVE_EPOCH || instanceId === null)
    return fenceMembers(context, group, [member], answer);
  const draft = new Draft();
  draft.add(currentAssignmentRecord(groupId, onLeave(member)));
  return draft.turn(answer);
}

/** The group with this id, if it is a consumer group. */
export function knownConsumerGroup(
  { groups }: ConsumerContext,
  groupId: string,
): ConsumerGroup | GroupRefusal {
  const group = groups.get(groupId);
  if (group?.type === 'consumer') return group;
  const message =
    group === undefined ? `Group ${groupId} not found.` : `Group ${groupId} is not a consumer group.`;
  return groupNotFound(message);
}

/** The member that a request to leave is about. */
export function leavingMember(
  group: ConsumerGroup,
  { memberId, instanceId }: { readonly memberId: string; readonly instanceId: string | null },
): ConsumerMember | GroupRefusal {
  if (instanceId === null) return group.members.get(memberId) ?? unknownMember(group, memberId);
  const member = group.staticMember(instanceId);
  if (member === undefined) return unknownInstance(instanceId);
  return member.memberId === memberId ? member : fencedInstance(member, { memberId, instanceId });
}

/** A static member that will be back keeps its partitions; whoever comes under its instance id takes them over. */
function onLeave(member: ConsumerMember): ConsumerMember {
  return {
    ...member,
    memberEpoch: STATIC_LEAVE_EPOCH,
    assigned: resetEpochs(member.assigned, 0),
    pendingRevocation: NO_EPOCHS,
  };
}

/** Takes the members out, and raises the epoch of the group for those that remain. */
export function fenceMembers<A>(
  context: ConsumerContext,
  group: ConsumerGroup,
  leaving: readonly ConsumerMember[],
  answer: A,
): GroupTurn<A> {
  if (leaving.length === 0) return answerOnly(answer);
  const draft = new Draft();
  const { groupId } = group;
  if (canDowngrade(context, group, leaving)) {
    downgrade(context, group, {
      leaving,
      draft,
      rebalanceReason: 'the last member of the consumer protocol left',
    });
    return draft.turn(answer);
  }
  for (const { memberId } of leaving) draft.add(...memberTombstones(groupId, memberId));
  const gone = new Set(leaving.map(({ memberId }) => memberId));
  const remaining = [...group.members.values()].filter(({ memberId }) => !gone.has(memberId));
  const regexes = subscribedRegexes(remaining);
  for (const regex of subscribedRegexes(leaving).keys()) {
    if (!regexes.has(regex)) draft.add({ kind: 'regex', group: groupId, regex, value: null });
  }
  const metadataHash = context.hashes.ofGroup(subscribedTopics(remaining, group.resolvedRegexes).keys());
  draft.add({ kind: 'groupEpoch', group: groupId, value: { epoch: group.groupEpoch + 1, metadataHash } });
  draft.afterwards(() => {
    for (const memberId of gone) context.timers.forget({ groupId, memberId });
  });
  return draft.turn(answer);
}

/** What a timer decides: the member goes, if it is there and still at that epoch. */
export function fenceByTimer(
  context: ConsumerContext,
  fence: { readonly groupId: string; readonly memberId: string; readonly memberEpoch?: number },
): GroupTurn<null> {
  const { groupId, memberId, memberEpoch } = fence;
  const group = context.groups.consumer(groupId);
  const member = group?.members.get(memberId);
  const isStill = memberEpoch === undefined || member?.memberEpoch === memberEpoch;
  if (member === undefined || !isStill) return answerOnly(null);
  return fenceMembers(context, present(group, 'group of the member'), [member], null);
}
