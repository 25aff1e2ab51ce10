import type { Cancel } from '#core/base/clock.ts';
import type { EventBus } from '#core/observe/event-bus.ts';

/** What was written to one topic, counted as it is written: the journal would forget during a long load. */
export class AppendCount {
  readonly #topic: string;
  readonly #cancel: Cancel;
  batches = 0;
  bytes = 0;
  readonly recordsByPartition: number[];

  constructor(bus: EventBus, topic: string, partitions: number) {
    this.#topic = topic;
    this.recordsByPartition = new Array<number>(partitions).fill(0);
    this.#cancel = bus.subscribe((event) => {
      if (event.type !== 'log.appended' || event.data.topic !== this.#topic) return;
      const { partition, size, recordCount } = event.data;
      this.batches++;
      this.bytes += size;
      this.recordsByPartition[partition] = (this.recordsByPartition[partition] ?? 0) + recordCount;
    });
  }

  get records(): number {
    return this.recordsByPartition.reduce((sum, count) => sum + count, 0);
  }

  close(): void {
    this.#cancel();
  }
}
