import { failureOf, LabError, labError } from '#core/lab-api/lab-error.ts';
import type { CommandFailure } from './producer-messages.ts';

/** A command to a process that is no more. */
export function goneError(process: string): LabError {
  return labError(
    'PROCESS_ENDED',
    `Process ${process} has ended.`,
    'Start its twin, or take it off the stage.',
  );
}

/** A command that the process could not do, in Kafka's words. */
export function commandError(process: string, failure: CommandFailure): LabError {
  const code = failure.code === null ? '' : `${failure.code} ${failure.error}: `;
  const message = `${process}: ${code}${failure.message}`;
  return new LabError(failureOf({ code: failure.error, exception: failure.exception, message, hint: null }));
}
