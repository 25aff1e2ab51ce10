import { describe, expect, test } from 'vitest';
import type { BatchView } from '#core/lab-api/views.ts';
import type { ReadStretch } from '../../../../renderer/state/log-pages.ts';
import { batch } from '../drawings/support.ts';
import { aHugeBatch, aLog, PagesStand } from './log-of-batches.ts';

/** 100,000 records. */
const LONG = aLog(10_000, 10);

function offsets(read: ReadStretch | null): readonly number[] {
  return read?.batches.flatMap(({ records }) => records.map(({ offset }) => offset)) ?? [];
}

/** Every record of the log that has an offset in what was read is there, and in order. */
function expectComplete(stand: PagesStand): void {
  const read = stand.pages.stretch;
  if (read === null) throw new Error('nothing is read');
  const expected = stand.log.filter(
    ({ baseOffset, lastOffset }) => lastOffset >= read.from && baseOffset <= read.to,
  );
  expect(read.batches.map(({ baseOffset }) => baseOffset)).toEqual(
    expected.map(({ baseOffset }) => baseOffset),
  );
}

function recordCount(stand: PagesStand): number {
  return offsets(stand.pages.stretch).length;
}

describe('pages of a log', () => {
  test('begin with its end', async () => {
    const stand = new PagesStand(LONG);
    await stand.pages.restart();
    expect(stand.pages.stretch?.to).toBe(99_999);
    expect(stand.asked).toHaveLength(1);
    expectComplete(stand);
  });

  test('are read around a place, and more on both sides of it', async () => {
    const stand = new PagesStand(LONG);
    await stand.look(50_000);
    const { from = 0, to = 0 } = stand.pages.stretch ?? {};
    expect(from).toBeLessThan(50_000 - 100);
    expect(to).toBeGreaterThan(50_000 + 100);
    expectComplete(stand);
  });

  test('never keep more than so many records, however far one scrolls', async () => {
    const stand = new PagesStand(LONG);
    for (let high = 90_000; high > 70_000; high -= 40) {
      await stand.look(high);
      expect(recordCount(stand)).toBeLessThan(1_700);
      expect(offsets(stand.pages.stretch)).toContain(high);
      expect(offsets(stand.pages.stretch)).toContain(high - 19);
    }
    expectComplete(stand);
    // Scrolling reads every page once.
    expect(stand.asked.length).toBeLessThan(20_000 / 290 + 5);
  });

  test('that were scrolled past are neither read nor shown', async () => {
    const stand = new PagesStand(LONG);
    stand.isHeld = true;
    const looking = stand.look(90_000);
    for (let high = 89_000; high >= 10_000; high -= 1000) void stand.look(high);
    await stand.letThrough();
    expect(stand.asked.map(({ fromOffset }) => fromOffset)).toEqual([90_000, 10_000]);
    expect(stand.seen).toEqual([]);
    stand.isHeld = false;
    await stand.letThrough();
    await looking;
    expect(offsets(stand.pages.stretch)).toContain(10_000);
    expect(offsets(stand.pages.stretch)).not.toContain(90_000);
  });

  test('of another log are never shown', async () => {
    const stand = new PagesStand(aLog(1000, 10));
    stand.isHeld = true;
    const looking = stand.look(5000);
    stand.log = aLog(10, 1);
    void stand.pages.restart();
    stand.isHeld = false;
    await stand.letThrough();
    await looking;
    expect(stand.pages.stretch).toMatchObject({ from: 0, to: 9 });
    expectComplete(stand);
  });

  test('know where offsets are missing, however many', async () => {
    const stand = new PagesStand(aLog(10_000, 10, (index) => index > 100 && index < 9000 && index !== 5000));
    await stand.look(50_000);
    expectComplete(stand);
    const { from = 0, to = 0 } = stand.pages.stretch ?? {};
    expect(from).toBeLessThan(1000);
    expect(to).toBeGreaterThan(90_000);
  });

  test('end at the log start, also where nothing lies there any more', async () => {
    const stand = new PagesStand(aLog(50, 10, (index) => index < 40));
    await stand.look(499);
    expect(stand.pages.stretch).toMatchObject({ from: 0, to: 499 });
  });

  test('below a log start that has moved are not asked for for ever', async () => {
    const stand = new PagesStand(LONG);
    await stand.look(1000);
    stand.log = stand.log.filter(({ baseOffset }) => baseOffset >= 70_000);
    stand.start = 70_000;
    await stand.pages.refresh();
    expect(stand.pages.stretch?.from).toBe(70_000);
    expect(stand.asked.length).toBeLessThan(8);
  });

  test('are read again when something was written: the end as far as it is seen', async () => {
    const log = aLog(1001, 10);
    const stand = new PagesStand(log.slice(0, 1000));
    await stand.pages.restart();
    stand.log = log;
    await stand.pages.refresh();
    expect(stand.pages.stretch?.to).toBe(10_009);
    expectComplete(stand);
  });

  test('elsewhere are read again in place', async () => {
    const stand = new PagesStand(aLog(1000, 10));
    await stand.look(5000);
    stand.log = stand.log.map((one) => ({ ...one, verdict: 'committed' as const }));
    await stand.pages.refresh();
    const { batches = [] } = stand.pages.stretch ?? {};
    expect(new Set(batches.map(({ verdict }) => verdict))).toEqual(new Set(['committed']));
    expect(offsets(stand.pages.stretch)).toContain(5000);
    expectComplete(stand);
  });

  test('of batches count batches, and have no records', async () => {
    const stand = new PagesStand(aLog(3000, 130));
    stand.unit = 'batches';
    await stand.look(200_000, 20 * 130);
    const { batches = [] } = stand.pages.stretch ?? {};
    expect(batches.length).toBeGreaterThan(200);
    expect(batches.length).toBeLessThan(1300);
    expect(recordCount(stand)).toBe(0);
    expectComplete(stand);
  });

  test('that cannot be read leave what was there, and are tried again', async () => {
    const stand = new PagesStand(aLog(1000, 10));
    await stand.look(5000);
    const { log } = stand;
    stand.log = new Proxy(log, {
      get: (target, key) => {
        if (key === 'filter') throw new Error('gone');
        return Reflect.get(target, key) as unknown;
      },
    });
    await stand.look(9000);
    expect(offsets(stand.pages.stretch)).toContain(5000);
    stand.log = log;
    await stand.look(9001);
    expect(offsets(stand.pages.stretch)).toContain(9001);
  });

  test('upwards begin at the lowest offset seen', async () => {
    const stand = new PagesStand(aLog(1000, 10));
    stand.isNewestFirst = false;
    await stand.pages.look({ low: 5000, high: 5020, at: 5000, isAtTail: false });
    expect(stand.asked[0]).toMatchObject({ fromOffset: 5000, direction: 'up' });
    expectComplete(stand);
  });

  test('of an empty log are none', async () => {
    const stand = new PagesStand([]);
    await stand.pages.restart();
    expect(stand.pages.stretch).toBeNull();
    expect(stand.asked).toEqual([]);
  });
});

