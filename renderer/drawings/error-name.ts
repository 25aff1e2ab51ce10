import { kafkaErrorName } from '#core/lab-api/sentences/kafka-errors.ts';

/** Answers after which a client asks again. */
const TRY_AGAIN: ReadonlySet<number> = new Set([3, 5, 6, 7, 14, 15, 16, 19, 27, 51, 52, 55, 70, 71, 74, 88]);

/** The name, or empty when Kafka has no such code. */
export function errorName(code: number): string {
  return kafkaErrorName(code) ?? '';
}

/** `47 INVALID_PRODUCER_EPOCH`; the number alone when the name is not known here, and `NONE` without its number. */
export function errorLabel(code: number): string {
  return code === 0 ? errorName(code) : `${code} ${errorName(code)}`.trim();
}

/** Fencing looks refused, what can be tried again looks open, every other error looks aborted. */
export function errorTone(code: number): 'none' | 'refused' | 'open' | 'aborted' {
  if (code === 0) return 'none';
  if (code === 47 || code === 90) return 'refused';
  return TRY_AGAIN.has(code) ? 'open' : 'aborted';
}

/** Token of the colour a code is written in. */
export function errorColour(code: number): 'text-3' | 'v-refused' | 'v-open' | 'v-aborted' {
  const tone = errorTone(code);
  return tone === 'none' ? 'text-3' : `v-${tone}`;
}
