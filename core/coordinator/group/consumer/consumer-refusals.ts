/** Refusals of members of consumer groups, in Kafka's words. */

import { GroupRefusal } from '../group-turn.ts';
import type { ConsumerGroup } from './consumer-group.ts';
import type { ConsumerMember } from './consumer-member.ts';

export function unknownMember({ groupId }: ConsumerGroup, memberId: string): GroupRefusal {
  return new GroupRefusal('UNKNOWN_MEMBER_ID', `Member ${memberId} is not a member of group ${groupId}.`);
}

export function unknownInstance(instanceId: string): GroupRefusal {
  return new GroupRefusal('UNKNOWN_MEMBER_ID', `Instance id ${instanceId} is unknown.`);
}

/** Another member stands under the instance id. */
export function fencedInstance(
  standing: ConsumerMember,
  { memberId, instanceId }: { readonly memberId: string; readonly instanceId: string },
): GroupRefusal {
  return new GroupRefusal(
    'FENCED_INSTANCE_ID',
    `Static member ${memberId} with instance id ${instanceId} was fenced by member ${standing.memberId}.`,
  );
}

/** Another member stands under the instance id, and has not left. */
export function unreleasedInstance(
  standing: ConsumerMember,
  { memberId, instanceId }: { readonly memberId: string; readonly instanceId: string },
): GroupRefusal {
  return new GroupRefusal(
    'UNRELEASED_INSTANCE_ID',
    `Static member ${memberId} with instance id ${instanceId} cannot join the group because the instance id is owned by ${standing.memberId} member.`,
  );
}

/** The member is at another epoch than it says. */
export function fencedEpoch(member: ConsumerMember, memberEpoch: number): GroupRefusal {
  const which = memberEpoch > member.memberEpoch ? 'greater' : 'smaller';
  return new GroupRefusal(
    'FENCED_MEMBER_EPOCH',
    `The consumer group member has a ${which} member epoch (${memberEpoch}) than the one known by the group coordinator (${member.memberEpoch}). The member must abandon all its partitions and rejoin.`,
  );
}

export function groupFull(maxSize: number): GroupRefusal {
  return new GroupRefusal(
    'GROUP_MAX_SIZE_REACHED',
    `The consumer group has reached its maximum capacity of ${maxSize} members.`,
  );
}

export function groupNotFound(message: string): GroupRefusal {
  return new GroupRefusal('GROUP_ID_NOT_FOUND', message);
}
