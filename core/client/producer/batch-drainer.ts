/**
 * Which nodes have something to be sent, and what.
 *
 * A partition is ready when its first batch is full, has waited long enough, or somebody is in a hurry. Draining takes at most one
 * batch of each partition and gives an idempotent producer's batches their sequences. No batch overtakes another of its
 * partition: one that is sent again goes alone, before all new ones. (source: RecordAccumulator.ready, drain)
 */
import type { Node } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { BatchCloseReason } from '../producer-notices.ts';
import type { PartitionQueue } from './partition-queue.ts';
import type { ProducerBatch } from './producer-batch.ts';
import type { RecordAccumulator, TopicQueues } from './record-accumulator.ts';
import type { TransactionManager } from './transaction-manager.ts';

/** Where batches can go now, and when to look again. */
export interface ReadyNodes {
  readonly nodes: readonly Node[];
  /** Infinity when only an append can change anything. */
  readonly nextCheckDelayMs: number;
  readonly hasUnknownLeader: boolean;
}

export interface BatchDrainerOptions {
  readonly isAdaptive: boolean;
  /** 0: availability does not matter. */
  readonly availabilityTimeoutMs: number;
  readonly maxRequestSize: number;
  /** Called when a batch has been compressed in the thread pool. */
  readonly onSealed: () => void;
}

/** When a node last could take a batch, and last had one waiting. */
interface NodeLatency {
  drainMs: number;
  readyMs: number;
}

export class BatchDrainer {
  readonly #accumulator: RecordAccumulator;
  readonly #metadata: Metadata;
  readonly #manager: TransactionManager | undefined;
  readonly #options: BatchDrainerOptions;
  readonly #startIndexes = new Map<number, number>();
  readonly #latencies = new Map<number, NodeLatency>();

  constructor(
    accumulator: RecordAccumulator,
    metadata: Metadata,
    manager: TransactionManager | undefined,
    options: BatchDrainerOptions,
  ) {
    this.#accumulator = accumulator;
    this.#metadata = metadata;
    this.#manager = manager;
    this.#options = options;
  }

