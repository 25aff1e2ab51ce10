/**
 * Which partitions moved from whom to whom while an assignment is balanced. Where one of a topic is to move against such a move,
 * the earlier one moves back instead: two members never swap partitions of a topic. (source: AbstractStickyAssignor.PartitionMovements)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { inHashOrder, partitionHash } from './java-hash-order.ts';

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Partitions of one topic that moved between the same two members. */
interface Moved {
  readonly partitions: Map<string, TopicPartition>;
  mostEver: number;
}

export class PartitionMovements {
  readonly #moveOf = new Map<string, Move>();
  /** By topic, source and destination. */
  readonly #moved = new Map<string, Moved>();

  /** The partition moves; if it moved before, the two moves become one, or none. */
  move(partition: TopicPartition, { from, to }: Move): void {
    const before = this.#moveOf.get(partitionName(partition));
    if (before === undefined) {
      this.#add(partition, { from, to });
      return;
    }
    this.#remove(partition, before);
    if (before.from !== to) this.#add(partition, { from: before.from, to });
  }

  /** What to move instead of `partition`. */
  better(partition: TopicPartition, { from, to }: Move): TopicPartition {
    const source = this.#moveOf.get(partitionName(partition))?.from ?? from;
    const opposite = this.#moved.get(keyOf(partition.topic, { from: to, to: source }));
    if (opposite === undefined) return partition;
    const [first] = inHashOrder([...opposite.partitions.values()], partitionHash, opposite.mostEver);
    return first ?? partition;
  }

  #add(partition: TopicPartition, move: Move): void {
    const name = partitionName(partition);
    const key = keyOf(partition.topic, move);
    const moved = this.#moved.get(key) ?? { partitions: new Map(), mostEver: 0 };
    this.#moveOf.set(name, move);
    this.#moved.set(key, moved);
    moved.partitions.set(name, partition);
    moved.mostEver = Math.max(moved.mostEver, moved.partitions.size);
  }

  #remove(partition: TopicPartition, move: Move): void {
    const name = partitionName(partition);
    const key = keyOf(partition.topic, move);
    const moved = this.#moved.get(key);
    this.#moveOf.delete(name);
    moved?.partitions.delete(name);
    if (moved?.partitions.size === 0) this.#moved.delete(key);
  }
}

function keyOf(topic: string, { from, to }: Move): string {
  return JSON.stringify([topic, from, to]);
}
