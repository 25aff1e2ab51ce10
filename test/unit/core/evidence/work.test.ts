import { describe, expect, it } from 'vitest';
import { Work, type WorkProgress } from '#core/evidence/work.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

describe('long work', () => {
  it('never has more done than there is: the total grows when more must be read', async () => {
    const clock = new SimClock();
    const seen: WorkProgress[] = [];
    const work = new Work(clock, (progress) => seen.push(progress));
    work.expect(10);
    for (let i = 0; i < 4; i++) {
      await clock.advance(1_000);
      work.advance(5);
    }
    expect(seen.map(({ doneBytes, totalBytes }) => [doneBytes, totalBytes])).toEqual([
      [5, 10],
      [10, 10],
      [15, 15],
      [20, 20],
    ]);
  });

  it('whose size is not known stays so', () => {
    const clock = new SimClock();
    const seen: WorkProgress[] = [];
    const work = new Work(clock, (progress) => seen.push(progress));
    work.advance(5);
    expect(seen.at(-1)).toMatchObject({ doneBytes: 5, totalBytes: -1 });
  });
});
