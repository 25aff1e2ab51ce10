import type { Random } from '#core/base/random.ts';

/** Chance that repeats itself: xorshift32 from a seed. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed === 0 ? 1 : seed | 0;
  }

  #next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return this.#state >>> 0;
  }

  nextInt(bound: number): number {
    return this.#next() % bound;
  }

  nextFloat(): number {
    return this.#next() / 4294967296;
  }

  nextBytes(size: number): Buffer {
    return Buffer.from(Array.from({ length: size }, () => this.#next() & 0xff));
  }
}
