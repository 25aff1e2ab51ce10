/**
 * Events for one window, at the pace at which it draws. Publishing is never slowed: what does not fit is dropped here.
 *
 *   publish → queue ≤ 20,000 ─ every 33 ms, ≤ 512 ─→ batch ─→ window ─ acknowledge ─→ next
 *                                                     at most 2 on the way
 *
 * When the queue is full, the oldest `high` events go first and are counted; when `state` events alone fill it, the queue is
 * emptied and the next batch says `resync`: the window loads its snapshots again.
 */
import type { Cancel, Clock } from '#core/base/clock.ts';
import type { AnyEvent, EventBus } from './event-bus.ts';
import { EVENTS, type EventOf, type EventType } from './events.ts';
import type { Journal } from './journal.ts';

const FLUSH_MS = 33;
const BATCH_EVENTS_MAX = 512;
const UNACKNOWLEDGED_MAX = 2;
const QUEUE_EVENTS_MAX = 20_000;

/** An event as it crosses to the window. */
export type FeedEvent = {
  [T in EventType]: {
    readonly seq: number;
    readonly atMs: number;
    readonly type: T;
    readonly data: EventOf<T>;
  };
}[EventType];

/** `resync`: events are missing that the window needs; it loads its snapshots and subscribes again from there. */
export type EventBatch = {
  /** How many `high` events were left out before this batch. */
  readonly dropped: number;
  readonly resync: boolean;
  readonly events: readonly FeedEvent[];
};

export interface FeedOptions {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly journal: Journal;
  readonly send: (batch: EventBatch) => void;
  /** Which events the window is interested in; all when left out. */
  readonly accepts?: (event: AnyEvent) => boolean;
  readonly queueEventsMax?: number;
}

export class EventFeed {
  readonly #options: FeedOptions;
  readonly #queueEventsMax: number;
  #queue: AnyEvent[] = [];
  #dropped = 0;
  #resync = false;
  #unacknowledged = 0;
  #unsubscribe: Cancel | undefined;
  #cancelFlush: Cancel | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#queueEventsMax = options.queueEventsMax ?? QUEUE_EVENTS_MAX;
  }

  /** Sends events after `sinceSeq`, from the journal and then as they come. Starting again forgets what was queued. */
  start(sinceSeq: number): void {
    this.stop();
    const { bus, journal } = this.#options;
    // A number from the future comes from a window that outlived another lab.
    this.#resync = sinceSeq > bus.seq || !journal.reachesBackTo(sinceSeq);
    if (!this.#resync) for (const event of journal.since(sinceSeq)) this.#enqueue(event);
    if (this.#resync) this.#arm();
    this.#unsubscribe = bus.subscribe((event) => this.#enqueue(event));
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#cancelFlush?.();
    this.#unsubscribe = undefined;
    this.#cancelFlush = undefined;
    this.#queue = [];
    this.#dropped = 0;
    this.#resync = false;
    this.#unacknowledged = 0;
  }

  /** The window has drawn one batch. */
  acknowledge(): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - 1);
    if (this.#queue.length > 0 || this.#resync) this.#arm();
  }

  #enqueue(event: AnyEvent): void {
    if (this.#options.accepts?.(event) === false) return;
    this.#queue.push(event);
    if (this.#queue.length > this.#queueEventsMax) this.#makeRoom();
    this.#arm();
  }

  #arm(): void {
    if (this.#cancelFlush !== undefined || this.#unacknowledged >= UNACKNOWLEDGED_MAX) return;
    this.#cancelFlush = this.#options.clock.schedule(FLUSH_MS, () => {
      this.#cancelFlush = undefined;
      this.#flush();
    });
  }

  #flush(): void {
    const events = this.#queue.splice(0, BATCH_EVENTS_MAX) as unknown as readonly FeedEvent[];
    const batch = { dropped: this.#dropped, resync: this.#resync, events };
    this.#dropped = 0;
    this.#resync = false;
    this.#unacknowledged++;
    this.#options.send(batch);
    if (this.#queue.length > 0) this.#arm();
  }

  /** Drops the older half of the `high` events at once, so that a flood does not pay for this at every event. */
  #makeRoom(): void {
    const highCount = this.#queue.reduce((count, event) => count + (isHigh(event) ? 1 : 0), 0);
    if (highCount === 0) {
      this.#queue = [];
      this.#dropped = 0;
      this.#resync = true;
      return;
    }
    let toDrop = Math.ceil(highCount / 2);
    this.#dropped += toDrop;
    this.#queue = this.#queue.filter((event) => {
      if (toDrop === 0 || !isHigh(event)) return true;
      toDrop--;
      return false;
    });
  }
}

function isHigh(event: AnyEvent): boolean {
  return EVENTS[event.type].rate === 'high';
}
