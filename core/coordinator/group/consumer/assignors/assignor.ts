import type { Assignment } from '../assignment.ts';

/** A member, as an assignor sees it. */
export interface AssignorMember {
  readonly memberId: string;
  readonly instanceId: string | null;
  /** Of topics that exist. */
  readonly subscribedTopicIds: readonly string[];
  /** What it was to have so far. */
  readonly target: Assignment;
}

/** A group, as an assignor sees it. (source: GroupSpec, SubscribedTopicDescriber) */
export interface AssignorInput {
  /** In the order of Kafka's hash map: it decides who gets what is left over. */
  readonly members: readonly AssignorMember[];
  /** All members read the same topics. */
  readonly isHomogeneous: boolean;
  readonly partitionCount: (topicId: string) => number;
  /** Is the partition in the target of any member so far? */
  readonly isAssigned: (topicId: string, partition: number) => boolean;
}

/**
 * Decides who shall read which partitions; runs on the broker (KIP-848). Members that get nothing may be left out.
 * (source: ConsumerGroupPartitionAssignor)
 */
export type Assignor = (input: AssignorInput) => ReadonlyMap<string, Assignment>;
