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

/** A refusal by the lab itself. `code` is in UPPER_SNAKE_CASE; `hint` says what to do. */
export function labError(code: string, message: string, hint: string | null = null): LabError {
  return new LabError({ code, exception: null, message, hint });
}