/** 0 to 9 in small batches, 10 to 50,009 in one, small batches again up to 50,029. */
const HUGE = [...aLog(10, 1), aHugeBatch(10, 50_000), ...shifted(aLog(20, 1), 50_010)];

function shifted(log: readonly BatchView[], by: number): readonly BatchView[] {
  return log.map(({ baseOffset }) => batch(baseOffset + by));
}

/** Every offset that was read, once and in order: this log has no holes. */
function expectEvery(stand: PagesStand): void {
  const { from = 0, to = -1 } = stand.pages.stretch ?? {};
  expect(offsets(stand.pages.stretch)).toEqual(Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

describe('pages of a log with a batch of 50,000 records', () => {
  test('have what is around a place in its middle, and not much more', async () => {
    const stand = new PagesStand(HUGE);
    await stand.look(25_000);
    const { from = 0, to = 0 } = stand.pages.stretch ?? {};
    expect(from).toBeLessThan(25_000 - 100);
    expect(to).toBeGreaterThan(25_000 + 100);
    expect(recordCount(stand)).toBeLessThan(1_300);
    expectEvery(stand);
  });

  test.each([
    { way: 'down', isNewestFirst: true, by: -40, begin: 50_029, end: 0 },
    { way: 'up', isNewestFirst: false, by: 40, begin: 19, end: 50_029 },
  ])(
    'are scrolled through $way, each read once, and never many kept',
    async ({ isNewestFirst, by, begin, end }) => {
      const stand = new PagesStand(HUGE);
      stand.isNewestFirst = isNewestFirst;
      for (let high = begin; by < 0 ? high > end : high < end; high += by) {
        await stand.look(Math.max(19, high));
        expect(recordCount(stand)).toBeLessThan(1_500);
        expect(offsets(stand.pages.stretch)).toContain(Math.max(19, high) - 19);
      }
      expectEvery(stand);
      expect(stand.asked.length).toBeLessThan(50_030 / 290 + 5);
    },
  );

  test('are the same objects when more is read beside them', async () => {
    const stand = new PagesStand(HUGE);
    await stand.look(25_000);
    const known = new Set(stand.pages.stretch?.batches);
    await stand.look(24_800);
    const kept = stand.pages.stretch?.batches.filter((one) => known.has(one)) ?? [];
    expect(kept.length).toBeGreaterThan(4);
  });

  test('are read again in place when something was written', async () => {
    const stand = new PagesStand(HUGE);
    await stand.look(25_000);
    for (let i = 0; i < 5; i++) {
      stand.log = stand.log.map((one) => ({ ...one, verdict: 'committed' as const }));
      await stand.pages.refresh();
      await stand.look(25_000 - 150 * i);
      expect(recordCount(stand)).toBeLessThan(1_500);
      expectEvery(stand);
    }
    const verdicts = stand.pages.stretch?.batches.map(({ verdict }) => verdict);
    expect(new Set(verdicts)).toEqual(new Set(['committed']));
  });

  test('have its end', async () => {
    const stand = new PagesStand(HUGE);
    await stand.pages.restart();
    expect(stand.pages.stretch?.to).toBe(50_029);
    expectEvery(stand);
  });
});
