import type { Cancel, Clock } from '#core/base/clock.ts';

/**
 * Named timeouts of one shard. Scheduling a name again replaces it, and none outlives its shard. A task that wants to change
 * state does so through a write of the runtime, like any request. (source: CoordinatorTimer)
 */
export class CoordinatorTimer {
  readonly #clock: Clock;
  readonly #cancels = new Map<string, Cancel>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many timeouts wait. */
  get size(): number {
    return this.#cancels.size;
  }

  /** Runs `task` once, `delayMs` from now, unless cancelled or replaced before. */
  schedule(name: string, delayMs: number, task: () => void): void {
    this.cancel(name);
    const cancel = this.#clock.schedule(delayMs, () => {
      if (this.#cancels.get(name) !== cancel) return;
      this.#cancels.delete(name);
      task();
    });
    this.#cancels.set(name, cancel);
  }

  isScheduled(name: string): boolean {
    return this.#cancels.has(name);
  }

  /** Forgets a timeout; one that is not there is not an error. */
  cancel(name: string): void {
    this.#cancels.get(name)?.();
    this.#cancels.delete(name);
  }

  cancelAll(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }
}
