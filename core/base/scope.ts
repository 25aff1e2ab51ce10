import type { Cancel } from './clock.ts';

/** Collects undo functions, so that everything which was started or subscribed is ended in one place, last first. */
export class Scope {
  readonly #undo: Cancel[] = [];
  #closed = false;

  /** Registers `undo`; runs it at once when the scope is already closed. */
  add(undo: Cancel): void {
    if (this.#closed) undo();
    else this.#undo.push(undo);
  }

  /** Runs every undo function, also after one that throws. @throws the first that was thrown, when all have run. */
  close(): void {
    this.#closed = true;
    const thrown: unknown[] = [];
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) {
      try {
        undo();
      } catch (error) {
        thrown.push(error);
      }
    }
    if (thrown.length > 0) throw thrown[0];
  }
}
