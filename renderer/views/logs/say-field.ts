/** The sentence about one field of the byte ruler. */
import type { ByteField } from '#core/lab-api/views.ts';
import type { Text } from '../../text/use-text.svelte.ts';

/** What this value means in this file. */
export function sayField(field: ByteField, text: Text): string {
  return text.t(field.say.key, field.say.params);
}
