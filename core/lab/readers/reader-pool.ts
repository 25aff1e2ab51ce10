/** The lab's own readers: two for each topic that somebody looks at, one of each isolation level. */
import type { ClientPlatform } from '#core/client/client-platform.ts';
import type { ReaderView } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { type Delivery, type Isolation, readerStart, TopicReader } from './topic-reader.ts';

/** Topics that are read at the same time; the one that was looked at longest ago stops first. */
const TOPICS_MAX = 8;

export interface ReaderPoolOptions {
  readonly platform: ClientPlatform;
  readonly bus: EventBus;
  readonly bootstrap: () => string;
}

export class ReaderPool {
  readonly #options: ReaderPoolOptions;
  /** By topic; insertion order is how long ago it was looked at. */
  readonly #readers = new Map<string, readonly TopicReader[]>();
  #isClosed = false;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
  }

  /** Starts reading the topic unless it is read already. `logs`: its partitions in order. */
  watch(topic: string, logs: readonly PartitionLog[]): void {
    if (this.#isClosed) return;
    const known = this.#readers.get(topic);
    this.#readers.delete(topic);
    if (known?.[0]?.partitionCount === logs.length) {
      this.#readers.set(topic, known);
      return;
    }
    for (const reader of known ?? []) void reader.close();
    const { platform, bus, bootstrap } = this.#options;
    const from = logs.map(readerStart);
    const shared = { platform, bus, bootstrap: bootstrap(), topic, from };
    this.#readers.set(topic, [
      new TopicReader({ ...shared, isolation: 'read_committed' }),
      new TopicReader({ ...shared, isolation: 'read_uncommitted' }),
    ]);
    const [oldest] = this.#readers.keys();
    if (this.#readers.size > TOPICS_MAX && oldest !== undefined) void this.#stop(oldest);
  }

  /** The topic was deleted: another one of its name is read from its own beginning, when somebody looks at it. */
  forget(topic: string): void {
    void this.#stop(topic);
  }

  /** What the readers have received of a partition, from `fromOffset` on. */
  views(log: PartitionLog, fromOffset: number): readonly ReaderView[] {
    const { topic, partition } = log.topicPartition;
    const readers = this.#readers.get(topic) ?? [];
    return readers.flatMap((reader) => {
      const delivery = reader.delivery(partition);
      if (delivery === undefined) return [];
      const { position, offsets, count } = delivery;
      const isHeldBack =
        reader.isolation === 'read_committed' &&
        position === log.lastStableOffset &&
        position < log.highWatermark;
      return {
        isolation: reader.isolation,
        position,
        delivered: offsets.filter((offset) => offset >= fromOffset),
        deliveredCount: count,
        waitsAt: isHeldBack ? log.lastStableOffset : null,
      };
    });
  }

  /** What one reader has received of a partition; undefined when the topic is not read. */
  delivery(topic: string, partition: number, isolation: Isolation): Delivery | undefined {
    return this.#readers
      .get(topic)
      ?.find((reader) => reader.isolation === isolation)
      ?.delivery(partition);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#readers.keys()].map((topic) => this.#stop(topic)));
  }

  async #stop(topic: string): Promise<void> {
    const readers = this.#readers.get(topic) ?? [];
    this.#readers.delete(topic);
    await Promise.all(readers.map((reader) => reader.close()));
  }
}
