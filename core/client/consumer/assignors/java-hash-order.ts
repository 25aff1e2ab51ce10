/**
 * The order in which Java's HashMap and HashSet go through what is in them: by bucket of the hash, within a bucket by age.
 *
 * Java's sticky assignors ask members in this order who keeps a partition more than the others; whoever is to come to the same
 * assignment must ask in the same order. Buckets so full that Java turns them into trees are not imitated: it takes eight members
 * of one bucket. (source: java.util.HashMap)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';

const CAPACITY = 16;
const LOAD = 0.75;

/** String.hashCode(). */
export function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}

/** TopicPartition.hashCode(). */
export function partitionHash({ topic, partition }: TopicPartition): number {
  return (Math.imul(31, 31 + partition) + javaHash(topic)) | 0;
}

/** The items in the order of a HashMap that they were put into one by one; `mostEver` of them were in it at a time. */
export function inHashOrder<T>(
  items: readonly T[],
  hashOf: (item: T) => number,
  mostEver = items.length,
): readonly T[] {
  let capacity = CAPACITY;
  while (mostEver > capacity * LOAD) capacity *= 2;
  const bucket = (item: T): number => {
    const hash = hashOf(item);
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return items.toSorted((a, b) => bucket(a) - bucket(b));
}
