import type { Clock } from '#core/base/clock.ts';

/** A point in monotonic time up to which a call may wait. */
export class Deadline {
  readonly #clock: Clock;
  readonly #atMs: number;

  /** `timeoutMs` from now; Infinity for ever. */
  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#atMs = clock.monotonicMs() + timeoutMs;
  }

  get remainingMs(): number {
    return Math.max(0, this.#atMs - this.#clock.monotonicMs());
  }
  get isOver(): boolean {
    return this.remainingMs === 0;
  }

  /** Resolves true when the promise is settled first, false when the time is over; rejects as the promise does. */
  settles(promise: Promise<unknown>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.schedule(this.remainingMs, () => resolve(false));
      promise.then(
        () => {
          cancel();
          resolve(true);
        },
        (error: unknown) => {
          cancel();
          reject(error);
        },
      );
    });
  }

  /** Waits `delayMs`, or what is left. */
  pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.schedule(Math.min(delayMs, this.remainingMs), resolve);
    });
  }
}
