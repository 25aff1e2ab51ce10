import { describe, expect, it } from 'vitest';
import { EventBus } from '#core/observe/event-bus.ts';
import { Journal } from '#core/observe/journal.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

function publish(bus: EventBus, count: number): void {
  for (let i = 0; i < count; i++) bus.publish('connection.closed', { connection: i });
}

describe('the journal', () => {
  it('keeps the newest events, in order, whatever was asked for', () => {
    const bus = new EventBus(new SimClock());
    const journal = new Journal(bus, 10);
    expect(journal.since(0)).toEqual([]);
    for (let total = 1; total <= 35; total++) {
      publish(bus, 1);
      const first = Math.max(1, total - 9);
      expect(journal.firstSeq).toBe(first);
      for (let since = 0; since <= total + 1; since++) {
        const expected = Array.from({ length: total }, (_, i) => i + 1).filter(
          (n) => n > since && n >= first,
        );
        expect(journal.since(since).map((event) => event.seq)).toEqual(expected);
      }
    }
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
