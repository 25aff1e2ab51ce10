/** The newest events, kept so that a window which comes later, or fell behind, can catch up. */
import type { Cancel } from '#core/base/clock.ts';
import type { AnyEvent, EventBus } from './event-bus.ts';

/** Enough for some minutes of a busy lab; about 300 bytes each. */
const EVENTS_MAX = 20_000;

export interface JournalOptions {
  readonly eventsMax?: number;
  /** Which events are worth keeping; all when left out. */
  readonly accepts?: (event: AnyEvent) => boolean;
}

export class Journal {
  /** In order, used as a ring once it is full. */
  readonly #events: AnyEvent[] = [];
  readonly #eventsMax: number;
  readonly #accepts: (event: AnyEvent) => boolean;
  readonly #unsubscribe: Cancel;
  /** Index of the oldest event. */
  #oldest = 0;
  /** Number of the newest event that had to go. */
  #forgottenSeq = 0;

  constructor(bus: EventBus, { eventsMax = EVENTS_MAX, accepts = () => true }: JournalOptions = {}) {
    this.#eventsMax = eventsMax;
    this.#accepts = accepts;
    this.#unsubscribe = bus.subscribe((event) => this.#keep(event));
  }

  /** True when nothing that came after event `seq` has been forgotten. */
  reachesBackTo(seq: number): boolean {
    return seq >= this.#forgottenSeq;
  }

  /** The kept events after number `seq`, oldest first. */
  since(seq: number): readonly AnyEvent[] {
    const count = this.#events.length;
    const skip = this.#countUpTo(seq);
    if (skip === count) return [];
    const start = (this.#oldest + skip) % count;
    if (start < this.#oldest) return this.#events.slice(start, this.#oldest);
    return [...this.#events.slice(start), ...this.#events.slice(0, this.#oldest)];
  }

  close(): void {
    this.#unsubscribe();
  }

  /** How many of the kept events have a number of `seq` or less. */
  #countUpTo(seq: number): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const event = this.#events[(this.#oldest + middle) % this.#events.length];
      if (event !== undefined && event.seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #keep(event: AnyEvent): void {
    if (!this.#accepts(event)) return;
    if (this.#events.length < this.#eventsMax) {
      this.#events.push(event);
      return;
    }
    this.#forgottenSeq = this.#events[this.#oldest]?.seq ?? 0;
    this.#events[this.#oldest] = event;
    this.#oldest = (this.#oldest + 1) % this.#eventsMax;
  }
}
