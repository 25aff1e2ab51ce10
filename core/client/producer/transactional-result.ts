/**
 * The outcome of a transactional call, which several callers may wait for, each with a time limit.
 *
 * A call that was not waited for to the end is repeated by the next same call: that one joins this result instead of starting
 * anew. (source: TransactionalRequestResult)
 */
import type { Clock } from '#core/base/clock.ts';
import { errorOf } from '../client-error.ts';

export class TransactionalResult {
  readonly #operation: string;
  #outcome: 'pending' | 'done' | 'failed' = 'pending';
  #error: Error | undefined;
  #isAcknowledged = false;
  #waiters: (() => void)[] = [];

  /** `operation` appears in the message of a timeout. */
  constructor(operation: string) {
    this.#operation = operation;
  }

  get isCompleted(): boolean {
    return this.#outcome !== 'pending';
  }
  /** Somebody has been told the outcome. */
  get isAcknowledged(): boolean {
    return this.#isAcknowledged;
  }

  done(): void {
    if (this.#outcome === 'pending') this.#outcome = 'done';
    this.#wake();
  }

  fail(error: Error): void {
    this.#outcome = 'failed';
    this.#error = error;
    this.#wake();
  }

  /** Resolves or rejects with the outcome; rejects with TimeoutException when there is none after `timeoutMs`. */
  async await(clock: Clock, timeoutMs: number, reason: string): Promise<void> {
    if (!this.isCompleted) await this.#settledWithin(clock, timeoutMs);
    if (!this.isCompleted) {
      const message = `Timeout expired after ${timeoutMs}ms while awaiting ${this.#operation}. ${reason}`;
      throw errorOf('REQUEST_TIMED_OUT', message);
    }
    this.#isAcknowledged = true;
    if (this.#error !== undefined) throw this.#error;
  }

  #settledWithin(clock: Clock, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.schedule(timeoutMs, resolve);
      this.#waiters.push(() => {
        cancel();
        resolve();
      });
    });
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter();
  }
}
