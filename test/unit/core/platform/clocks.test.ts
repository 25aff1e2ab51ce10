import { describe, expect, it, vi } from 'vitest';
import { repeat, sleep } from '#core/base/clock.ts';
import { NodeClock } from '#core/platform/node/node-clock.ts';
import { NodeRandom } from '#core/platform/node/node-random.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

describe('simulated time', () => {
  it('runs timers by time, then by order of scheduling, with microtasks in between', async () => {
    const clock = new SimClock(1_000);
    const seen: string[] = [];
    clock.schedule(20, () => seen.push(`c@${clock.monotonicMs()}`));
    clock.schedule(10, () => {
      seen.push(`a@${clock.nowMs()}`);
      void Promise.resolve().then(() => seen.push('after a'));
      clock.schedule(5, () => seen.push(`new@${clock.monotonicMs()}`));
    });
    clock.schedule(10, () => seen.push('b'));
    await clock.advance(20);
    expect(seen).toEqual(['a@1010', 'after a', 'b', 'new@15', 'c@20']);
    expect(clock.pendingCount).toBe(0);
  });

  it('does not run what was cancelled or is not due', async () => {
    const clock = new SimClock();
    const task = vi.fn();
    clock.schedule(10, task)();
    clock.schedule(11, task);
    await clock.advance(10);
    expect(task).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(task).toHaveBeenCalledOnce();
  });

  it('drives sleep and repeat', async () => {
    const clock = new SimClock();
    let ticks = 0;
    const stop = repeat(clock, 100, () => {
      ticks++;
    });
    const woke = sleep(clock, 350).then(() => ticks);
    await clock.advance(1_000);
    expect(await woke).toBe(3);
    stop();
    await clock.advance(1_000);
    expect(ticks).toBe(10);
  });
});

describe("the machine's time", () => {
  it('runs a task in a later turn, and not when cancelled', async () => {
    const clock = new NodeClock();
    const seen: string[] = [];
    clock.schedule(0, () => seen.push('never'))();
    clock.schedule(1, () => seen.push('never'))();
    clock.schedule(0, () => seen.push('later'));
    seen.push('now');
    await sleep(clock, 10);
    expect(seen).toEqual(['now', 'later']);
  });

  it('waits beyond the 24.8 days that one timeout can hold', () => {
    vi.useFakeTimers();
    try {
      const clock = new NodeClock();
      const task = vi.fn();
      const days = 24 * 3600 * 1000;
      clock.schedule(30 * days, task);
      const cancel = clock.schedule(30 * days, task);
      vi.advanceTimersByTime(29 * days);
      expect(task).not.toHaveBeenCalled();
      cancel();
      vi.advanceTimersByTime(2 * days);
      expect(task).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the machine's chance", () => {
  it('stays within its bounds', () => {
    const random = new NodeRandom();
    for (let i = 0; i < 200; i++) {
      expect(random.nextInt(3)).toBeLessThan(3);
      expect(random.nextFloat()).toBeLessThan(1);
    }
    expect(random.nextBytes(7)).toHaveLength(7);
    expect(random.nextInt(2 ** 31)).toBeGreaterThanOrEqual(0);
  });
});
