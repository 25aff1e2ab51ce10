import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';

/**
 * The partitions of the current transaction. Under TV1 a partition is first new, then announced to the coordinator, then in; only
 * then may its batches be sent. Under TV2 it is in at once. Keys are `topic-partition`.
 */
export class TransactionPartitions {
  readonly #new = new Map<string, TopicPartition>();
  readonly #announced = new Map<string, TopicPartition>();
  readonly #added = new Set<string>();

  get hasNew(): boolean {
    return this.#new.size > 0;
  }
  get hasAdded(): boolean {
    return this.#added.size > 0;
  }
  isAdded(key: string): boolean {
    return this.#added.has(key);
  }

  /** True when it was not in before. */
  add(key: string): boolean {
    if (this.#added.has(key)) return false;
    this.#added.add(key);
    return true;
  }

  /** To be announced, unless it is or was: then false. */
  want(key: string, { topic, partition }: TopicPartition): boolean {
    if (this.#added.has(key) || this.#announced.has(key) || this.#new.has(key)) return false;
    this.#new.set(key, { topic, partition });
    return true;
  }

  /** The new ones, and those whose announcement was not answered: what the next request lists. */
  announce(): readonly TopicPartition[] {
    for (const [key, partition] of this.#new) this.#announced.set(key, partition);
    this.#new.clear();
    return [...this.#announced.values()];
  }

  answered(partitions: readonly TopicPartition[], isAdded: boolean): void {
    for (const key of partitions.map(partitionName)) {
      this.#announced.delete(key);
      if (isAdded) this.#added.add(key);
    }
  }

  forgetNew(): void {
    this.#new.clear();
  }

  clear(): void {
    this.#new.clear();
    this.#announced.clear();
    this.#added.clear();
  }
}
