/** Numbered, synchronous, typed announcements: the lab's only log (ADR 0007). */
import type { Cancel, Clock } from '#core/base/clock.ts';
import type { EventOf, EventType } from './events.ts';

/** An event as it is kept: numbered from 1 without gaps, stamped with the wall clock. */
export interface LabEvent<T extends EventType = EventType> {
  readonly seq: number;
  readonly atMs: number;
  readonly type: T;
  readonly data: EventOf<T>;
}

export type AnyEvent = { [T in EventType]: LabEvent<T> }[EventType];
export type EventListener = (event: AnyEvent) => void;

export class EventBus {
  readonly #clock: Clock;
  readonly #listeners = new Set<EventListener>();
  #seq = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of the newest event; 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  /** True when somebody listens: lets a hot path skip building a payload that nobody would see. */
  get isObserved(): boolean {
    return this.#listeners.size > 0;
  }

  publish<T extends EventType>(type: T, data: EventOf<T>): void {
    this.#seq++;
    if (this.#listeners.size === 0) return;
    const event = { seq: this.#seq, atMs: this.#clock.nowMs(), type, data } as unknown as AnyEvent;
    for (const listener of this.#listeners) listener(event);
  }

  subscribe(listener: EventListener): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
