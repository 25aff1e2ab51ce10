/** The assignors that leave partitions where they are. (source: StickyAssignor, CooperativeStickyAssignor; KIP-54, KIP-429) */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { Assignment, Assignor, GroupMember, LastAssignment } from './assignor.ts';
import { stickyAssignment } from './sticky-assignment.ts';
import { NO_GENERATION } from './sticky-owners.ts';
import {
  readGeneration,
  readLastAssignment,
  writeGeneration,
  writeLastAssignment,
} from './sticky-user-data.ts';

/** Everything is given up before a rebalance, and mostly comes back: what a member had stands in its user data. */
export const stickyAssignor: Assignor = {
  name: 'sticky',
  protocols: ['eager'],
  userData: (last) => (last === undefined ? null : writeLastAssignment(last)),
  assign: (members, partitionCounts) => stickyAssignment(members, partitionCounts, lastSticky).assignment,
};

/**
 * Members keep what they have while they join. A partition that moves is assigned to nobody at first; its owner gives it up and joins
 * anew, and that rebalance gives it to the new owner.
 */
export const cooperativeStickyAssignor: Assignor = {
  name: 'cooperative-sticky',
  protocols: ['cooperative', 'eager'],
  userData: (last) => writeGeneration(last?.generationId ?? NO_GENERATION),
  assign(members, partitionCounts) {
    const { assignment, transferring } = stickyAssignment(members, partitionCounts, lastCooperative);
    const held = transferring ?? stillHeld(members, assignment);
    for (const [memberId, partitions] of assignment) {
      assignment.set(
        memberId,
        partitions.filter((partition) => held.get(partitionName(partition)) !== memberId),
      );
    }
    return assignment;
  },
};

function lastSticky({ userData }: GroupMember): Partial<LastAssignment> {
  return userData === null || userData.length === 0 ? {} : readLastAssignment(userData);
}

function lastCooperative({ ownedPartitions, generationId, userData }: GroupMember): Partial<LastAssignment> {
  if (generationId >= 0) return { partitions: ownedPartitions, generationId };
  if (userData === null) return { partitions: ownedPartitions };
  return { partitions: ownedPartitions, generationId: readGeneration(userData) };
}

/** New owners of partitions that another member has until it gives them up, by name of the partition. */
function stillHeld(members: readonly GroupMember[], assignment: Assignment): ReadonlyMap<string, string> {
  const names = (partitions: readonly TopicPartition[]): ReadonlySet<string> =>
    new Set(partitions.map(partitionName));
  const added = new Map<string, string>();
  const revoked = new Set<string>();
  for (const { memberId, ownedPartitions } of members) {
    const owned = names(ownedPartitions);
    const assigned = names(assignment.get(memberId) ?? []);
    for (const name of assigned) if (!owned.has(name)) added.set(name, memberId);
    for (const name of owned) if (!assigned.has(name)) revoked.add(name);
  }
  return new Map([...added].filter(([name]) => revoked.has(name)));
}
