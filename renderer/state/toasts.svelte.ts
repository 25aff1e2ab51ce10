/** Short messages at the edge: what happened without being asked for, and commands that could not be done. */
import type { LabFailure } from '#core/lab-api/views.ts';
import type { ToastView } from '../ui/toast-view.ts';

const SHOWN_MAX = 4;

export class Toasts {
  shown: readonly ToastView[] = $state.raw([]);
  #count = 0;

  add(toast: Omit<ToastView, 'id'>): void {
    this.#count++;
    this.shown = [...this.shown, { ...toast, id: String(this.#count) }].slice(-SHOWN_MAX);
  }

  /** What a person is told when a command could not be done: what happened, and what to do. */
  addFailure(failure: LabFailure): void {
    // What the check of an input says is for whoever writes a client.
    if (failure.code === 'BAD_INPUT') this.add({ glyph: 'fails', title: '', titleKey: 'toast.badInput' });
    else this.add({ glyph: 'fails', title: '', failure });
  }

  close(id: string): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}
