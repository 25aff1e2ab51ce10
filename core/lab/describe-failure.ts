import { AssertionError } from '#core/base/assert.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import { failureOf, LabError } from '#core/lab-api/lab-error.ts';
import type { LabFailure } from '#core/lab-api/views.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { IllegalStateError, KafkaError } from '#core/protocol/kafka-error.ts';

/** What a person is told about anything that was thrown. */
export function describeFailure(error: unknown): LabFailure {
  return error instanceof LabError ? error.failure : failureOf(described(error));
}

function described(error: unknown): Omit<LabFailure, 'says'> {
  if (error instanceof KafkaError) {
    const { code, says, hint } = ERRORS[error.error];
    const message = error.message === error.error ? says : error.message;
    return {
      code: error.error,
      exception: error.exception,
      message: `${code} ${error.error}: ${message}`,
      hint,
    };
  }
  if (error instanceof ConfigException) {
    return { code: 'CONFIG', exception: 'ConfigException', message: error.message, hint: null };
  }
  if (error instanceof IllegalStateError) {
    return { code: 'ILLEGAL_STATE', exception: error.exception, message: error.message, hint: null };
  }
  const message = error instanceof Error ? error.message : String(error);
  const isOurs = error instanceof AssertionError || error instanceof TypeError;
  return {
    code: isOurs ? 'LAB_BUG' : 'FAILED',
    exception: null,
    message: isOurs ? `The lab has a bug: ${message}` : message,
    hint: isOurs ? 'Start the lab again; what is in the logs is safe.' : null,
  };
}
