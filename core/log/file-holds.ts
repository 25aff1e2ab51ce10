import type { Cancel } from '#core/base/clock.ts';

/** While somebody holds the files of a data directory, neither retention nor the log cleaner takes any away. Holds may overlap. */
export class FileHolds {
  #count = 0;

  get areHeld(): boolean {
    return this.#count > 0;
  }

  /** Holds until the answer is called. */
  hold(): Cancel {
    this.#count++;
    let isHeld = true;
    return () => {
      if (isHeld) this.#count--;
      isHeld = false;
    };
  }
}
