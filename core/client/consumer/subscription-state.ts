/**
 * What a consumer reads: its subscription or assignment, and for each partition where it stands.
 *
 * A partition without a position is not fetched. It gets one from the group's committed offset, from a reset, or from seek().
 * (source: SubscriptionState)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { IllegalStateError } from '#core/protocol/kafka-error.ts';

/** A time to look an offset up by: −1 the end, −2 the beginning, otherwise ms since the Unix epoch. */
export type ResetTimestamp = number;

export const LATEST_TIMESTAMP = -1;
export const EARLIEST_TIMESTAMP = -2;

/** Where a consumer stands in one partition. */
export interface PartitionState extends TopicPartition {
  readonly key: string;
  /** Next offset to read; undefined while unknown. */
  position: number | undefined;
  /** Leader epoch of the record before the position; −1 when unknown. */
  leaderEpoch: number;
  /** A reset is due: look this time up. */
  resetTimestamp: ResetTimestamp | undefined;
  isPaused: boolean;
  /** Monotonic time before which nothing is fetched: an error has to be mended first. */
  fetchNotBeforeMs: number;
  /** As of the last fetch. */
  highWatermark: number | undefined;
  lastStableOffset: number | undefined;
}

type Kind = 'none' | 'topics' | 'assigned';

export class SubscriptionState {
  #kind: Kind = 'none';
  #topics: readonly string[] = [];
  #partitions = new Map<string, PartitionState>();
  /** Counts changes of the assignment: what was begun under an older one is dropped. */
  #assignmentId = 0;

  get kind(): Kind {
    return this.#kind;
  }
  get topics(): readonly string[] {
    return this.#topics;
  }
  get assignmentId(): number {
    return this.#assignmentId;
  }
  get partitions(): readonly PartitionState[] {
    return [...this.#partitions.values()];
  }
  /** Topics whose metadata is needed. */
  get wantedTopics(): readonly string[] {
    if (this.#kind === 'topics') return this.#topics;
    return [...new Set(this.partitions.map(({ topic }) => topic))];
  }

  /** @throws {IllegalStateError} when partitions were assigned by hand. */
  subscribe(topics: readonly string[]): void {
    this.#setKind('topics');
    this.#topics = [...new Set(topics)].sort();
  }

  /** @throws {IllegalStateError} when there is a subscription. */
  assignFromUser(partitions: readonly TopicPartition[]): void {
    this.#setKind('assigned');
    this.#replace(partitions);
  }

  /** What the group was assigned: partitions that stay keep their place. */
  assignFromGroup(partitions: readonly TopicPartition[]): void {
    this.#replace(partitions);
  }

  unsubscribe(): void {
    this.#kind = 'none';
    this.#topics = [];
    this.#replace([]);
  }

  /** Undefined when the partition is not assigned. */
  find(partition: TopicPartition): PartitionState | undefined {
    return this.#partitions.get(partitionName(partition));
  }

  /** @throws {IllegalStateError} when the partition is not assigned. */
  get(partition: TopicPartition): PartitionState {
    const state = this.find(partition);
    if (state !== undefined) return state;
    throw new IllegalStateError(`No current assignment for partition ${partitionName(partition)}`);
  }

  seek(partition: TopicPartition, offset: number, leaderEpoch = -1): void {
    const state = this.get(partition);
    state.position = offset;
    state.leaderEpoch = leaderEpoch;
    state.resetTimestamp = undefined;
  }

  /** The position is lost until the time has been looked up. */
  requestReset(partition: TopicPartition, timestamp: ResetTimestamp): void {
    const state = this.get(partition);
    state.position = undefined;
    state.resetTimestamp = timestamp;
  }

  /** After data of it came, a partition stands behind the others: everyone's turn comes. */
  moveToEnd(state: PartitionState): void {
    if (!this.#partitions.delete(state.key)) return;
    this.#partitions.set(state.key, state);
  }

  #setKind(kind: Kind): void {
    if (this.#kind !== 'none' && this.#kind !== kind) {
      throw new IllegalStateError('Subscription to topics, partitions and pattern are mutually exclusive');
    }
    this.#kind = kind;
  }

  #replace(partitions: readonly TopicPartition[]): void {
    const next = new Map<string, PartitionState>();
    for (const { topic, partition } of partitions) {
      const key = partitionName({ topic, partition });
      const known = this.#partitions.get(key);
      next.set(key, known ?? newState(topic, partition, key));
    }
    this.#partitions = next;
    this.#assignmentId++;
  }
}

function newState(topic: string, partition: number, key: string): PartitionState {
  return {
    topic,
    partition,
    key,
    position: undefined,
    leaderEpoch: -1,
    resetTimestamp: undefined,
    isPaused: false,
    fetchNotBeforeMs: 0,
    highWatermark: undefined,
    lastStableOffset: undefined,
  };
}
