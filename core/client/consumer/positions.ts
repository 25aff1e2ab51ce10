/**
 * Gives every assigned partition a place to read from: the group's committed offset, or one looked up by auto.offset.reset.
 *
 * Lookups go on between two polls; what comes back counts only if the partition still waits for it. (source: ConsumerCoordinator,
 * OffsetFetcher)
 */
import type { Clock } from '#core/base/clock.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { ClientError, errorOf } from '../client-error.ts';
import { Deadline } from '../deadline.ts';
import type { OffsetCommits } from './offset-commits.ts';
import type { OffsetLookups } from './offset-lookups.ts';
import type { OffsetReset } from './offset-reset.ts';
import type { PartitionState, SubscriptionState } from './subscription-state.ts';

export interface PositionParts {
  readonly subscription: SubscriptionState;
  readonly lookups: OffsetLookups;
  /** Undefined without a group. */
  readonly commits: OffsetCommits | undefined;
  readonly reset: OffsetReset;
  /** How long one lookup may go on. */
  readonly apiTimeoutMs: number;
  readonly onProgress: () => void;
}

export class Positions {
  readonly #clock: Clock;
  readonly #parts: PositionParts;
  #updating: Promise<void> | undefined;
  #error: Error | undefined;

  constructor(clock: Clock, parts: PositionParts) {
    this.#clock = clock;
    this.#parts = parts;
  }

  /** Every partition that is assigned has a position. */
  get areKnown(): boolean {
    return this.#parts.subscription.partitions.every(({ position }) => position !== undefined);
  }

  /**
   * Begins to look up what is not known; `onProgress` is called when that is over.
   * @throws what the last lookup came to that no retry mends, NoOffsetForPartitionException under reset none.
   */
  begin(): void {
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
    if (this.areKnown || this.#updating !== undefined) return;
    this.#updating = this.#updateOnce()
      .catch((failure: unknown) => {
        // What can be retried is, with the next call.
        if (failure instanceof KafkaError && failure.retriable) return;
        this.#error = failure instanceof Error ? failure : new Error(String(failure));
      })
      .finally(() => {
        this.#updating = undefined;
        this.#parts.onProgress();
      });
  }

  /** Resolves true when the partition's position is known, false at the deadline. */
  async update(state: PartitionState, deadline: Deadline): Promise<boolean> {
    while (state.position === undefined) {
      this.begin();
      if (this.#updating === undefined || !(await deadline.settles(this.#updating))) return false;
    }
    return true;
  }

  /** The offset that was asked for does not exist. @throws OffsetOutOfRangeException under reset none. */
  outOfRange(state: PartitionState): void {
    const timestamp = this.#parts.reset(this.#clock);
    if (timestamp === undefined) {
      throw errorOf(
        'OFFSET_OUT_OF_RANGE',
        `Fetch position ${state.position} is out of range for partition ${state.key}, and no reset policy is configured`,
      );
    }
    this.#parts.subscription.requestReset(state, timestamp);
  }

  async #updateOnce(): Promise<void> {
    const { subscription } = this.#parts;
    const deadline = new Deadline(this.#clock, this.#parts.apiTimeoutMs);
    const isNew = ({ position, resetTimestamp }: PartitionState): boolean =>
      position === undefined && resetTimestamp === undefined;
    await this.#startAtCommitted(subscription.partitions.filter(isNew), deadline);
    const due = subscription.partitions.flatMap((state) =>
      state.position === undefined && state.resetTimestamp !== undefined
        ? { state, topic: state.topic, partition: state.partition, timestamp: state.resetTimestamp }
        : [],
    );
    const found = await this.#parts.lookups.find(due, deadline);
    for (const { state, timestamp } of due) {
      const offset = found.get(state.key);
      const isWanted = subscription.find(state) === state && state.resetTimestamp === timestamp;
      if (offset === undefined || !isWanted) continue;
      if (offset.offset >= 0) subscription.seek(state, offset.offset);
      // No record is that young: what comes next will be.
      else subscription.requestReset(state, -1);
    }
  }

  async #startAtCommitted(states: readonly PartitionState[], deadline: Deadline): Promise<void> {
    const { subscription, commits } = this.#parts;
    const committed = (await commits?.fetch(states, deadline)) ?? new Map();
    const without: string[] = [];
    for (const state of states) {
      if (subscription.find(state) !== state || state.position !== undefined) continue;
      const offset = committed.get(state.key);
      const timestamp = this.#parts.reset(this.#clock);
      if (offset !== undefined) subscription.seek(state, offset.offset, offset.leaderEpoch ?? -1);
      else if (timestamp !== undefined) subscription.requestReset(state, timestamp);
      else without.push(state.key);
    }
    if (without.length === 0) return;
    throw new ClientError(
      'NoOffsetForPartitionException',
      `Undefined offset with no reset policy for partitions: [${without.join(', ')}]`,
    );
  }
}
