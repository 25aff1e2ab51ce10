import { describe, expect, it } from 'vitest';
import { type AnyEvent, EventBus } from '#core/observe/event-bus.ts';
import { Journal } from '#core/observe/journal.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

function publish(bus: EventBus, count: number): void {
  for (let i = 0; i < count; i++) bus.publish('connection.closed', { connection: i });
}

describe('the journal', () => {
  it('keeps the newest events, in order, whatever was asked for', () => {
    const bus = new EventBus(new SimClock());
    const journal = new Journal(bus, { eventsMax: 10 });
    expect(journal.since(0)).toEqual([]);
    for (let total = 1; total <= 35; total++) {
      publish(bus, 1);
      const first = Math.max(1, total - 9);
      expect(journal.reachesBackTo(first - 1)).toBe(true);
      if (first > 1) expect(journal.reachesBackTo(first - 2)).toBe(false);
      for (let since = 0; since <= total + 1; since++) {
        const expected = Array.from({ length: total }, (_, i) => i + 1).filter(
          (n) => n > since && n >= first,
        );
        expect(journal.since(since).map((event) => event.seq)).toEqual(expected);
      }
    }
  });

  it('leaves out what is not worth keeping, and still finds its way by numbers', () => {
    const bus = new EventBus(new SimClock());
    const accepts = (event: AnyEvent): boolean => event.seq % 3 === 0;
    const journal = new Journal(bus, { eventsMax: 4, accepts });
    publish(bus, 20);
    expect(journal.since(0).map((event) => event.seq)).toEqual([9, 12, 15, 18]);
    expect(journal.since(12).map((event) => event.seq)).toEqual([15, 18]);
    expect(journal.since(13).map((event) => event.seq)).toEqual([15, 18]);
    expect([5, 6].map((seq) => journal.reachesBackTo(seq))).toEqual([false, true]);
  });

  it('hears nothing once closed', () => {
    const bus = new EventBus(new SimClock());
    const journal = new Journal(bus);
    journal.close();
    publish(bus, 3);
    expect(journal.since(0)).toEqual([]);
    expect(bus.isObserved).toBe(false);
  });
});
