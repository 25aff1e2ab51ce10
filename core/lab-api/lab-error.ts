import { saidOf } from './said.ts';
import type { LabFailure } from './views.ts';

/** A call that could not be done, with what a person is told: what happened, and what to do. */
export class LabError extends Error {
  override readonly name = 'LabError';
  readonly failure: LabFailure;

  constructor(failure: LabFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A refusal by the lab itself. `code` is in UPPER_SNAKE_CASE; `hint` says what to do. Both sentences stand in `sentences/`. */
export function labError(code: string, message: string, hint: string | null = null): LabError {
  return new LabError(failureOf({ code, exception: null, message, hint }));
}

/** What a person is told, with the sentences that the window has words for. */
export function failureOf(failure: Omit<LabFailure, 'says'>): LabFailure {
  const { message, hint } = failure;
  const says = { message: saidOf(message, 'failure'), hint: hint === null ? null : saidOf(hint, 'hint') };
  return { ...failure, says };
}
