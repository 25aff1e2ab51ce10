/** The card of a process that the story has not started yet. */
import type { ProcessView, StoryView } from '#core/lab-api/views.ts';
import type { Text } from '../../text/use-text.svelte.ts';
import type { KeyValueRow } from '../../ui/key-value-row.ts';

/** `order-service` of `order-service-1`: both processes are the same service. */
function serviceOf(view: StoryView): string {
  return view.transactionalId.replace(/-\d+$/, '');
}

/** A process of the story before its step, as a card shows it. */
export function notStarted(letter: string, view: StoryView): ProcessView {
  return {
    id: letter,
    name: serviceOf(view),
    osPid: null,
    state: 'notStarted',
    sinceMs: 0,
    startedAtMs: 0,
    endedAtMs: null,
    exit: null,
    settings: {
      name: serviceOf(view),
      transactionalId: view.transactionalId,
      topic: view.topic,
      recordsPerTransaction: 3,
      transactionsPerSecond: 0,
      transactionTimeoutMs: 60_000,
      config: {},
    },
    believes: null,
    brokerKnows: null,
    freezesBy: 'signal',
    output: [],
    can: [],
  };
}

/** What both processes of the story have in common. */
export function storyFacts(view: StoryView, text: Text): readonly KeyValueRow[] {
  return [
    { key: 'id', label: 'transactional.id', value: view.transactionalId, isMono: true },
    {
      key: 'writes',
      label: text.t('story.writes'),
      value: text.t('story.writesWhat', { topic: view.topic }),
    },
    {
      key: 'protocol',
      label: text.t('story.protocol'),
      value:
        view.transactionVersion === 2
          ? 'Produce v12+, EndTxn v5'
          : 'AddPartitionsToTxn v3, Produce v11, EndTxn v4',
      isMono: true,
    },
  ];
}
