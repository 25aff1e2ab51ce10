import { describe, expect, test } from 'vitest';
import { logWalk } from '#core/log/log-walk.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

/** A clock on which every look costs a millisecond. */
class BusyClock extends SimClock {
  #looks = 0;
  override monotonicMs(): number {
    return super.monotonicMs() + this.#looks++;
  }
}

/** The walk does not look into logs: any objects will do. */
const LOGS = Array.from({ length: 20 }, (_, index) => ({ index })) as unknown as PartitionLog[];
const all = { logs: () => LOGS, isServed: () => true, rest: () => undefined };

describe('a walk over all logs', () => {
  test('lets others have their turn, visits each once, and does the rest at the end', async () => {
    const clock = new BusyClock();
    const visited: (PartitionLog | 'rest')[] = [];
    const walk = logWalk(clock, {
      ...all,
      visit: (log) => visited.push(log),
      rest: () => visited.push('rest'),
    });
    walk();
    expect(visited.length).toBeGreaterThan(0);
    expect(visited.length).toBeLessThan(10);
    await clock.advance(0);
    for (let i = 0; i < 20; i++) await clock.advance(1);
    expect(visited).toEqual([...LOGS, 'rest']);
  });

  test('is not begun again while it is under way', async () => {
    const clock = new BusyClock();
    let visits = 0;
    const walk = logWalk(clock, { ...all, visit: () => visits++ });
    walk();
    walk();
    for (let i = 0; i < 20; i++) await clock.advance(1);
    expect(visits).toBe(LOGS.length);
    walk();
    for (let i = 0; i < 20; i++) await clock.advance(1);
    expect(visits).toBe(2 * LOGS.length);
  });

  test('passes over what the disk refuses and what is gone', async () => {
    const clock = new SimClock();
    const visited: PartitionLog[] = [];
    const walk = logWalk(clock, {
      ...all,
      isServed: (log) => log !== LOGS[1],
      visit(log) {
        if (log === LOGS[0]) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        visited.push(log);
      },
    });
    walk();
    await clock.advance(0);
    expect(visited).toEqual(LOGS.slice(2));
  });

  test('throws its own mistakes where the clock can tell of them', async () => {
    const clock = new SimClock();
    const walk = logWalk(clock, {
      ...all,
      visit() {
        throw new TypeError('a mistake');
      },
    });
    walk();
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.pendingCount).toBe(1);
    await expect(clock.advance(0)).rejects.toThrow('a mistake');
  });
});
