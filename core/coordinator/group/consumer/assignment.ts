/** Which partitions belong to a member of a consumer group: plain sets, and sets that remember since when. */
import { inHashOrder, javaUuidHash } from '#core/base/java-hash.ts';
import { sameSets } from '#core/base/same-sets.ts';

/** Partitions by topic id (Kafka's text form). Topics without a partition are left out. */
export type Assignment = ReadonlyMap<string, ReadonlySet<number>>;

/** Topic id → partition → the member epoch at which the member got the partition (KIP-1251). */
export type EpochAssignment = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** The partitions of one topic, as requests and records carry them. */
export interface TopicPartitions {
  readonly topicId: string;
  readonly partitions: readonly number[];
}

export const NO_PARTITIONS: Assignment = new Map();
export const NO_EPOCHS: EpochAssignment = new Map();

export function sameAssignment(a: Assignment, b: Assignment): boolean {
  return (
    a.size === b.size &&
    [...a].every(([topicId, partitions]) => sameSets(partitions, b.get(topicId) ?? new Set()))
  );
}

export function sameEpochs(a: EpochAssignment, b: EpochAssignment): boolean {
  return a.size === b.size && [...a].every(([topicId, epochs]) => sameEpochsOfTopic(epochs, b.get(topicId)));
}

function sameEpochsOfTopic(
  a: ReadonlyMap<number, number>,
  b: ReadonlyMap<number, number> | undefined,
): boolean {
  return (
    b !== undefined && a.size === b.size && [...a].every(([partition, epoch]) => b.get(partition) === epoch)
  );
}

/** Every partition as gotten at `epoch`. */
export function withEpoch(assignment: Assignment, epoch: number): EpochAssignment {
  return new Map(
    [...assignment].map(([topicId, partitions]) => [
      topicId,
      new Map([...partitions].map((partition) => [partition, epoch])),
    ]),
  );
}

/** The same partitions, all gotten at `epoch`. */
export function resetEpochs(assignment: EpochAssignment, epoch: number): EpochAssignment {
  return withEpoch(withoutEpochs(assignment), epoch);
}

export function withoutEpochs(assignment: EpochAssignment): Assignment {
  return new Map([...assignment].map(([topicId, epochs]) => [topicId, new Set(epochs.keys())]));
}

/** For a record, in the order in which the assignor left it. */
export function topicPartitionsOf(assignment: Assignment): TopicPartitions[] {
  return [...assignment].map(([topicId, partitions]) => ({ topicId, partitions: [...partitions] }));
}

/** Topics and partitions in the order of Java's hash maps, which Kafka's answers and records are in. */
export function orderedEpochs(
  assignment: EpochAssignment,
): (TopicPartitions & { readonly epochs: readonly number[] })[] {
  return inHashOrder([...assignment], ([topicId]) => javaUuidHash(topicId)).map(([topicId, epochs]) => {
    const entries = inHashOrder([...epochs], ([partition]) => partition);
    return {
      topicId,
      partitions: entries.map(([partition]) => partition),
      epochs: entries.map(([, epoch]) => epoch),
    };
  });
}

/** Are all of these partitions in `assignment`? Not when it is not said which they are (null). */
export function isSubset(owned: readonly TopicPartitions[] | null, assignment: EpochAssignment): boolean {
  return (
    owned?.every(({ topicId, partitions }) => {
      const assigned = assignment.get(topicId);
      return assigned !== undefined && partitions.every((partition) => assigned.has(partition));
    }) ?? false
  );
}
