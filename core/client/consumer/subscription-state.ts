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
  /** Leader and its epoch as of which the position is known to be in the log; undefined after a seek. */
  checkedLeader: string | undefined;
  /** Whether the log was cut before the position is not known: nothing is read until it is. */
  isUnchecked: boolean;
  /** A reset is due: look this time up. */
  resetTimestamp: ResetTimestamp | undefined;
  isPaused: boolean;
  /** It is about to be given up: nothing more is read of it. */
  isPendingRevocation: boolean;
  /** Monotonic time before which nothing is fetched: an error has to be mended first. */
  fetchNotBeforeMs: number;
  /** As of the last fetch. */
  highWatermark: number | undefined;
  lastStableOffset: number | undefined;
}

/**
 * What the consumer reads: topics by name; topics that match a pattern, here or at the coordinator (KIP-848); or partitions that it was
 * given by hand.
 */
type Kind = 'none' | 'topics' | 'pattern' | 'remote-pattern' | 'assigned';

export class SubscriptionState {
  #kind: Kind = 'none';
  #topics: readonly string[] = [];
  #pattern: RegExp | undefined;
  #remotePattern: string | undefined;
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
  /** The group assigns the partitions. */
  get isGroupManaged(): boolean {
    return this.#kind !== 'none' && this.#kind !== 'assigned';
  }
  /** Pattern of topic names that the coordinator is to find (RE2), undefined without one. */
  get remotePattern(): string | undefined {
    return this.#remotePattern;
  }
  /** Topics whose metadata is needed; null for all. */
  get wantedTopics(): readonly string[] | null {
    if (this.#kind === 'topics') return this.#topics;
    if (this.#kind === 'pattern' || this.#kind === 'remote-pattern') return null;
    return [...new Set(this.partitions.map(({ topic }) => topic))];
  }

  /** @throws {IllegalStateError} when partitions were assigned by hand. */
  subscribe(topics: readonly string[]): void {
    this.#setKind('topics');
    this.#topics = [...new Set(topics)].sort();
  }

  /**
   * Topics are those whose whole name matches: `updatePattern` finds them.
   * @throws {IllegalStateError} when there is a subscription of another kind.
   */
  subscribeToPattern(pattern: RegExp): void {
    this.#setKind('pattern');
    this.#pattern = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ''));
  }

  /** @throws {IllegalStateError} when there is a subscription of another kind. */
  subscribeToRemotePattern(pattern: string): void {
    this.#setKind('remote-pattern');
    this.#remotePattern = pattern;
  }

  /** Subscribes to those of the names that match the pattern, if there is one. */
  updatePattern(topics: readonly string[]): void {
    const pattern = this.#pattern;
    if (pattern !== undefined) this.#topics = topics.filter((topic) => pattern.test(topic)).sort();
  }

  /** The subscription asks for partitions of this topic. */
  covers({ topic }: TopicPartition): boolean {
    return (
      this.#kind === 'remote-pattern' || this.#topics.includes(topic) || this.#pattern?.test(topic) === true
    );
  }

  /** Nothing is read of these until they are given up. */
  markPendingRevocation(partitions: readonly TopicPartition[]): void {
    for (const partition of partitions) {
      const state = this.find(partition);
      if (state !== undefined) state.isPendingRevocation = true;
    }
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
    this.#pattern = undefined;
    this.#remotePattern = undefined;
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
    state.checkedLeader = undefined;
    state.isUnchecked = false;
    state.resetTimestamp = undefined;
  }

  /** The position is lost until the time has been looked up. */
  requestReset(partition: TopicPartition, timestamp: ResetTimestamp): void {
    const state = this.get(partition);
    state.position = undefined;
    state.isUnchecked = false;
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
      if (known !== undefined) known.isPendingRevocation = false;
      next.set(key, known ?? newState(topic, partition, key));
    }
    this.#partitions = next;
    this.#assignmentId++;
  }
}

/** Records of the partition may be read now. */
export function isReadable({
  position,
  isPaused,
  isPendingRevocation,
  isUnchecked,
}: PartitionState): boolean {
  return position !== undefined && !isPaused && !isPendingRevocation && !isUnchecked;
}

function newState(topic: string, partition: number, key: string): PartitionState {
  return {
    topic,
    partition,
    key,
    position: undefined,
    leaderEpoch: -1,
    checkedLeader: undefined,
    isUnchecked: false,
    resetTimestamp: undefined,
    isPaused: false,
    isPendingRevocation: false,
    fetchNotBeforeMs: 0,
    highWatermark: undefined,
    lastStableOffset: undefined,
  };
}
