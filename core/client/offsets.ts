/** What producers and consumers say to each other about offsets. (source: OffsetAndMetadata, ConsumerGroupMetadata) */
import type { TopicPartition } from '#core/base/topic-partition.ts';

/** A committed offset: the next one to read. */
export interface OffsetAndMetadata {
  readonly offset: number;
  /** Of the record before `offset`, when known. */
  readonly leaderEpoch?: number | undefined;
  /** A note of the committer. */
  readonly metadata?: string | undefined;
}

/** The committed offset of a partition. */
export interface PartitionOffset extends TopicPartition, OffsetAndMetadata {}

/** Who commits: what a transactional commit of offsets is fenced by (KIP-447). */
export interface ConsumerGroupMetadata {
  readonly groupId: string;
  /** −1 outside a group with members. */
  readonly generationId: number;
  /** '' outside a group with members. */
  readonly memberId: string;
  readonly groupInstanceId: string | null;
}
