/** The consumer as its user sees it, in Java's order of calls. (source: Consumer, ConsumerRecord) */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { PartitionInfo } from '../network/cluster.ts';
import type { ConsumerGroupMetadata, OffsetAndMetadata, PartitionOffset } from '../offsets.ts';

/** A record as it was read. Key, value and header values are views into the fetched bytes. */
export interface ConsumerRecord extends TopicPartition {
  readonly offset: number;
  readonly leaderEpoch: number;
  /** Milliseconds since the Unix epoch; −1 for none. */
  readonly timestamp: number;
  readonly timestampType: 'CreateTime' | 'LogAppendTime';
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: readonly { readonly key: string; readonly value: Buffer | null }[];
}

/** Told, inside poll(), when partitions are given up and taken. Promises are waited for. */
export interface RebalanceListener {
  onPartitionsRevoked?(partitions: readonly TopicPartition[]): void | Promise<void>;
  onPartitionsAssigned?(partitions: readonly TopicPartition[]): void | Promise<void>;
  /** The partitions belong to somebody else by now: what was done to them cannot be committed. */
  onPartitionsLost?(partitions: readonly TopicPartition[]): void | Promise<void>;
}

/** Told within a later call what became of a commitAsync(); `error` is undefined when the offsets were committed. */
export type OffsetCommitCallback = (offsets: readonly PartitionOffset[], error: Error | undefined) => void;

/**
 * Topics by name; those whose whole name matches a pattern, looked for by the consumer; or those that the coordinator finds by a pattern
 * in the syntax of RE2, under the consumer protocol only.
 */
export type Subscription = readonly string[] | RegExp | { readonly re2: string };

/** Offset and time of the first record at or after a time. */
export interface OffsetAndTimestamp {
  readonly offset: number;
  readonly timestamp: number;
  readonly leaderEpoch: number;
}

export interface Consumer {
  /** Reads these partitions, and no group takes them away. */
  assign(partitions: readonly TopicPartition[]): void;
  /** Joins the group and reads what it is assigned of these topics. */
  subscribe(to: Subscription, listener?: RebalanceListener): void;
  unsubscribe(): Promise<void>;
  assignment(): readonly TopicPartition[];
  /** Topics that it subscribes to, or that match its pattern. */
  subscription(): readonly string[];

  /** Records in order per partition; none when nothing came within `timeoutMs`. Also keeps the group membership going. */
  poll(timeoutMs: number): Promise<readonly ConsumerRecord[]>;
  /** Makes a waiting poll reject with WakeupException, or the next one. */
  wakeup(): void;

  /** Takes effect with the next poll. With the leader epoch of the record before `offset` a log that was cut is noticed. */
  seek(partition: TopicPartition, offset: number, leaderEpoch?: number): void;
  seekToBeginning(partitions: readonly TopicPartition[]): void;
  seekToEnd(partitions: readonly TopicPartition[]): void;
  /** The next offset to read. */
  position(partition: TopicPartition): Promise<number>;
  pause(partitions: readonly TopicPartition[]): void;
  paused(): readonly TopicPartition[];
  resume(partitions: readonly TopicPartition[]): void;

  /** Commits `offsets`, or all positions. */
  commitSync(offsets?: readonly PartitionOffset[]): Promise<void>;
  /** Sends the commit and does not wait for it. It is not repeated: a newer one may have been sent by then. */
  commitAsync(offsets?: readonly PartitionOffset[], callback?: OffsetCommitCallback): void;
  /** Undefined where the group has committed nothing. Waits while a transaction with the offset is open. */
  committed(partitions: readonly TopicPartition[]): Promise<readonly (OffsetAndMetadata | undefined)[]>;
  groupMetadata(): ConsumerGroupMetadata;
  /** The next poll joins the group anew; without effect under the consumer protocol. */
  enforceRebalance(reason?: string): void;

  /** Log start offsets, in the order of `partitions`. */
  beginningOffsets(partitions: readonly TopicPartition[]): Promise<readonly number[]>;
  /** High watermarks; last stable offsets under read_committed. */
  endOffsets(partitions: readonly TopicPartition[]): Promise<readonly number[]>;
  /** Undefined where no record is that young. */
  offsetsForTimes(
    times: readonly (TopicPartition & { readonly timestamp: number })[],
  ): Promise<readonly (OffsetAndTimestamp | undefined)[]>;
  /** Records behind the position that this consumer could read now; undefined before the first fetch. */
  currentLag(partition: TopicPartition): number | undefined;
  partitionsFor(topic: string): Promise<readonly PartitionInfo[]>;

  /** Commits if it does so by itself, leaves the group, ends. */
  close(timeoutMs?: number): Promise<void>;
}
