import { describe, expect, test } from 'vitest';
import { Purgatory } from '#core/broker/purgatory.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

function waiting(keys: readonly string[], bytes: number, timeoutMs = 1000) {
  const clock = new SimClock();
  const purgatory = new Purgatory(clock);
  const ends: string[] = [];
  let cancel = (): void => undefined;
  void purgatory
    .wait({
      keys,
      bytes,
      timeoutMs,
      onCancel: (stop) => {
        cancel = stop;
      },
    })
    .then((end) => ends.push(end));
  return { clock, purgatory, ends, cancel: () => cancel() };
}

describe('a waiting request', () => {
  test('goes on when its partitions have grown enough, all told', async () => {
    const { clock, purgatory, ends } = waiting(['t-0', 't-1'], 100);
    purgatory.grown('t-0', 60);
    purgatory.grown('other-0', 500);
    await clock.advance(0);
    expect(ends).toEqual([]);
    purgatory.grown('t-1', 40);
    await clock.advance(0);
    expect(ends).toEqual(['grown']);
    expect([purgatory.size, clock.pendingCount]).toEqual([0, 0]);
  });

  test('goes on when its time is up', async () => {
    const { clock, purgatory, ends } = waiting(['t-0'], 1, 500);
    await clock.advance(499);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends).toEqual(['timedOut']);
    expect(purgatory.size).toBe(0);
  });

  test('is forgotten when it is cancelled', async () => {
    const { clock, purgatory, ends, cancel } = waiting(['t-0'], 1);
    cancel();
    purgatory.grown('t-0', 5);
    await clock.advance(2000);
    expect(ends).toEqual(['cancelled']);
    expect([purgatory.size, clock.pendingCount]).toEqual([0, 0]);
  });

  test('looks again when its partition is gone', async () => {
    const { clock, purgatory, ends } = waiting(['t-0'], 1_000_000);
    purgatory.gone('t-0');
    await clock.advance(0);
    expect(ends).toEqual(['grown']);
  });
});
