import { copiedCapacity, inHashOrder, javaUuidHash } from '#core/base/java-hash.ts';
import type { Assignment } from '../assignment.ts';

/** An assignment while an assignor works on it. */
export type MutableAssignment = Map<string, Set<number>>;

export function copyOf(assignment: Assignment): MutableAssignment {
  return new Map([...assignment].map(([topicId, partitions]) => [topicId, new Set(partitions)]));
}

export function assign(assignment: MutableAssignment, topicId: string, partition: number): void {
  const partitions = assignment.get(topicId);
  if (partitions === undefined) assignment.set(topicId, new Set([partition]));
  else partitions.add(partition);
}

export function unassign(assignment: MutableAssignment, topicId: string, partition: number): void {
  const partitions = assignment.get(topicId);
  partitions?.delete(partition);
  if (partitions?.size === 0) assignment.delete(topicId);
}

/** Everything in the order of Java's hash maps, which is that of the records. */
export function inRecordOrder(assignment: MutableAssignment): Assignment {
  return new Map(
    topicsInOrder(assignment).map((topicId) => {
      const partitions = [...(assignment.get(topicId) ?? [])];
      return [topicId, new Set(inHashOrder(partitions, (partition) => partition))];
    }),
  );
}

/** The topics of an assignment in the order of a Java HashMap. */
export function topicsInOrder(assignment: Assignment): string[] {
  return inHashOrder([...assignment.keys()], javaUuidHash);
}

/** Partitions in the order of a Java HashSet that was read from a record. */
export function hashSetOrder(partitions: ReadonlySet<number>): number[] {
  return inHashOrder([...partitions], (partition) => partition, copiedCapacity(partitions.size));
}
