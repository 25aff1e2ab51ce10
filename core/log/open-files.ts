/**
 * Bounds how many segments keep a file and loaded indexes at hand: the ones used last do, the others give theirs back and open
 * again when needed. A lab with thousands of partitions stays light, and within the system's limit of open files.
 */

/** Something that can give its files and memory back at any time. */
export interface Releasable {
  release(): void;
}

export class OpenFiles {
  readonly #max: number;
  /** In order of use, the latest last. */
  readonly #owners = new Set<Releasable>();
  #latest: Releasable | undefined;

  /** `max` owners, 1 or more. */
  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#owners.size;
  }

  /** `owner` is about to use its files. */
  touch(owner: Releasable): void {
    if (owner === this.#latest) return;
    this.#latest = owner;
    this.#owners.delete(owner);
    this.#owners.add(owner);
    if (this.#owners.size <= this.#max) return;
    const [oldest] = this.#owners;
    if (oldest === undefined) return;
    this.#owners.delete(oldest);
    oldest.release();
  }

  /** `owner` has closed its files itself. */
  forget(owner: Releasable): void {
    this.#owners.delete(owner);
    if (this.#latest === owner) this.#latest = undefined;
  }
}