  ready(nowMs: number): ReadyNodes {
    const nodes = new Map<number, Node>();
    let nextCheckDelayMs = Number.POSITIVE_INFINITY;
    let hasUnknownLeader = false;
    const isHurried = this.#accumulator.isHurried || this.#manager?.machine.isCompleting === true;
    for (const [topic, queues] of this.#accumulator.topics) {
      for (const queue of queues.partitions.values()) {
        const { first } = queue;
        if (first === undefined) continue;
        const leader = this.#accumulator.leaderOf(queue);
        if (leader === undefined) {
          hasUnknownLeader = true;
          continue;
        }
        if (this.#accumulator.isMuted(queue.key)) continue;
        const delayMs = this.#delayOf(queue, first, isHurried, nowMs);
        if (delayMs === 0) nodes.set(leader.id, leader);
        else nextCheckDelayMs = Math.min(nextCheckDelayMs, delayMs);
      }
      if (this.#options.isAdaptive) this.#updateLoad(topic, queues);
    }
    return { nodes: [...nodes.values()], nextCheckDelayMs, hasUnknownLeader };
  }

  /** How long the partition's first batch still has to wait. */
  #delayOf(queue: PartitionQueue, first: ProducerBatch, isHurried: boolean, nowMs: number): number {
    first.observeLeaderEpoch(this.#metadata.leaderEpochOf(queue.topic, queue.partition));
    const backoffMs = first.backoffLeftMs(nowMs);
    if (backoffMs > 0) return backoffMs;
    if (isHurried || queue.length > 1 || first.isFull) return 0;
    return Math.max(0, this.#accumulator.options.lingerMs - first.waitedMs(nowMs));
  }

  /** Notes whether a node that batches wait for could take one. */
  observeNode(node: Node, canDrain: boolean, nowMs: number): void {
    if (this.#options.availabilityTimeoutMs <= 0) return;
    const latency = this.#latencies.get(node.id) ?? { drainMs: nowMs, readyMs: nowMs };
    if (canDrain) latency.drainMs = nowMs;
    latency.readyMs = nowMs;
    this.#latencies.set(node.id, latency);
  }

  #isAvailable(leaderId: number): boolean {
    const latency = this.#latencies.get(leaderId);
    if (latency === undefined) return true;
    return latency.readyMs - latency.drainMs <= this.#options.availabilityTimeoutMs;
  }

  /** Only when every partition of the topic has been written to is it known how long each queue is. */
  #updateLoad(topic: string, { sticky, partitions }: TopicQueues): void {
    const info = this.#metadata.topic(topic);
    if (info === undefined || partitions.size < info.partitions.length) {
      sticky.clearLoad();
      return;
    }
    const queues: { partition: number; size: number }[] = [];
    for (const queue of partitions.values()) {
      const leader = this.#accumulator.leaderOf(queue);
      if (leader === undefined || !this.#isAvailable(leader.id)) continue;
      queues.push({ partition: queue.partition, size: queue.length });
    }
    sticky.updateLoad(queues, queues.length === partitions.size);
  }

  /** Takes the batches that go to `node` in one request, at most `maxRequestSize` bytes unless a single one is larger. */
  drain(node: Node, nowMs: number): readonly ProducerBatch[] {
    const queues = this.#queuesOf(node);
    const drained: ProducerBatch[] = [];
    if (queues.length === 0) return drained;
    // Another partition comes first each time, or the last ones would starve behind a full request.
    const start = (this.#startIndexes.get(node.id) ?? 0) % queues.length;
    this.#startIndexes.set(node.id, start + 1);
    let size = 0;
    for (let i = 0; i < queues.length; i++) {
      const queue = queues[(start + i) % queues.length] as PartitionQueue;
      const { first } = queue;
      if (first === undefined || this.#mustWait(queue, first, nowMs)) continue;
      this.#accumulator.closeBatch(first, this.#reasonFor(first, nowMs));
      if (!this.#accumulator.seal(first, this.#options.onSealed)) continue;
      if (size + first.size > this.#options.maxRequestSize && drained.length > 0) break;
      queue.shift();
      const manager = this.#manager;
      if (manager !== undefined && !first.hasSequence) {
        manager.sequences.assign(first, manager.producer, manager.isTransactional);
      }
      first.drained(nowMs);
      size += first.size;
      drained.push(first);
    }
    return drained;
  }

  #reasonFor(first: ProducerBatch, nowMs: number): BatchCloseReason {
    const { hurry, options } = this.#accumulator;
    if (hurry !== undefined) return hurry;
    if (this.#manager?.machine.isCompleting === true) return 'transactionEnd';
    return first.waitedMs(nowMs) >= options.lingerMs ? 'linger' : 'nodeReady';
  }

  #queuesOf(node: Node): readonly PartitionQueue[] {
    const found: PartitionQueue[] = [];
    for (const { partitions } of this.#accumulator.topics.values()) {
      for (const queue of partitions.values()) {
        if (queue.length > 0 && this.#accumulator.leaderOf(queue)?.id === node.id) found.push(queue);
      }
    }
    return found;
  }

  #mustWait(queue: PartitionQueue, first: ProducerBatch, nowMs: number): boolean {
    if (this.#accumulator.isMuted(queue.key)) return true;
    first.observeLeaderEpoch(this.#metadata.leaderEpochOf(queue.topic, queue.partition));
    if (first.backoffLeftMs(nowMs) > 0) return true;
    return this.#manager !== undefined && this.#mustWaitForSequence(this.#manager, queue.key, first);
  }

  #mustWaitForSequence(manager: TransactionManager, key: string, first: ProducerBatch): boolean {
    const { sequences, producer } = manager;
    if (!manager.isSendAllowed(key) || !manager.machine.hasProducerId) return true;
    if (!first.hasSequence) {
      // Of a new epoch nothing goes out while batches of the old one are on their way.
      if (sequences.hasInFlight(key) && sequences.isStale(key, producer)) return true;
      return sequences.isUnresolved(key);
    }
    const firstInFlight = sequences.firstInFlightSequence(key);
    return firstInFlight >= 0 && first.baseSequence !== firstInFlight;
  }
}
