import { LabError } from '#core/lab-api/lab-error.ts';
import type { LabFailure } from '#core/lab-api/views.ts';

/** What a command of a producer process failed with, in Kafka's words; undefined when it did not. */
export async function failureOf(command: Promise<unknown>): Promise<LabFailure | undefined> {
  try {
    await command;
    return undefined;
  } catch (error) {
    if (error instanceof LabError) return error.failure;
    throw error;
  }
}
