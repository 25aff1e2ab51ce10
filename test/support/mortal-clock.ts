import type { Cancel, Clock } from '#core/base/clock.ts';

/** A clock whose timers no longer ring once its owner is dead. */
export class MortalClock implements Clock {
  readonly #clock: Clock;
  isDead = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  schedule(delayMs: number, task: () => void): Cancel {
    return this.#clock.schedule(delayMs, () => {
      if (!this.isDead) task();
    });
  }
}
