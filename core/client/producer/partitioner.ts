/**
 * Which partition a record goes to.
 *
 * A record with a key goes to murmur2(key) over all partitions, so that equal keys stay together as long as the number of
 * partitions does not change. A record without one goes to the sticky partition, which changes after about a batch's worth of
 * bytes: full batches and an even spread at once (KIP-794). What was there before is in `historical-partitioners.ts`.
 * (source: BuiltInPartitioner, Utils.murmur2)
 */
import type { Random } from '#core/base/random.ts';
import type { TopicInfo } from '../network/cluster.ts';

const SEED = 0x9747b28c | 0;
const M = 0x5bd1e995;
const R = 24;

/** 32-bit murmur2 as Kafka computes it; signed. */
export function murmur2(bytes: Uint8Array): number {
  const { length } = bytes;
  let hash = SEED ^ length;
  const blocks = length >>> 2;
  for (let block = 0; block < blocks; block++) {
    const at = block * 4;
    let k =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    k = Math.imul(k, M);
    k ^= k >>> R;
    hash = Math.imul(hash, M) ^ Math.imul(k, M);
  }
  const tail = blocks * 4;
  const rest = length & 3;
  if (rest === 3) hash ^= (bytes[tail + 2] as number) << 16;
  if (rest >= 2) hash ^= (bytes[tail + 1] as number) << 8;
  if (rest >= 1) hash = Math.imul(hash ^ (bytes[tail] as number), M);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, M);
  return hash ^ (hash >>> 15);
}

/** The partition of a key among `partitionCount` (1 or more). */
export function partitionForKey(key: Uint8Array, partitionCount: number): number {
  return (murmur2(key) & 0x7fffffff) % partitionCount;
}

/** What a partitioner may ask about the cluster: the partitions of a topic, undefined for one that is not known. */
export interface Cluster {
  topic(name: string): TopicInfo | undefined;
}

/** Chooses the partition of every record that names none. (source: org.apache.kafka.clients.producer.Partitioner) */
export interface Partitioner {
  /** The partition, 0 or more, of a record of a topic that the cluster knows. Key and value are as they are sent. */
  partition(topic: string, key: Uint8Array | null, value: Uint8Array | null, cluster: Cluster): number;
  /**
   * Told by producers of 2.4 to 3.9 that the partition just chosen needs a new batch; `partition` is asked again afterwards, for the
   * same record.
   */
  onNewBatch?(topic: string, cluster: Cluster, previousPartition: number): void;
}

/** How long the queues of a topic's partitions are: the weights of the adaptive choice. */
interface LoadStats {
  readonly cumulative: readonly number[];
  readonly partitions: readonly number[];
}

/** The sticky partition of one topic. */
export class StickyPartitioner {
  readonly #random: Random;
  readonly #stickyBatchSize: number;
  #partition = -1;
  #producedBytes = 0;
  #stats: LoadStats | undefined;

  /** `batchSize` in bytes: batch.size. */
  constructor(random: Random, batchSize: number) {
    this.#random = random;
    this.#stickyBatchSize = Math.max(1, batchSize);
  }

  /** The partition that records without a key go to now. */
  current(topic: TopicInfo): number {
    if (this.#partition < 0 || this.#partition >= topic.partitions.length) this.#switch(topic);
    return this.#partition;
  }

  /**
   * Counts bytes that went to the sticky partition, and moves on when they are enough. `isBatchFull` says that no half-filled
   * batch would be left behind; without it the change waits until twice the size.
   */
  addBytes(topic: TopicInfo, bytes: number, isBatchFull: boolean): void {
    this.#producedBytes += bytes;
    const isEnough = this.#producedBytes >= this.#stickyBatchSize && isBatchFull;
    if (isEnough || this.#producedBytes >= this.#stickyBatchSize * 2) this.#switch(topic);
  }

  /**
   * Learns how many batches wait for each partition; `isComplete` says that none was left out for an unavailable broker. Equal
   * queues, or fewer than two of them, are no reason to prefer any.
   */
  updateLoad(
    queues: readonly { readonly partition: number; readonly size: number }[],
    isComplete: boolean,
  ): void {
    const sizes = queues.map(({ size }) => size);
    const max = Math.max(...sizes);
    const allEqual = sizes.every((size) => size === sizes[0]);
    if (queues.length < 1 || (queues.length < 2 && isComplete) || (allEqual && isComplete)) {
      this.#stats = undefined;
      return;
    }
    let total = 0;
    const cumulative = sizes.map((size) => {
      total += max + 1 - size;
      return total;
    });
    this.#stats = { cumulative, partitions: queues.map(({ partition }) => partition) };
  }

  /** Forgets the queues: the choice is uniform again. */
  clearLoad(): void {
    this.#stats = undefined;
  }

  #switch({ partitions, available }: TopicInfo): void {
    this.#producedBytes = 0;
    if (this.#stats === undefined) {
      const choices = available.length > 0 ? available : partitions;
      this.#partition = choices[this.#random.nextInt(choices.length)]?.partition ?? 0;
      return;
    }
    const { cumulative, partitions: numbers } = this.#stats;
    const point = this.#random.nextInt(cumulative.at(-1) as number);
    this.#partition = numbers[cumulative.findIndex((sum) => sum > point)] as number;
  }
}
