/** The holes of a partition, few enough to show: neighbours with one cause are one hole, and of each cause the first are kept. */
import type { HoleCause, HoleView } from '#core/lab-api/opened-views.ts';

const KEPT_MAX = 1000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const MARKERS: readonly HoleCause[] = ['commit-marker', 'abort-marker', 'other-control'];

export class HoleList {
  readonly #kept: Mutable<HoleView>[] = [];
  readonly #perCause = new Map<HoleCause, number>();
  #newest: Mutable<HoleView> | undefined;
  leftOut = 0;

  /** Holes may come in any order; neighbours are joined when they come one after the other. */
  add(hole: HoleView): void {
    const newest = this.#newest;
    if (
      newest !== undefined &&
      newest.cause === hole.cause &&
      newest.toOffset + 1 === hole.fromOffset &&
      !MARKERS.includes(hole.cause)
    ) {
      newest.toOffset = hole.toOffset;
      return;
    }
    this.#newest = { ...hole };
    const count = this.#perCause.get(hole.cause) ?? 0;
    this.#perCause.set(hole.cause, count + 1);
    if (count < KEPT_MAX) this.#kept.push(this.#newest);
    else this.leftOut++;
  }

  /** Gives every hole of one cause another. */
  rename(from: HoleCause, to: HoleCause): void {
    for (const hole of this.#kept) if (hole.cause === from) hole.cause = to;
  }

  /** In the order of offsets. */
  sorted(): readonly HoleView[] {
    return this.#kept.sort((a, b) => a.fromOffset - b.fromOffset);
  }
}
