/** Who owned what before a sticky rebalance, where members contradict each other. (source: AbstractStickyAssignor) */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { GroupMember, LastAssignment, PartitionCounts } from './assignor.ts';
import { inHashOrder, javaHash } from './java-hash-order.ts';

export const NO_GENERATION = -1;

/** What a member says of its last assignment: where it says so depends on the assignor. */
export type LastOf = (member: GroupMember) => Partial<LastAssignment>;

/** What a sticky assignment begins with. */
export interface StickyBasis {
  /** In the order in which Java goes through them. */
  readonly members: readonly GroupMember[];
  readonly partitionCounts: PartitionCounts;
  /** Still existing partitions by member, in the order of `members`; none stands twice. */
  readonly owned: ReadonlyMap<string, TopicPartition[]>;
  /** Names of partitions that two members claimed in the same generation. */
  readonly claimedTwice: ReadonlySet<string>;
  /** All members subscribe to the same topics. */
  readonly areSubscriptionsEqual: boolean;
  readonly generationMax: number;
  readonly lastOf: LastOf;
}

/** Reads what the members say; of two claims to a partition the newer generation's counts. */
export function stickyBasis(
  unordered: readonly GroupMember[],
  partitionCounts: PartitionCounts,
  lastOf: LastOf,
): StickyBasis {
  const members = inHashOrder(unordered, ({ memberId }) => javaHash(memberId));
  const byId = new Map(members.map((member) => [member.memberId, member]));
  const owned = new Map<string, TopicPartition[]>();
  const ownerOf = new Map<string, string>();
  const claimedTwice = new Set<string>();
  let generationMax = NO_GENERATION;
  for (const member of members) {
    const { partitions = [], generationId = NO_GENERATION } = lastOf(member);
    generationMax = Math.max(generationMax, generationId);
    const mine: TopicPartition[] = [];
    owned.set(member.memberId, mine);
    for (const partition of partitions) {
      if (!partitionCounts.has(partition.topic)) continue;
      const key = partitionName(partition);
      const other = ownerOf.get(key);
      const otherGeneration =
        other === undefined ? NO_GENERATION : (byId.get(other)?.generationId ?? NO_GENERATION);
      if (other !== undefined && generationId < otherGeneration) continue;
      if (other !== undefined && generationId === otherGeneration) claimedTwice.add(key);
      else mine.push(partition);
      if (other !== undefined) removePartition(owned.get(other) ?? [], partition);
      ownerOf.set(key, member.memberId);
    }
  }
  const areSubscriptionsEqual = subscribeAlike(members);
  return { members, partitionCounts, owned, claimedTwice, areSubscriptionsEqual, generationMax, lastOf };
}

/** Takes the partition out of the list. */
export function removePartition(list: TopicPartition[], { topic, partition }: TopicPartition): void {
  const at = list.findIndex((other) => other.topic === topic && other.partition === partition);
  if (at >= 0) list.splice(at, 1);
}

function subscribeAlike(members: readonly GroupMember[]): boolean {
  let first: ReadonlySet<string> = new Set();
  for (const { topics } of members) {
    if (first.size === 0) first = new Set(topics);
    else if (topics.length !== first.size || !topics.every((topic) => first.has(topic))) return false;
  }
  return true;
}
