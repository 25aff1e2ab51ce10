/** What the timeline can be narrowed to: what is selected first, then what the story is about. */
import type { TimelineFilter } from '../../drawings/timeline/timeline-target.ts';
import type { LabWindow } from '../../state/lab-window.svelte.ts';

const FILTERS_MAX = 5;

function ofSelection(labWindow: LabWindow): readonly TimelineFilter[] {
  const selected = labWindow.selection.current;
  switch (selected?.kind) {
    case 'process':
      return [{ kind: 'process', process: selected.process }];
    case 'transaction':
    case 'rung':
      return [{ kind: 'transactionalId', transactionalId: selected.transactionalId }];
    case 'state':
      return [{ kind: 'transactionalId', transactionalId: selected.state.transactionalId }];
    case 'frame':
      return [{ kind: 'connection', connection: selected.frame.connection }];
    case 'batch':
      // The timeline knows nothing of files that were opened.
      if (selected.opened !== undefined) return [];
      return [{ kind: 'partition', partition: `${selected.topic}-${selected.partition}` }];
    case 'refusal':
      return [{ kind: 'partition', partition: `${selected.topic}-${selected.partition}` }];
    default:
      return [];
  }
}

function ofTransactions(labWindow: LabWindow): readonly TimelineFilter[] {
  const { story, transactions, theatre } = labWindow;
  const isStory = labWindow.area === 'theatre' && theatre.mode === 'story';
  if (!isStory) {
    const [first] = transactions.list.value;
    return first === undefined ? [] : [{ kind: 'transactionalId', transactionalId: first.transactionalId }];
  }
  const transactionalId = story.view?.transactionalId ?? '';
  const transaction = transactions.find(transactionalId);
  const filters: TimelineFilter[] = [{ kind: 'transactionalId', transactionalId }];
  if (transaction !== null) filters.push({ kind: 'producerId', producerId: transaction.producerId });
  filters.push({ kind: 'partition', partition: `${story.view?.topic ?? ''}-0` });
  return filters;
}

/** Everything first; equal filters once. */
export function filtersFor(labWindow: LabWindow): readonly TimelineFilter[] {
  const wanted: readonly TimelineFilter[] = [
    { kind: 'everything' },
    ...ofSelection(labWindow),
    ...ofTransactions(labWindow),
  ];
  const distinct = new Map(wanted.map((filter) => [JSON.stringify(filter), filter]));
  return [...distinct.values()].slice(0, FILTERS_MAX);
}
