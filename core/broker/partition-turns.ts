/**
 * Work on many partitions, a few of them in one turn of the event loop, so that nobody else waits long. Pieces of work are done in
 * the order in which they were asked for: a topic that is deleted while it grows has stopped growing first.
 */
import type { Clock } from '#core/base/clock.ts';
import { sleep } from '#core/base/clock.ts';

/** Partitions made or removed in one turn of the event loop; more come in later turns. */
export const PARTITIONS_PER_TURN = 60;

export class PartitionTurns {
  readonly #clock: Clock;
  #tail: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Does `work` for a few of the items at a time, in later turns. True when all is done; false when this was closed before. */
  later<T>(items: readonly T[], work: (slice: readonly T[]) => void): Promise<boolean> {
    const turns = this.#tail.then(() => this.#take(items, work));
    // What failed is told to who asked; the next piece of work does not depend on it.
    this.#tail = turns.then(
      () => undefined,
      () => undefined,
    );
    return turns;
  }

  /** Nothing more is done. */
  close(): void {
    this.#isClosed = true;
  }

  async #take<T>(items: readonly T[], work: (slice: readonly T[]) => void): Promise<boolean> {
    for (let next = 0; next < items.length; next += PARTITIONS_PER_TURN) {
      await sleep(this.#clock, 0);
      if (this.#isClosed) return false;
      work(items.slice(next, next + PARTITIONS_PER_TURN));
    }
    return true;
  }
}
