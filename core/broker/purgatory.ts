/**
 * Where requests wait for a partition to grow. Fetches wait here until enough bytes were appended, or their time is up.
 * (source: DelayedOperationPurgatory)
 */
import type { Clock } from '#core/base/clock.ts';

/** Why a wait is over. */
export type WaitEnd = 'grown' | 'timedOut' | 'cancelled';

interface Waiter {
  readonly keys: readonly string[];
  bytesLeft: number;
  readonly end: (why: WaitEnd) => void;
}

export class Purgatory {
  readonly #clock: Clock;
  readonly #waiters = new Map<string, Set<Waiter>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many requests wait. */
  get size(): number {
    return new Set([...this.#waiters.values()].flatMap((waiters) => [...waiters])).size;
  }

  /**
   * Waits until `bytes` were appended to the partitions named `keys`, all told, or `timeoutMs` have passed. `onCancel` is handed
   * a function that ends the wait early.
   */
  wait(options: {
    readonly keys: readonly string[];
    readonly bytes: number;
    readonly timeoutMs: number;
    readonly onCancel: (cancel: () => void) => void;
  }): Promise<WaitEnd> {
    return new Promise((resolve) => {
      const end = (why: WaitEnd): void => {
        stopTimer();
        this.#forget(waiter);
        resolve(why);
      };
      const waiter: Waiter = { keys: options.keys, bytesLeft: options.bytes, end };
      const stopTimer = this.#clock.schedule(options.timeoutMs, () => end('timedOut'));
      for (const key of options.keys) this.#waitersFor(key).add(waiter);
      options.onCancel(() => end('cancelled'));
    });
  }

  /** `bytes` were appended to a partition. */
  grown(key: string, bytes: number): void {
    const waiters = this.#waiters.get(key);
    if (waiters === undefined) return;
    for (const waiter of [...waiters]) {
      waiter.bytesLeft -= bytes;
      if (waiter.bytesLeft <= 0) waiter.end('grown');
    }
  }

  /** A partition is gone: whoever waits for it must look again. */
  gone(key: string): void {
    for (const waiter of [...(this.#waiters.get(key) ?? [])]) waiter.end('grown');
  }

  #waitersFor(key: string): Set<Waiter> {
    let waiters = this.#waiters.get(key);
    if (waiters === undefined) {
      waiters = new Set();
      this.#waiters.set(key, waiters);
    }
    return waiters;
  }

  #forget(waiter: Waiter): void {
    for (const key of waiter.keys) {
      const waiters = this.#waiters.get(key);
      waiters?.delete(waiter);
      if (waiters?.size === 0) this.#waiters.delete(key);
    }
  }
}
