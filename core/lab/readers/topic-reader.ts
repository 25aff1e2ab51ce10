/**
 * A real consumer of one topic, reading from the beginning with one isolation level, over the wire like anybody's: what it is
 * given is what is drawn under the lanes.
 */
import { type Clock, sleep } from '#core/base/clock.ts';
import type { ClientPlatform } from '#core/client/client-platform.ts';
import type { Consumer, ConsumerRecord } from '#core/client/consumer/consumer.ts';
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { readerClientId } from './reader-client-id.ts';

export type Isolation = 'read_committed' | 'read_uncommitted';

/** Offsets that are kept for each partition; a lane shows fewer. A reader of a longer log begins so far before its end. */
const DELIVERED_MAX = 5_000;
const POLL_MS = 1_000;
const RETRY_MS = 1_000;
/** A fetch waits at the broker for so long: the reader is told of records at once, and asks rarely while there are none. */
const FETCH_WAIT_MS = 5_000;

/** What a reader has received of one partition. */
export interface Delivery {
  readonly position: number;
  /** The newest ones, in order. */
  readonly offsets: readonly number[];
  readonly count: number;
}

interface Progress {
  position: number;
  count: number;
  offsets: number[];
}

export interface TopicReaderOptions {
  readonly platform: ClientPlatform;
  readonly bus: EventBus;
  readonly bootstrap: string;
  readonly topic: string;
  /** First offset to read, by partition. */
  readonly from: readonly number[];
  readonly isolation: Isolation;
}

/** Where a reader of a partition with these bounds begins. */
export function readerStart(log: { readonly logStartOffset: number; readonly logEndOffset: number }): number {
  return Math.max(log.logStartOffset, log.logEndOffset - DELIVERED_MAX);
}

export class TopicReader {
  readonly isolation: Isolation;
  readonly #options: TopicReaderOptions;
  readonly #clock: Clock;
  readonly #progress: readonly Progress[];
  #consumer: Consumer | undefined;
  #isClosed = false;

  constructor(options: TopicReaderOptions) {
    this.#options = options;
    this.#clock = options.platform.clock;
    this.isolation = options.isolation;
    this.#progress = options.from.map((position) => ({ position, count: 0, offsets: [] }));
    void this.#run();
  }

  get partitionCount(): number {
    return this.#progress.length;
  }

  delivery(partition: number): Delivery | undefined {
    return this.#progress[partition];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#consumer?.close(0);
  }

  /** Reads until closed. A consumer that fails is replaced by another, which goes on at the same positions. */
  async #run(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#readOn();
      } catch {
        // The broker stopped, or the topic went away: nobody is waiting for this reader in particular.
        await this.#consumer?.close(0).catch(() => undefined);
        if (!this.#isClosed) await sleep(this.#clock, RETRY_MS);
      }
    }
  }

  async #readOn(): Promise<void> {
    const { platform, bootstrap, topic } = this.#options;
    const consumer: Consumer = new KafkaConsumer({
      platform,
      config: {
        'bootstrap.servers': bootstrap,
        'client.id': readerClientId(topic, this.isolation),
        'isolation.level': this.isolation,
        'enable.auto.commit': 'false',
        'auto.offset.reset': 'earliest',
        'fetch.max.wait.ms': String(FETCH_WAIT_MS),
      },
    });
    this.#consumer = consumer;
    const partitions = this.#progress.map((_, partition) => ({ topic, partition }));
    consumer.assign(partitions);
    for (const partition of partitions) {
      consumer.seek(partition, this.#progress[partition.partition]?.position ?? 0);
    }
    while (!this.#isClosed) {
      this.#take(await consumer.poll(POLL_MS));
      for (const partition of partitions) {
        this.#move(partition.partition, await consumer.position(partition));
      }
    }
  }

  #take(records: readonly ConsumerRecord[]): void {
    for (const { partition, offset } of records) {
      const progress = this.#progress[partition];
      if (progress === undefined) continue;
      progress.count++;
      progress.offsets.push(offset);
      if (progress.offsets.length > DELIVERED_MAX * 2)
        progress.offsets = progress.offsets.slice(-DELIVERED_MAX);
    }
  }

  #move(partition: number, position: number): void {
    const progress = this.#progress[partition];
    if (progress === undefined || progress.position === position || this.#isClosed) return;
    progress.position = position;
    this.#options.bus.publish('log.delivered', {
      topic: this.#options.topic,
      partition,
      isolation: this.isolation,
      position,
      deliveredCount: progress.count,
    });
  }
}
