/**
 * The assignor `range`: of every topic, each member gets a run of neighbouring partitions, the first ones one more if they do not
 * divide evenly. Members stand in the same order for every topic: static ones first, by instance id, then the others by member id.
 * (source: RangeAssignor)
 */
import { inHashOrder, javaUuidHash } from '#core/base/java-hash.ts';
import type { Assignment } from '../assignment.ts';
import type { AssignorInput, AssignorMember } from './assignor.ts';

/** What is left of a topic. */
interface Ranges {
  readonly partitionCount: number;
  readonly quota: number;
  /** Members that still get one more. */
  extra: number;
  next: number;
}

export function assignRanges({ members, partitionCount }: AssignorInput): ReadonlyMap<string, Assignment> {
  const readers = new Map<string, number>();
  for (const topicId of members.flatMap(({ subscribedTopicIds }) => subscribedTopicIds)) {
    readers.set(topicId, (readers.get(topicId) ?? 0) + 1);
  }
  const topics = new Map(
    [...readers].map(([topicId, count]): [string, Ranges] => {
      const partitions = partitionCount(topicId);
      const quota = Math.floor(partitions / count);
      return [topicId, { partitionCount: partitions, quota, extra: partitions % count, next: 0 }];
    }),
  );
  return new Map(
    [...members]
      .sort(compareMembers)
      .map(({ memberId, subscribedTopicIds }) => [memberId, rangesOf(subscribedTopicIds, topics)]),
  );
}

function rangesOf(topicIds: readonly string[], topics: ReadonlyMap<string, Ranges>): Assignment {
  const assignment = new Map<string, ReadonlySet<number>>();
  for (const topicId of inHashOrder(topicIds, javaUuidHash)) {
    const partitions = takeRange(topics.get(topicId) as Ranges);
    if (partitions.size > 0) assignment.set(topicId, partitions);
  }
  return assignment;
}

function takeRange(ranges: Ranges): Set<number> {
  const size = ranges.quota + (ranges.extra > 0 ? 1 : 0);
  ranges.extra = Math.max(ranges.extra - 1, 0);
  const end = Math.min(ranges.next + size, ranges.partitionCount);
  const partitions = new Set<number>();
  for (let partition = ranges.next; partition < end; partition++) partitions.add(partition);
  ranges.next = end;
  return partitions;
}

function compareMembers(a: AssignorMember, b: AssignorMember): number {
  if (a.instanceId !== null && b.instanceId !== null) return compareText(a.instanceId, b.instanceId);
  if (a.instanceId !== null) return -1;
  return b.instanceId === null ? compareText(a.memberId, b.memberId) : 1;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
