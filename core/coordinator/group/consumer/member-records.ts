/** Records about members of consumer groups. (source: GroupCoordinatorRecordHelpers) */
import type { ConsumerGroup } from './consumer-group.ts';
import type { ConsumerGroupRecord } from './consumer-group-records.ts';
import type { ConsumerMember } from './consumer-member.ts';

/** What the member says about itself. */
export function memberRecord(group: string, member: ConsumerMember): ConsumerGroupRecord {
  const { memberId, instanceId, rackId, clientId, clientHost, rebalanceTimeoutMs } = member;
  const { subscribedTopicNames, subscribedTopicRegex, serverAssignor, classic } = member;
  return {
    kind: 'member',
    group,
    memberId,
    value: {
      instanceId,
      rackId,
      clientId,
      clientHost,
      subscribedTopicNames,
      subscribedTopicRegex,
      rebalanceTimeoutMs,
      serverAssignor,
      classic,
    },
  };
}

/** What the member has. */
export function currentAssignmentRecord(group: string, member: ConsumerMember): ConsumerGroupRecord {
  const { memberId, memberEpoch, previousMemberEpoch, state, assigned, pendingRevocation } = member;
  const value = { memberEpoch, previousMemberEpoch, state, assigned, pendingRevocation };
  return { kind: 'currentAssignment', group, memberId, value };
}

/** The member has nothing, shall have nothing, and is not there any more: in this order. */
export function memberTombstones(group: string, memberId: string): ConsumerGroupRecord[] {
  return [
    { kind: 'currentAssignment', group, memberId, value: null },
    { kind: 'target', group, memberId, value: null },
    { kind: 'member', group, memberId, value: null },
  ];
}

/** The whole group goes. `renamed`: a member that was given another id by earlier records of the same turn. */
export function consumerGroupTombstones(
  group: ConsumerGroup,
  renamed?: { readonly from: string; readonly to: string },
): ConsumerGroupRecord[] {
  const { groupId } = group;
  const memberIds = group
    .inOrder()
    .map(({ memberId }) => (memberId === renamed?.from ? renamed.to : memberId));
  const ofMembers = (kind: 'currentAssignment' | 'target' | 'member'): ConsumerGroupRecord[] =>
    memberIds.map((memberId) => ({ kind, group: groupId, memberId, value: null }));
  return [
    ...ofMembers('currentAssignment'),
    ...ofMembers('target'),
    { kind: 'targetEpoch', group: groupId, value: null },
    ...ofMembers('member'),
    ...[...group.resolvedRegexes.keys()].map(
      (regex): ConsumerGroupRecord => ({ kind: 'regex', group: groupId, regex, value: null }),
    ),
    { kind: 'partitionMetadata', group: groupId, value: null },
    { kind: 'groupEpoch', group: groupId, value: null },
  ];
}

/** The whole group, as it is. */
export function consumerGroupRecords(group: ConsumerGroup): ConsumerGroupRecord[] {
  const { groupId, groupEpoch, metadataHash, assignmentEpoch, assignmentTimestampMs } = group;
  const members = group.inOrder();
  return [
    ...members.map((member) => memberRecord(groupId, member)),
    { kind: 'groupEpoch', group: groupId, value: { epoch: groupEpoch, metadataHash } },
    ...members.map(
      (member): ConsumerGroupRecord => ({
        kind: 'target',
        group: groupId,
        memberId: member.memberId,
        value: group.targetOf(member),
      }),
    ),
    {
      kind: 'targetEpoch',
      group: groupId,
      value: { epoch: assignmentEpoch, timestampMs: assignmentTimestampMs },
    },
    ...members.map((member) => currentAssignmentRecord(groupId, member)),
  ];
}
