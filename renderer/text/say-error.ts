import { kafkaErrorName } from '#core/lab-api/sentences/kafka-errors.ts';
import type { Text } from './use-text.svelte.ts';

/** What an error code of Kafka means, in the language of the window; undefined of none, and of a code that Kafka does not have. */
export function sayError(code: number, text: Text): string | undefined {
  const name = kafkaErrorName(code);
  return name === undefined || name === 'NONE' ? undefined : text.t(`lab.kafka.${name}`);
}
