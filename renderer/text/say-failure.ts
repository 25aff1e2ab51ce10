import type { LabFailure } from '#core/lab-api/views.ts';
import type { Text } from './use-text.svelte.ts';

/** What could not be done, and what to do, in the language of the window. */
export function sayFailure(
  { says }: Pick<LabFailure, 'says'>,
  text: Text,
): { readonly title: string; readonly text: string | undefined } {
  return { title: text.say(says.message), text: says.hint === null ? undefined : text.say(says.hint) };
}
