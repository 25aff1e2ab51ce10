/** Why nobody has some offsets: a census knows it, everybody else only sees that there is nothing. */
import type { PartitionCensus } from '#core/lab-api/opened-views.ts';
import type { Span } from '../../state/long-scroll.ts';
import type { Text } from '../../text/use-text.svelte.ts';

export function holeCause({ first, last }: Span, census: PartitionCensus | null, text: Text): string {
  const within = (census?.holes ?? []).filter(
    ({ fromOffset, toOffset }) => fromOffset <= last && toOffset >= first,
  );
  const causes = [...new Set(within.map(({ cause }) => cause))];
  return causes.length > 0
    ? causes.map((cause) => text.t(`census.cause.${cause}`)).join('; ')
    : text.t('logs.noRecord', { count: last - first + 1 });
}
