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

  close(): void {
    this.#closed = true;
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) undo();
  }
}
