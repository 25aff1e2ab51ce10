/** Work that is due later, forgotten when its owner ends. */
import type { Cancel, Clock } from '#core/base/clock.ts';
import { isDiskError } from '#core/base/disk-error.ts';

export class DelayedTasks {
  readonly #clock: Clock;
  readonly #pending = new Set<Cancel>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `task` once, `delayMs` from now. What the disk refuses then is left for the next start. */
  after(delayMs: number, task: () => void): void {
    const cancel = this.#clock.schedule(delayMs, () => {
      this.#pending.delete(cancel);
      ignoringDisk(task);
    });
    this.#pending.add(cancel);
  }

  /** Forgets everything that is not done yet. */
  close(): void {
    for (const cancel of this.#pending) cancel();
    this.#pending.clear();
  }
}

/** Runs background work; what the disk refuses is tried again another time. */
export function ignoringDisk(task: () => void): void {
  try {
    task();
  } catch (error) {
    if (!isDiskError(error)) throw error;
  }
}
