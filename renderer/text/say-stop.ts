import type { ByteStop } from '#core/lab-api/byte-views.ts';
import type { Text } from './use-text.svelte.ts';

/** What was expected where reading stopped, and what was found. */
export function sayStop({ expected, found }: Pick<ByteStop, 'expected' | 'found'>, text: Text): string {
  if (expected === null) return text.say(found);
  return text.t('damage.expected', { expected: text.say(expected), found: text.say(found) });
}
