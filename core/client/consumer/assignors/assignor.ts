/** What every assignor is given and gives. (source: ConsumerPartitionAssignor, AbstractPartitionAssignor) */
import type { TopicPartition } from '#core/base/topic-partition.ts';

/** A member as the leader sees it. */
export interface GroupMember {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly topics: readonly string[];
  /** What it says it owned when it joined. */
  readonly ownedPartitions: readonly TopicPartition[];
  /** The generation in which it came to own them; −1 when it does not say. */
  readonly generationId: number;
  /** What its assignor added to the subscription. */
  readonly userData: Buffer | null;
}

/** Partition counts by topic, without the topics that are not known. */
export type PartitionCounts = ReadonlyMap<string, number>;

/** Partitions by member; every member has an entry. */
export type Assignment = Map<string, TopicPartition[]>;

/** How a member of a classic group gives partitions up: all of them before it joins, or only those that go to others. */
export type RebalanceProtocol = 'eager' | 'cooperative';

/** What a member knows of its own last assignment. */
export interface LastAssignment {
  readonly partitions: readonly TopicPartition[];
  readonly generationId: number;
}

export interface Assignor {
  /** Name in the group protocol. */
  readonly name: string;
  readonly protocols: readonly RebalanceProtocol[];
  /** What the member adds to its subscription; null for nothing. */
  userData(last: LastAssignment | undefined): Buffer | null;
  assign(members: readonly GroupMember[], partitionCounts: PartitionCounts): Assignment;
}

/** As Java's String.compareTo. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Members with an instance id stand before those without. (source: AbstractPartitionAssignor.MemberInfo) */
export function compareMembers(a: GroupMember, b: GroupMember): number {
  if (a.groupInstanceId !== null && b.groupInstanceId !== null)
    return compareText(a.groupInstanceId, b.groupInstanceId);
  if (a.groupInstanceId !== null) return -1;
  if (b.groupInstanceId !== null) return 1;
  return compareText(a.memberId, b.memberId);
}
