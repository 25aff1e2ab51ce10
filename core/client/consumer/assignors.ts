/**
 * How the leader of a classic group divides partitions among its members. (source: RangeAssignor, AbstractPartitionAssignor)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';

/** A member as the leader sees it. */
export interface GroupMember {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly topics: readonly string[];
}

export interface Assignor {
  /** Name in the group protocol. */
  readonly name: string;
  /** `partitionCounts` has no entry for a topic that is not known. */
  assign(
    members: readonly GroupMember[],
    partitionCounts: ReadonlyMap<string, number>,
  ): ReadonlyMap<string, readonly TopicPartition[]>;
}

/**
 * Topic by topic: the partitions in order, in as equal runs as possible, to the members in order of their ids; the first members
 * get one more where it does not come out even. Members with an instance id stand before those without.
 */
export const rangeAssignor: Assignor = {
  name: 'range',
  assign(members, partitionCounts) {
    const assignment = new Map<string, TopicPartition[]>(members.map(({ memberId }) => [memberId, []]));
    for (const [topic, count] of [...partitionCounts].sort(([a], [b]) => compare(a, b))) {
      const subscribers = members.filter(({ topics }) => topics.includes(topic)).sort(compareMembers);
      if (subscribers.length === 0) continue;
      const least = Math.floor(count / subscribers.length);
      const withOneMore = count % subscribers.length;
      let partition = 0;
      for (const [index, { memberId }] of subscribers.entries()) {
        const share = least + (index < withOneMore ? 1 : 0);
        const mine = assignment.get(memberId);
        for (let i = 0; i < share; i++) mine?.push({ topic, partition: partition++ });
      }
    }
    return assignment;
  },
};

/** Assignors by the names that partition.assignment.strategy may use. */
export const ASSIGNORS: ReadonlyMap<string, Assignor> = new Map([
  ['range', rangeAssignor],
  ['org.apache.kafka.clients.consumer.RangeAssignor', rangeAssignor],
]);

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareMembers(a: GroupMember, b: GroupMember): number {
  if (a.groupInstanceId !== null && b.groupInstanceId !== null)
    return compare(a.groupInstanceId, b.groupInstanceId);
  if (a.groupInstanceId !== null) return -1;
  if (b.groupInstanceId !== null) return 1;
  return compare(a.memberId, b.memberId);
}
