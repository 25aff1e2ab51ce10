/** Lines that several faces have: who a producer was, and when something happened. */
import { formatMoment } from '../../drawings/units.ts';
import type { Text } from '../../text/use-text.svelte.ts';
import type { KeyValueRow } from '../../ui/key-value-row.ts';

/** Producer id and epoch. */
export function producerRow(producerId: number, epoch: number, text: Text): KeyValueRow {
  const value = text.t('inspector.pidEpoch', { pid: producerId, epoch });
  return { key: 'pid', label: text.t('inspector.producer'), value, isMono: true };
}

/** When it happened; `runStartMs`: when the run began. */
export function timeRow(atMs: number, runStartMs: number, text: Text): KeyValueRow {
  const value = formatMoment(atMs, runStartMs);
  return { key: 'time', label: text.t('inspector.time'), value, isMono: true };
}
