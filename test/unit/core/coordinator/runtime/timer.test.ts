import { expect, test } from 'vitest';
import { CoordinatorTimer } from '#core/coordinator/runtime/timer.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

test('a timeout runs once, is replaced by its own name, and can be cancelled', async () => {
  const clock = new SimClock();
  const timer = new CoordinatorTimer(clock);
  const fired: string[] = [];
  timer.schedule('a', 10, () => fired.push('first a'));
  timer.schedule('a', 20, () => fired.push('second a'));
  timer.schedule('b', 5, () => fired.push('b'));
  timer.schedule('c', 5, () => fired.push('c'));
  timer.cancel('c');
  timer.cancel('never there');
  expect(timer.isScheduled('a')).toBe(true);
  await clock.advance(15);
  expect(fired).toEqual(['b']);
  await clock.advance(15);
  expect(fired).toEqual(['b', 'second a']);
  expect(timer.size).toBe(0);
});

test('a task may schedule its own name again', async () => {
  const clock = new SimClock();
  const timer = new CoordinatorTimer(clock);
  let runs = 0;
  const again = (): void => {
    if (++runs < 3) timer.schedule('again', 10, again);
  };
  timer.schedule('again', 10, again);
  await clock.advance(100);
  expect(runs).toBe(3);
});

test('all are cancelled together', async () => {
  const clock = new SimClock();
  const timer = new CoordinatorTimer(clock);
  timer.schedule('a', 1, () => expect.unreachable());
  timer.schedule('b', 2, () => expect.unreachable());
  timer.cancelAll();
  await clock.advance(5);
  expect(timer.size).toBe(0);
});
