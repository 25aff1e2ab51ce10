/**
 * What a screen reader is told. Appends come in bursts, so they are summed up once a second: "4 appends, 1 marker on orders-0".
 */
import type { Batch } from './lab-session.svelte.ts';

const SUM_UP_MS = 1000;

/** Appends and markers of one partition within a second. */
export interface Burst {
  readonly partition: string;
  readonly appends: number;
  readonly markers: number;
}

export class Announcer {
  /** What happened in the last second with something in it. */
  bursts: readonly Burst[] = $state.raw([]);
  readonly #counts = new Map<string, { appends: number; markers: number }>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  take(batch: Batch): void {
    for (const event of batch.events) {
      if (event.type !== 'log.appended' || event.data.topic.startsWith('__')) continue;
      const partition = `${event.data.topic}-${event.data.partition}`;
      const count = this.#counts.get(partition) ?? { appends: 0, markers: 0 };
      if (event.data.marker === '') count.appends++;
      else count.markers++;
      this.#counts.set(partition, count);
    }
    if (this.#counts.size > 0) this.#timer ??= setTimeout(() => this.#sumUp(), SUM_UP_MS);
  }

  #sumUp(): void {
    this.#timer = undefined;
    this.bursts = [...this.#counts].map(([partition, count]) => ({ partition, ...count }));
    this.#counts.clear();
  }
}
