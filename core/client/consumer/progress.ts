/** What a waiting poll() waits for: anything that may have changed its chances, or wakeup(). */
import type { Clock } from '#core/base/clock.ts';
import { ClientError } from '../client-error.ts';

export class Progress {
  readonly #clock: Clock;
  #count = 0;
  #isWoken = false;
  #waiters: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How often something has happened. */
  get count(): number {
    return this.#count;
  }

  announce(): void {
    this.#count++;
    this.#wake();
  }

  wakeup(): void {
    this.#isWoken = true;
    this.announce();
  }

  /** @throws WakeupException once after each wakeup(). */
  throwIfWoken(): void {
    if (!this.#isWoken) return;
    this.#isWoken = false;
    throw new ClientError('WakeupException');
  }

  /** Resolves at once if something has happened since `seen`, else when it does or after `timeoutMs`. */
  wait(seen: number, timeoutMs: number): Promise<void> {
    if (this.#count !== seen) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#clock.schedule(timeoutMs, resolve);
      this.#waiters.push(() => {
        cancel();
        resolve();
      });
    });
  }

  /** Settles as `work` does, or rejects with WakeupException as soon as wakeup() is called; the work goes on. */
  orWakeup<T>(work: Promise<T> | undefined): Promise<T | undefined> {
    if (work === undefined) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const watch = (): void => {
        if (this.#isWoken) {
          this.#isWoken = false;
          reject(new ClientError('WakeupException'));
        } else if (isOpen) {
          this.#waiters.push(watch);
        }
      };
      let isOpen = true;
      work
        .finally(() => {
          isOpen = false;
          this.#waiters = this.#waiters.filter((waiter) => waiter !== watch);
        })
        .then(resolve, reject);
      watch();
    });
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter();
  }
}
