/** The sentence about one field of the byte ruler. */
import type { ByteField } from '#core/lab-api/views.ts';
import { hasMessage } from '../../text/messages.svelte.ts';
import type { Text } from '../../text/use-text.svelte.ts';

/** What this value means in this file; nothing when the window has no sentence for it. */
export function sayField(field: ByteField, text: Text): string {
  const { key, params } = field.say;
  return hasMessage(key) ? text.t(key, params) : '';
}
