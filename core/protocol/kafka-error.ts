import type { ErrorName } from './errors.ts';
import { ERRORS } from './errors.ts';

/** A protocol outcome that is not NONE: thrown by client code, and inside the broker where a check fails deep down. */
export class KafkaError extends Error {
  override readonly name = 'KafkaError';
  readonly error: ErrorName;

  constructor(error: ErrorName, message?: string, options?: ErrorOptions) {
    super(message ?? error, options);
    this.error = error;
  }

  get code(): number {
    return ERRORS[this.error].code;
  }

  get retriable(): boolean {
    return ERRORS[this.error].retriable;
  }

  /** Java's class of the exception. */
  get exception(): string {
    return ERRORS[this.error].exception;
  }
}

/** A call that the state of the client does not allow. The state is unchanged. (source: IllegalStateException) */
export class IllegalStateError extends Error {
  override readonly name = 'IllegalStateError';
  readonly exception = 'IllegalStateException';
}
