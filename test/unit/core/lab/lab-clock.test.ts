import { describe, expect, test } from 'vitest';
import { repeat } from '#core/base/clock.ts';
import { LabClock } from '#core/lab/lab-clock.ts';
import { NodeClock } from '#core/platform/node/node-clock.ts';

const DAY_MS = 86_400_000;

function newClock(): LabClock {
  return new LabClock(new NodeClock());
}

describe('a clock that is advanced', () => {
  test('moves both times by what was asked, and no more than passed besides', async () => {
    const clock = newClock();
    const wallMs = clock.nowMs();
    const monotonicMs = clock.monotonicMs();
    await clock.advance(7 * DAY_MS);
    expect(clock.shiftMs).toBe(7 * DAY_MS);
    for (const passedMs of [clock.nowMs() - wallMs, clock.monotonicMs() - monotonicMs]) {
      expect(passedMs).toBeGreaterThanOrEqual(7 * DAY_MS);
      expect(passedMs).toBeLessThan(7 * DAY_MS + 5000);
    }
  });

  test('runs what falls due in the order of times, then of scheduling, and nothing else', async () => {
    const clock = newClock();
    const ran: string[] = [];
    clock.schedule(2000, () => ran.push('second'));
    clock.schedule(1000, () => ran.push('first'));
    clock.schedule(2000, () => ran.push('third'));
    clock.schedule(60_000, () => ran.push('later'));
    await clock.advance(3000);
    expect(ran).toEqual(['first', 'second', 'third']);
  });

  test('is right to a thousandth of the way when a timer looks at it', async () => {
    const clock = newClock();
    const startMs = clock.monotonicMs();
    let seenMs = 0;
    clock.schedule(4000, () => {
      seenMs = clock.monotonicMs() - startMs;
    });
    await clock.advance(10_000);
    expect(seenMs).toBeGreaterThanOrEqual(4000);
    expect(seenMs).toBeLessThan(4000 + 1000);
  });

  test('runs a timer that was made on the way, and one that repeats as often as hops allow', async () => {
    const clock = newClock();
    let repeated = 0;
    let wasMadeOnTheWay = false;
    const cancel = repeat(clock, 5000, () => repeated++);
    clock.schedule(DAY_MS, () => clock.schedule(DAY_MS, () => (wasMadeOnTheWay = true)));
    await clock.advance(7 * DAY_MS);
    cancel();
    expect(wasMadeOnTheWay).toBe(true);
    expect(repeated).toBeGreaterThan(500);
    expect(repeated).toBeLessThanOrEqual(1001);
  });

  test('a timer can cancel another that is due at the same time', async () => {
    const clock = newClock();
    let ran = 0;
    const cancels = [0, 1].map(() =>
      clock.schedule(1000, () => {
        ran++;
        for (const cancel of cancels) cancel();
      }),
    );
    await clock.advance(5000);
    expect(ran).toBe(1);
  });

  test('takes its advances one after the other', async () => {
    const clock = newClock();
    const seenMs: number[] = [];
    clock.schedule(1500, () => seenMs.push(clock.shiftMs));
    await Promise.all([clock.advance(1000), clock.advance(1000)]);
    expect(clock.shiftMs).toBe(2000);
    expect(seenMs).toHaveLength(1);
    expect(seenMs[0]).toBeGreaterThan(1000);
  });

  test('goes on with the machine’s time: a timer that is not jumped over fires by itself, once', async () => {
    const clock = newClock();
    await clock.advance(DAY_MS);
    let fired = 0;
    await new Promise<void>((resolve) => {
      clock.schedule(20, () => {
        fired++;
        resolve();
      });
    });
    await clock.advance(1000);
    expect(fired).toBe(1);
  });

  test('tells what a timer throws to whoever advanced it, and can be advanced again', async () => {
    const clock = newClock();
    clock.schedule(10, () => {
      throw new Error('of the timer');
    });
    await expect(clock.advance(100)).rejects.toThrow('of the timer');
    await clock.advance(100);
  });
});
