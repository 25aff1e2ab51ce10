/**
 * Time that passes only when told to. Due timers run in (time, order of scheduling); between two of them everything that is
 * ready to run does, so that a run with the same inputs is the same run.
 *
 * Wall and monotonic time differ on purpose: a mix-up shows.
 */
import type { Cancel, Clock } from '#core/base/clock.ts';

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly task: () => void;
}

export class SimClock implements Clock {
  readonly #startMs: number;
  #elapsedMs = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();

  /** `startMs`: the wall clock's first reading, ms since the Unix epoch. */
  constructor(startMs = 1_700_000_000_000) {
    this.#startMs = startMs;
  }

  nowMs(): number {
    return this.#startMs + Math.floor(this.#elapsedMs);
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  /** How many timers wait. */
  get pendingCount(): number {
    return this.#timers.size;
  }

  schedule(delayMs: number, task: () => void): Cancel {
    const timer = { atMs: this.#elapsedMs + Math.max(0, delayMs), order: this.#order++, task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets `byMs` pass and runs what falls due on the way. */
  async advance(byMs: number): Promise<void> {
    const untilMs = this.#elapsedMs + byMs;
    await settle();
    for (let timer = this.#nextDue(untilMs); timer !== undefined; timer = this.#nextDue(untilMs)) {
      this.#timers.delete(timer);
      this.#elapsedMs = Math.max(this.#elapsedMs, timer.atMs);
      timer.task();
      await settle();
    }
    this.#elapsedMs = untilMs;
  }

  #nextDue(untilMs: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.atMs > untilMs) continue;
      if (
        next === undefined ||
        timer.atMs < next.atMs ||
        (timer.atMs === next.atMs && timer.order < next.order)
      ) {
        next = timer;
      }
    }
    return next;
  }
}

/** Runs every microtask that is ready, and those which they make ready. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
