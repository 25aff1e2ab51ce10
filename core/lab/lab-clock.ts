/**
 * The lab's clock: another clock, set forward by hand, so that what takes Kafka a week is seen in a second.
 *
 * `advance` lets time pass in hops. A hop goes to the next timer that is due, but never less than a thousandth of the way: then all
 * that have become due run, in the order of their times, and see the time at the end of the hop. So a short way is exact, and a week
 * costs a thousand hops however often something repeats.
 *
 * Both times move, wall and monotonic: it is time that passes, not a clock that is corrected. Processes outside keep their own.
 */
import type { Cancel, Clock } from '#core/base/clock.ts';

const HOPS_MAX = 1000;

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly task: () => void;
  cancel: Cancel;
}

export class LabClock implements Clock {
  readonly #clock: Clock;
  readonly #timers = new Set<Timer>();
  #shiftMs = 0;
  #order = 0;
  #advancing: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nowMs(): number {
    return this.#clock.nowMs() + Math.floor(this.#shiftMs);
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs() + this.#shiftMs;
  }

  /** How far this clock is ahead of the one below, ms. */
  get shiftMs(): number {
    return this.#shiftMs;
  }

  schedule(delayMs: number, task: () => void): Cancel {
    const timer: Timer = {
      atMs: this.monotonicMs() + Math.max(0, delayMs),
      order: this.#order++,
      task,
      cancel: () => undefined,
    };
    this.#timers.add(timer);
    timer.cancel = this.#clock.schedule(delayMs, () => this.#run(timer));
    return () => {
      timer.cancel();
      this.#timers.delete(timer);
    };
  }

  /** Lets `byMs` (0 or more) pass and runs what falls due on the way; one advance at a time. */
  advance(byMs: number): Promise<void> {
    const advanced = this.#advancing.then(() => this.#advance(byMs));
    // What a timer throws is told to whoever asked for this advance; the next one is not hindered.
    this.#advancing = advanced.catch(() => undefined);
    return advanced;
  }

  async #advance(byMs: number): Promise<void> {
    const finalShiftMs = this.#shiftMs + byMs;
    const hopMsMin = byMs / HOPS_MAX;
    while (this.#shiftMs < finalShiftMs) {
      const nextMs = this.#nextAtMs() - this.monotonicMs();
      this.#shiftMs = Math.min(finalShiftMs, this.#shiftMs + Math.max(nextMs, hopMsMin));
      this.#runDue();
      // What the timers have set going gets its turn before the next hop.
      await new Promise<void>((resolve) => this.#clock.schedule(0, resolve));
    }
  }

  #nextAtMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { atMs } of this.#timers) next = Math.min(next, atMs);
    return next;
  }

  #runDue(): void {
    const nowMs = this.monotonicMs();
    const due = [...this.#timers].filter(({ atMs }) => atMs <= nowMs);
    due.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
    for (const timer of due) this.#run(timer);
  }

  /** Once: the clock below and an advance may both find it due, and one timer may cancel another. */
  #run(timer: Timer): void {
    if (!this.#timers.delete(timer)) return;
    timer.cancel();
    timer.task();
  }
}
