/** A mistake of ours, never of the user's: the lab stops and keeps the evidence. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** @throws {AssertionError} when `condition` does not hold. One condition a call, so that the message names it. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** The end of an exhaustive switch: compiles only when every case was handled. */
export function unreachable(value: never): never {
  throw new AssertionError(`unreachable: ${JSON.stringify(value)}`);
}

/** The value, which must be there. `what` names it in the error. */
export function present<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new AssertionError(`${what} is missing`);
  return value;
}
