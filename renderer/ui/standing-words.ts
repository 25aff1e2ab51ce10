/** What a process believes, or the broker knows, in few words. */
import type { ProducerStanding } from '#core/lab-api/views.ts';
import type { Translate } from '../text/use-text.svelte.ts';

/** States in which records may be written: the client's names and the coordinator's. */
const OPEN: ReadonlySet<string> = new Set(['IN_TRANSACTION', 'Ongoing']);
/** States in which nothing is under way and nothing went wrong. */
const SETTLED: ReadonlySet<string> = new Set([
  'UNINITIALIZED',
  'READY',
  'Empty',
  'CompleteCommit',
  'CompleteAbort',
]);

/** `transaction open`, `committed @10`, `no transaction`; any other state is said with its own name. */
export function standingWords(standing: ProducerStanding, t: Translate): string {
  if (OPEN.has(standing.transaction)) return t('process.transactionOpen');
  if (!SETTLED.has(standing.transaction)) return standing.transaction;
  const marker = standing.lastMarker;
  if (marker === null) return t('process.noTransaction');
  return t(marker.type === 'COMMIT' ? 'process.committedAt' : 'process.abortedAt', {
    offset: marker.offset,
  });
}

/** True when the two halves of a card do not agree about who this producer is. */
export function isMistaken(believes: ProducerStanding | null, knows: ProducerStanding | null): boolean {
  if (believes === null || knows === null) return false;
  return believes.epoch !== knows.epoch || believes.producerId !== knows.producerId;
}
