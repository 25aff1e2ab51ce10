import { describe, expect, it } from 'vitest';
import type { TimelineItem } from '#core/lab-api/views.ts';
import { itemOf, neighbourOf, selectedOf } from '../../../../renderer/state/timeline-links.ts';
import { zombieRun } from '../../../support/zombie-run.ts';
import { timelineItems } from '../../../support/zombie-views.ts';

const items = timelineItems({ run: zombieRun(2), step: 6, startedAtMs: 0 });

describe('the timeline and the selection', () => {
  it('lead from an item to its object and back', () => {
    const linked = items.filter((item) => item.kind !== 'process');
    expect(linked.map((item) => itemOf(items, selectedOf(item))?.id)).toEqual(linked.map((item) => item.id));
  });

  it('walk from event to event, and stop at the ends', () => {
    const appends = items.flatMap((item, i) => (item.kind === 'append' ? [i] : []));
    const [from = 0, to = 0] = appends;
    const first = items[from] ?? null;
    const second = items[to] ?? null;
    const between = items.slice(from, to);
    const walked = between.reduce<TimelineItem | null>(
      (item) => item && neighbourOf(items, selectedOf(item), 1),
      first,
    );
    expect(walked?.id).toBe(second?.id);
    expect(neighbourOf(items, null, 1)).toBe(items.at(-1));
  });

  it('select a refused write as a refusal, not as a batch', () => {
    const refused = items.find((item) => item.kind === 'append' && item.mark === 'refused');
    expect(refused && selectedOf(refused).kind).toBe('refusal');
  });
});
