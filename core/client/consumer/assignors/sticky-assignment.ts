/** A sticky assignment of either kind: fair first, then as little moved as possible. (source: AbstractStickyAssignor) */
import type { GroupMember, PartitionCounts } from './assignor.ts';
import { assignConstrained } from './constrained-assignment.ts';
import { assignGeneral } from './general-assignment.ts';
import type { LastOf } from './sticky-owners.ts';
import { stickyBasis } from './sticky-owners.ts';
import type { StickyAssignment } from './sticky-result.ts';

export function stickyAssignment(
  members: readonly GroupMember[],
  partitionCounts: PartitionCounts,
  lastOf: LastOf,
): StickyAssignment {
  const basis = stickyBasis(members, partitionCounts, lastOf);
  return basis.areSubscriptionsEqual ? assignConstrained(basis) : assignGeneral(basis);
}
