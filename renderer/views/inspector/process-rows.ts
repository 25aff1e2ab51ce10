/** A process as lines of names and values. */
import type { ProcessView, ProducerSettings, ProducerStanding } from '#core/lab-api/views.ts';
import type { Text } from '../../text/use-text.svelte.ts';
import type { KeyValueRow } from '../../ui/key-value-row.ts';

/** How a process ended: its exit code or the signal. */
export function endOf(process: ProcessView, text: Text): string {
  if (process.exit === null) return '';
  if (process.exit.signal !== null) return text.t('process.exitSignal', { signal: process.exit.signal });
  return text.t('process.exitCode', { code: process.exit.code ?? 0 });
}

/** Producer id, epoch and transaction, by the process or by the broker. */
export function standingRows(
  standing: ProducerStanding | null,
  stateLabel: string,
  text: Text,
): readonly KeyValueRow[] {
  if (standing === null) {
    return [{ key: 'producer', label: text.t('inspector.producer'), value: null }];
  }
  const marker = standing.lastMarker;
  return [
    {
      key: 'producer',
      label: text.t('inspector.producer'),
      value: text.t('inspector.pidEpoch', { pid: standing.producerId, epoch: standing.epoch }),
      isMono: true,
    },
    { key: 'state', label: stateLabel, value: standing.transaction, isMono: true },
    ...(marker === null
      ? []
      : [
          {
            key: 'marker',
            label: text.t('inspector.lastMarker'),
            value: `${marker.type} ${marker.topic}-${marker.partition} @${marker.offset}`,
            isMono: true,
          },
        ]),
  ];
}

/** The producer's settings under Kafka's names. */
export function settingRows(settings: ProducerSettings): readonly KeyValueRow[] {
  const row = (key: string, value: string): KeyValueRow => ({ key, label: key, value, isMono: true });
  return [
    ...(settings.transactionalId === null
      ? []
      : [
          row('transactional.id', settings.transactionalId),
          row('transaction.timeout.ms', String(settings.transactionTimeoutMs)),
        ]),
    row('topic', settings.topic),
    ...Object.entries(settings.config).map(([key, value]) => row(key, value)),
  ];
}
