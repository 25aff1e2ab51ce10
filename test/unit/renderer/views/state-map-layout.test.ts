import { describe, expect, it } from 'vitest';
import { layOutStates } from '../../../../renderer/views/transactions/state-map-layout.ts';
import { zombieRun } from '../../../support/zombie-run.ts';
import { transactionViews } from '../../../support/zombie-views.ts';

const at = (step: number) => transactionViews({ run: zombieRun(2), step, startedAtMs: 0 });

describe('the map of coordinator states', () => {
  it('puts every id in the box of its state', () => {
    const { boxes } = layOutStates(at(2), 900, 4);
    expect(boxes.filter((box) => box.ids.length > 0).map((box) => box.state)).toEqual(['Ongoing']);
  });

  it('shows Dead only while somebody is there', () => {
    const dead = at(2).map((one) => ({ ...one, state: 'Dead' }));
    expect(layOutStates(at(2), 900, 4).boxes.map((box) => box.state)).not.toContain('Dead');
    expect(layOutStates(dead, 900, 4).boxes.map((box) => box.state)).toContain('Dead');
  });

  it('keeps every box inside the width and the height', () => {
    const { boxes, height } = layOutStates(at(4), 640, 4);
    expect(boxes.every((box) => box.x + box.width <= 640 && box.y + box.height <= height)).toBe(true);
  });
});
