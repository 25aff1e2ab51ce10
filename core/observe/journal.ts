/** The newest events, kept so that a window which comes later, or fell behind, can catch up. */
import type { Cancel } from '#core/base/clock.ts';
import type { AnyEvent, EventBus } from './event-bus.ts';

/** Enough for some minutes of a busy lab; about 300 bytes each. */
const EVENTS_MAX = 20_000;

export class Journal {
  readonly #events: AnyEvent[] = [];
  readonly #eventsMax: number;
  readonly #unsubscribe: Cancel;
  /** Index of the oldest event once the array is full: it is used as a ring. */
  #oldest = 0;

  constructor(bus: EventBus, eventsMax = EVENTS_MAX) {
    this.#eventsMax = eventsMax;
    this.#unsubscribe = bus.subscribe((event) => this.#keep(event));
  }

  /** Number of the oldest event that is still here; 0 when there is none. */
  get firstSeq(): number {
    return this.#events[this.#oldest]?.seq ?? 0;
  }

  /** Events after number `seq`, oldest first. Complete only when `firstSeq` ≤ `seq` + 1. */
  since(seq: number): readonly AnyEvent[] {
    const count = this.#events.length;
    const skip = Math.min(count, Math.max(0, seq + 1 - this.firstSeq));
    const start = (this.#oldest + skip) % Math.max(1, count);
    if (skip === count) return [];
    if (start < this.#oldest) return this.#events.slice(start, this.#oldest);
    return [...this.#events.slice(start), ...this.#events.slice(0, this.#oldest)];
  }

  close(): void {
    this.#unsubscribe();
  }

  #keep(event: AnyEvent): void {
    if (this.#events.length < this.#eventsMax) {
      this.#events.push(event);
      return;
    }
    this.#events[this.#oldest] = event;
    this.#oldest = (this.#oldest + 1) % this.#eventsMax;
  }
}
