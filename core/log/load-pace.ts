/**
 * Opening logs without holding up whoever else is on the thread: a log that was not closed in order is read from its recovery point
 * on, which may be gigabytes. Says how far it is, as `log.recovering`.
 */
import type { Clock } from '#core/base/clock.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { TimeSlices } from './cleaner/time-slices.ts';

const REPORT_EVERY_MS = 250;

/** Called after some work; must be awaited when it answers a promise. */
export interface Pulse {
  pulse(): Promise<void> | undefined;
}

export class LoadPace implements Pulse {
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #slices: TimeSlices;
  #reportedMs: number;
  #place: (TopicPartition & { readonly number: number; readonly count: number }) | undefined;
  #doneBytes = 0;
  #totalBytes = 0;

  constructor(clock: Clock, bus: EventBus) {
    this.#clock = clock;
    this.#bus = bus;
    this.#slices = new TimeSlices(clock);
    this.#reportedMs = clock.monotonicMs();
  }

  /** The log of a partition comes next, the `number`th of `count`. */
  begin(place: TopicPartition, number: number, count: number): void {
    this.#place = { ...place, number, count };
    this.#doneBytes = 0;
    this.#totalBytes = 0;
  }

  /** So many bytes will be checked. */
  expect(bytes: number): void {
    this.#totalBytes += bytes;
  }

  /** So many of them were. */
  advance(bytes: number): Promise<void> | undefined {
    this.#doneBytes += bytes;
    return this.pulse();
  }

  pulse(): Promise<void> | undefined {
    if (!this.#slices.isOver) return undefined;
    this.#report();
    return this.#slices.rest();
  }

  #report(): void {
    const nowMs = this.#clock.monotonicMs();
    if (this.#place === undefined || this.#totalBytes === 0) return;
    if (nowMs - this.#reportedMs < REPORT_EVERY_MS) return;
    this.#reportedMs = nowMs;
    this.#bus.publish('log.recovering', {
      ...this.#place,
      doneBytes: Math.min(this.#doneBytes, this.#totalBytes),
      totalBytes: this.#totalBytes,
    });
  }
}
