import type { Random } from '#core/base/random.ts';

const MULTIPLIER = 2;
const JITTER = 0.2;

/** How long to wait before something is tried again. */
export interface Backoff {
  /** The pause before the attempt that follows `failures` (0 or more) earlier pauses, in whole milliseconds. */
  delayMs(failures: number): number;
}

/** The same pause each time: how clients before 3.7 waited. */
export class FixedBackoff implements Backoff {
  readonly #delayMs: number;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  delayMs(): number {
    return this.#delayMs;
  }
}

/**
 * Pauses that double with each attempt, spread by ±20 %, never longer than a maximum. A first pause above the maximum makes
 * them all the maximum. (source: ExponentialBackoff, KIP-580)
 */
export class ExponentialBackoff implements Backoff {
  readonly #initialMs: number;
  readonly #maxMs: number;
  readonly #exponentMax: number;
  readonly #random: Random;

  constructor(random: Random, { initialMs, maxMs }: { readonly initialMs: number; readonly maxMs: number }) {
    this.#random = random;
    this.#maxMs = maxMs;
    this.#initialMs = Math.min(initialMs, maxMs);
    this.#exponentMax =
      maxMs > initialMs ? Math.log(maxMs / Math.max(initialMs, 1)) / Math.log(MULTIPLIER) : 0;
  }

  delayMs(failures: number): number {
    const term = this.#initialMs * MULTIPLIER ** Math.min(failures, this.#exponentMax);
    const factor = 1 - JITTER + 2 * JITTER * this.#random.nextFloat();
    return Math.min(Math.floor(factor * term), this.#maxMs);
  }
}
