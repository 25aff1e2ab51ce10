import { AssertionError } from '#core/base/assert.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import { failureOf, LabError } from '#core/lab-api/lab-error.ts';
import { saidOf } from '#core/lab-api/said.ts';
import type { LabFailure } from '#core/lab-api/views.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { IllegalStateError, KafkaError } from '#core/protocol/kafka-error.ts';

/** What a person is told about anything that was thrown. */
export function describeFailure(error: unknown): LabFailure {
  if (error instanceof LabError) return error.failure;
  return error instanceof KafkaError ? kafkaFailure(error) : failureOf(described(error));
}

/** An error of Kafka: its meaning, unless something more telling was said with it. */
function kafkaFailure({ error, exception, message }: KafkaError): LabFailure {
  const { code, says, hint } = ERRORS[error];
  const isPlain = message === error;
  const reason = isPlain ? ({ key: `lab.kafka.${error}`, params: {} } as const) : saidOf(message, 'failure');
  return {
    code: error,
    exception,
    message: `${code} ${error}: ${isPlain ? says : message}`,
    hint,
    says: {
      message: { key: 'lab.kafka', params: { code: String(code), name: error, reason } },
      hint: { key: `lab.kafka.${error}.hint`, params: {} },
    },
  };
}

function described(error: unknown): Omit<LabFailure, 'says'> {
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
