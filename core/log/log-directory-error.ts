/** Why a directory cannot be served. */
export type LogDirectoryProblem = 'notALogDirectory' | 'locked' | 'unreadable';

/** A data directory that cannot be opened. Nothing in it was changed. */
export class LogDirectoryError extends Error {
  override readonly name = 'LogDirectoryError';
  readonly problem: LogDirectoryProblem;

  constructor(problem: LogDirectoryProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
