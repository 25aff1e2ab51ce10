import { IllegalStateError, KafkaError } from '#core/protocol/kafka-error.ts';
import type { CommandFailure } from './producer-messages.ts';

/** Why a command failed, as it crosses to the lab. */
export function describeError(error: unknown): CommandFailure {
  if (error instanceof KafkaError) {
    return { code: error.code, error: error.error, exception: error.exception, message: error.message };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const exception = error instanceof IllegalStateError ? error.exception : name;
  return { code: null, error: name, exception, message };
}
