/**
 * The partitions that the group has given this consumer, and the application's say in it: the listener is told before partitions go
 * and after they came. What a listener throws does not stop the rebalance; poll() rejects with it afterwards.
 * (source: ConsumerRebalanceListenerInvoker, ConsumerCoordinator)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { comparePartitions, partitionName } from '#core/base/topic-partition.ts';
import { ClientError } from '../client-error.ts';
import type { Deadline } from '../deadline.ts';
import type { RebalanceListener } from './consumer.ts';
import type { SubscriptionState } from './subscription-state.ts';

export interface OwnedPartitionsParts {
  readonly subscription: SubscriptionState;
  /** Commits the positions, if the consumer does so by itself. Never rejects. */
  readonly commit: (deadline: Deadline) => Promise<void>;
  /** Called after each change. */
  readonly onChange: () => void;
  /** Called when a rebalance has brought an assignment. */
  readonly onTaken: () => void;
}

export class OwnedPartitions {
  readonly #parts: OwnedPartitionsParts;
  #listener: RebalanceListener = {};
  #listenerError: unknown;
  #committing: Promise<void> | undefined;

  constructor(parts: OwnedPartitionsParts) {
    this.#parts = parts;
  }

  set listener(listener: RebalanceListener) {
    this.#listener = listener;
  }

  /** In order. */
  get all(): readonly TopicPartition[] {
    return this.#parts.subscription.partitions
      .map(({ topic, partition }) => ({ topic, partition }))
      .sort(comparePartitions);
  }

  /** Those that are not among `others`. */
  without(others: readonly TopicPartition[]): readonly TopicPartition[] {
    return difference(this.all, others);
  }

  /**
   * Commits before `leaving` go; until then nothing more is read of them. False when the deadline came first: a further call waits
   * for the same commit. `commitDeadline` is for the commit itself.
   */
  async commit(
    leaving: readonly TopicPartition[],
    { until, commitDeadline }: { readonly until: Deadline; readonly commitDeadline: Deadline },
  ): Promise<boolean> {
    this.#parts.subscription.markPendingRevocation(leaving);
    this.#committing ??= this.#parts.commit(commitDeadline);
    if (!(await until.settles(this.#committing))) return false;
    this.#committing = undefined;
    return true;
  }

  /** The application has the partitions until its callback is over. */
  async revoke(partitions: readonly TopicPartition[]): Promise<void> {
    await this.#call('onPartitionsRevoked', partitions);
    this.#replace(this.without(partitions));
  }

  /** They belong to somebody else by now. Without a callback for that it is the same as being revoked. */
  async loseAll(): Promise<void> {
    const lost = this.all;
    if (lost.length === 0) return;
    const isKnown = this.#listener.onPartitionsLost !== undefined;
    await this.#call(isKnown ? 'onPartitionsLost' : 'onPartitionsRevoked', lost);
    this.#replace([]);
  }

  /** Has these and no others; the application is told of what is new. */
  async take(partitions: readonly TopicPartition[]): Promise<void> {
    const added = difference(partitions, this.all);
    this.#replace(partitions);
    this.#parts.onTaken();
    await this.#call('onPartitionsAssigned', added.toSorted(comparePartitions));
  }

  /** True when a callback has failed since the last look. */
  get hasFailed(): boolean {
    return this.#listenerError !== undefined;
  }

  /** @throws KafkaException when a callback has failed, WakeupException when that is what it failed with. */
  throwIfFailed(): void {
    const cause = this.#listenerError;
    this.#listenerError = undefined;
    if (cause === undefined) return;
    if (cause instanceof ClientError && cause.exception === 'WakeupException') throw cause;
    throw new ClientError('KafkaException', 'User rebalance callback throws an error', { cause });
  }

  #replace(partitions: readonly TopicPartition[]): void {
    this.#parts.subscription.assignFromGroup(partitions);
    this.#parts.onChange();
  }

  async #call(name: keyof RebalanceListener, partitions: readonly TopicPartition[]): Promise<void> {
    try {
      await this.#listener[name]?.(partitions);
    } catch (error) {
      this.#listenerError ??= error ?? new Error('thrown without an error');
    }
  }
}

function difference(
  partitions: readonly TopicPartition[],
  others: readonly TopicPartition[],
): readonly TopicPartition[] {
  const names = new Set(others.map(partitionName));
  return partitions.filter((partition) => !names.has(partitionName(partition)));
}
