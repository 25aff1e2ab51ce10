/** The sentence about one field of the byte ruler. */
import type { ByteField } from '#core/lab-api/views.ts';
import { sayError } from '../../text/say-error.ts';
import type { Text } from '../../text/use-text.svelte.ts';

/** What this value means in this file. */
export function sayField({ name, type, value, say }: ByteField, text: Text): string {
  const said = text.t(say.key, { name, type, value, ...say.params });
  if (say.key !== 'bytes.frame.errorCode') return said;
  return [said, sayError(Number(say.params['value']), text)].filter(Boolean).join(' ');
}
