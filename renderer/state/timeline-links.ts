/** The selection and the timeline: which item is which object. */
import type { TimelineItem } from '#core/lab-api/views.ts';
import type { Selected } from './selection.svelte.ts';

/** What a click on an item selects. */
export function selectedOf(item: TimelineItem): Selected {
  switch (item.kind) {
    case 'process':
      return { kind: 'process', process: item.process };
    case 'frame':
      return { kind: 'frame', frame: item.frame };
    case 'state':
      return { kind: 'state', state: item };
    case 'append': {
      const { topic, partition, baseOffset } = item;
      if (item.mark === 'refused') return { kind: 'refusal', topic, partition, atMs: item.atMs };
      return { kind: 'batch', topic, partition, baseOffset, offset: baseOffset };
    }
  }
}

function isItemOf(selected: Selected, item: TimelineItem): boolean {
  switch (selected.kind) {
    case 'frame':
      return item.kind === 'frame' && item.frame.frame === selected.frame.frame;
    case 'state':
      return item.id === selected.state.id;
    case 'batch':
      return (
        item.kind === 'append' &&
        item.mark !== 'refused' &&
        item.topic === selected.topic &&
        item.partition === selected.partition &&
        item.baseOffset === selected.baseOffset
      );
    case 'refusal':
      return (
        item.kind === 'append' &&
        item.mark === 'refused' &&
        item.topic === selected.topic &&
        item.partition === selected.partition
      );
    case 'process':
    case 'transaction':
    case 'rung':
    case 'claim':
    case 'pack':
    case 'xrayNode':
      return false;
  }
}

/** The item that shows the selection; null when none does. */
export function itemOf(items: readonly TimelineItem[], selected: Selected | null): TimelineItem | null {
  if (selected === null) return null;
  return items.findLast((item) => isItemOf(selected, item)) ?? null;
}

/** The event before or after the selected one, or the newest when none is selected. */
export function neighbourOf(
  items: readonly TimelineItem[],
  selected: Selected | null,
  step: -1 | 1,
): TimelineItem | null {
  const at = itemOf(items, selected);
  if (at === null) return items.at(-1) ?? null;
  return items[items.indexOf(at) + step] ?? null;
}
