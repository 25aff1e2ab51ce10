import { beforeEach, describe, expect, it } from 'vitest';
import { EventBus } from '#core/observe/event-bus.ts';
import { type EventBatch, EventFeed } from '#core/observe/event-feed.ts';
import { Journal } from '#core/observe/journal.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

let clock: SimClock;
let bus: EventBus;
let journal: Journal;
let batches: EventBatch[];
let feed: EventFeed;

beforeEach(() => {
  clock = new SimClock();
  bus = new EventBus(clock);
  journal = new Journal(bus, { eventsMax: 1_000 });
  batches = [];
  feed = new EventFeed({ clock, bus, journal, send: (batch) => batches.push(batch), queueEventsMax: 2_000 });
});

function publishState(count: number): void {
  for (let i = 0; i < count; i++) bus.publish('connection.closed', { connection: i });
}
function publishHigh(count: number): void {
  for (let i = 0; i < count; i++) bus.publish('process.output', { process: 'A', text: String(i) });
}
function numbers(batch: EventBatch | undefined): readonly number[] {
  return batch?.events.map((event) => event.seq) ?? [];
}

describe('the feed of one window', () => {
  it('sends batches of at most 512 and never runs more than two ahead', async () => {
    feed.start(0);
    publishState(1_100);
    await clock.advance(1_000);
    expect(batches.map((batch) => batch.events.length)).toEqual([512, 512]);
    feed.acknowledge();
    await clock.advance(33);
    expect(batches.map((batch) => batch.events.length)).toEqual([512, 512, 76]);
    expect(batches.flatMap(numbers)).toEqual(Array.from({ length: 1_100 }, (_, i) => i + 1));
  });

  it('waits 33 ms, so that a burst is one batch, and is silent when nothing happens', async () => {
    feed.start(0);
    publishState(2);
    await clock.advance(32);
    publishState(1);
    expect(batches).toEqual([]);
    await clock.advance(1);
    expect(batches.map(numbers)).toEqual([[1, 2, 3]]);
    feed.acknowledge();
    await clock.advance(10_000);
    expect(batches).toHaveLength(1);
    expect(clock.pendingCount).toBe(0);
  });

  it('starts from a snapshot: what came after it is sent first', async () => {
    publishState(5);
    feed.start(3);
    publishState(1);
    await clock.advance(33);
    expect(batches.map(numbers)).toEqual([[4, 5, 6]]);
  });

  it('says resync when the journal no longer reaches back, or the number is from another lab', async () => {
    publishState(1_500);
    feed.start(10);
    await clock.advance(33);
    expect(batches).toEqual([{ dropped: 0, resync: true, events: [] }]);
    feed.start(9_999);
    await clock.advance(33);
    expect(batches[1]?.resync).toBe(true);
  });

  it('drops the oldest high-rate events for a stalled window, counts them, and keeps every state event', async () => {
    feed.start(0);
    for (let i = 0; i < 100; i++) {
      publishHigh(100);
      publishState(1);
    }
    for (let i = 0; i < 20; i++) {
      await clock.advance(33);
      feed.acknowledge();
    }
    const events = batches.flatMap((batch) => batch.events);
    const dropped = batches.reduce((sum, batch) => sum + batch.dropped, 0);
    expect(batches.some((batch) => batch.resync)).toBe(false);
    expect(events.filter((event) => event.type === 'connection.closed')).toHaveLength(100);
    expect(events.length + dropped).toBe(10_100);
    expect(dropped).toBeGreaterThan(8_000);
    expect(events.map((event) => event.seq)).toEqual(events.map((event) => event.seq).sort((a, b) => a - b));
    expect(events.at(-1)?.seq).toBe(10_100);
  });

  it('says resync when state events alone are too many', async () => {
    feed.start(0);
    publishState(2_001);
    publishState(1);
    await clock.advance(33);
    expect(batches[0]?.resync).toBe(true);
    expect(numbers(batches[0])).toEqual([2_002]);
  });

  it('forgets everything when stopped', async () => {
    feed.start(0);
    publishState(3);
    feed.stop();
    publishState(3);
    await clock.advance(100);
    expect(batches).toEqual([]);
  });
});
