import { expect, test } from 'vitest';
import { GuardedClock } from '#core/broker/guarded-clock.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

test('a task that throws is announced, and the tasks behind it still run', async () => {
  const clock = new SimClock();
  const bus = new EventBus(clock);
  const events: AnyEvent[] = [];
  bus.subscribe((event) => events.push(event));
  const guarded = new GuardedClock(clock, bus);
  let ran = 0;
  guarded.schedule(1, () => {
    throw new Error('broken');
  });
  guarded.schedule(2, () => ran++);
  guarded.schedule(3, () => ran++)();
  await clock.advance(10);
  expect(ran).toBe(1);
  expect(events.map(({ type, data }) => ({ type, data }))).toMatchObject([
    { type: 'broker.handlerFailed', data: { api: 'timer', message: 'broken' } },
  ]);
});
