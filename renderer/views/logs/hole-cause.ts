/** Why nobody has some offsets: a census knows it, or the check of what was opened; else one only sees that there is nothing. */
import type { HoleView } from '#core/lab-api/opened-views.ts';
import type { Span } from '../../state/long-scroll.ts';
import type { Text } from '../../text/use-text.svelte.ts';

export function holeCause({ first, last }: Span, holes: readonly HoleView[], text: Text): string {
  const within = holes.filter(({ fromOffset, toOffset }) => fromOffset <= last && toOffset >= first);
  const causes = [...new Set(within.map(({ cause }) => cause))];
  return causes.length > 0
    ? causes.map((cause) => text.t(`census.cause.${cause}`)).join('; ')
    : text.t('logs.noRecord', { count: last - first + 1 });
}
