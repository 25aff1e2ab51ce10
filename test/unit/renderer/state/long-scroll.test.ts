import { describe, expect, test } from 'vitest';
import {
  barOf,
  drawnRows,
  edgePlace,
  moved,
  offsetsSeen,
  type Place,
  placeAtBar,
  revealing,
  rowAt,
  type ScrollLayout,
  type Span,
} from '../../../../renderer/state/long-scroll.ts';

const ROW = 28;
const VIEW = 280;

/** Rows of one offset each, `from` to `to`, as a table of a log of so many offsets has them. */
function layout(
  read: readonly [from: number, to: number] | null,
  options: { readonly end?: number; readonly isNewestFirst?: boolean; readonly holes?: readonly Span[] } = {},
): ScrollLayout {
  const { end = 1_000_000, isNewestFirst = true, holes = [] } = options;
  const spans: Span[] = [];
  if (read !== null) {
    for (let offset = read[0]; offset <= read[1]; ) {
      const hole = holes.find(({ first }) => first === offset);
      const span = hole ?? { first: offset, last: offset };
      spans.push(span);
      offset = span.last + 1;
    }
  }
  if (isNewestFirst) spans.reverse();
  const isAtEnd = read !== null && read[1] >= end - 1;
  const isAtStart = read !== null && read[0] <= 0;
  return {
    spans,
    isNewestFirst,
    range: { start: 0, end },
    isAtFirst: isNewestFirst ? isAtEnd : isAtStart,
    isAtLast: isNewestFirst ? isAtStart : isAtEnd,
    rowHeight: ROW,
    viewHeight: VIEW,
  };
}

const at = (offset: number, shiftPx = 0): Place => ({ offset, shiftPx });

describe('a place in a long table', () => {
  test('moves row by row, over holes as over rows', () => {
    const table = layout([400, 600], { holes: [{ first: 450, last: 548 }] });
    expect(rowAt(table, 500)).toBe(rowAt(table, 450));
    expect(moved(table, at(550), ROW)).toEqual(at(549));
    expect(moved(table, at(550), 2 * ROW)).toEqual(at(548));
    expect(moved(table, at(550), 3 * ROW)).toEqual(at(449));
    expect(moved(table, at(449), -3 * ROW)).toEqual(at(550));
    expect(moved(table, at(550), 10)).toEqual(at(550, 10));
  });

  test('goes on where rows are not read yet, one offset a row', () => {
    const table = layout([400, 600]);
    expect(moved(table, at(401), 30 * ROW)).toEqual(at(371));
    expect(moved(table, at(599), -30 * ROW)).toEqual(at(629));
    expect(moved(layout(null), at(1000), 30 * ROW)).toEqual(at(970));
  });

  test('stays inside the log at both ends', () => {
    const newest = layout([999_000, 999_999]);
    expect(moved(newest, at(999_998), -1e6)).toEqual(at(999_999));
    const oldest = layout([0, 500]);
    expect(moved(oldest, at(5), 1e6)).toEqual(at(9));
    expect(moved(layout(null), at(3), 1e6).offset).toBe(0);
    expect(moved(layout([0, 4], { end: 5 }), at(2), 1e6)).toEqual(at(4));
  });

  test('is the same in either order', () => {
    const up = layout([400, 600], { isNewestFirst: false });
    expect(moved(up, at(450), 3 * ROW)).toEqual(at(453));
    expect(moved(layout([0, 500], { isNewestFirst: false }), at(5), -1e6)).toEqual(at(0));
    expect(edgePlace(layout([999_000, 999_999], { isNewestFirst: false }), 'bottom')).toEqual(at(999_990));
  });

  test('is held by the row above a line between rows', () => {
    const line = { first: 500, last: 499 };
    const table = layout([400, 600]);
    const spans = table.spans.flatMap((span) => (span.first === 499 ? [line, span] : [span]));
    const lined = { ...table, spans };
    const below = moved(lined, at(500), ROW + 4);
    expect(below).toEqual(at(500, ROW + 4));
    expect(moved(lined, below, ROW)).toEqual(at(499, 4));
    expect(rowAt(lined, 499)).toBe(rowAt(lined, 500) + 2);
  });

  test('shows an offset in the middle, or stays when it is seen', () => {
    const table = layout([400, 600]);
    expect(revealing(table, at(550), 545)).toEqual(at(550));
    const shown = revealing(table, at(550), 450);
    const { low, high } = offsetsSeen(table, shown);
    expect((low + high) / 2).toBeCloseTo(450, -1);
    const far = offsetsSeen(table, revealing(table, at(550), 20_000));
    expect(far.low).toBeLessThan(20_000);
    expect(far.high).toBeGreaterThan(20_000);
  });
});

describe('the rows that are drawn', () => {
  test('cover what is seen, wherever rows are missing', () => {
    const tables = [
      layout([400, 600]),
      layout(null),
      layout([0, 30]),
      layout([999_990, 999_999]),
      layout([400, 600], { isNewestFirst: false }),
    ];
    for (const table of tables) {
      for (const place of [at(615), at(605, 13), at(500, 5), at(401), at(380, 27), at(20), at(999_999)]) {
        const inside = moved(table, place, 0);
        const { first, end, topPx, blanksBefore, blanksAfter } = drawnRows(table, inside);
        const rows = blanksBefore + (end - first) + blanksAfter;
        expect(topPx).toBeLessThanOrEqual(0);
        expect(topPx + rows * ROW).toBeGreaterThanOrEqual(VIEW);
        expect(rows).toBeLessThanOrEqual(VIEW / ROW + 1);
      }
    }
  });

  test('are all of a short table', () => {
    const table = layout([0, 39], { end: 40 });
    expect(drawnRows(table, at(20))).toEqual({
      first: 0,
      end: 40,
      topPx: -19 * ROW,
      blanksBefore: 0,
      blanksAfter: 0,
    });
  });
});

describe('the scroll bar', () => {
  test('spans the offsets of a log of any length, in an element a browser can have', () => {
    for (const end of [10_000, 1_000_000, 100_000_000, 2 ** 52]) {
      const middle = Math.floor(end / 2);
      const table = layout([middle - 100, middle + 100], { end });
      const { heightPx, topPx } = barOf(table, at(middle));
      expect(heightPx).toBeLessThanOrEqual(8_000_000);
      expect(topPx / (heightPx - VIEW)).toBeCloseTo(0.5, 1);
    }
  });

  test('at its ends stands for the ends of the log', () => {
    const table = layout([400, 600]);
    const { heightPx } = barOf(table, at(500));
    expect(placeAtBar(table, 0, heightPx).offset).toBe(999_999);
    const bottom = placeAtBar(table, heightPx - VIEW, heightPx);
    expect(offsetsSeen(table, bottom).low).toBe(0);
    expect(barOf(layout([0, 500]), at(9)).topPx).toBe(heightPx - VIEW);
    expect(barOf(layout([999_000, 999_999]), at(999_999)).topPx).toBe(0);
  });

  test('leads to the place that it shows', () => {
    for (const isNewestFirst of [true, false]) {
      for (const end of [5_000, 1_000_000]) {
        for (const offset of [1_000, 2_500, 4_000]) {
          const table = layout([offset - 100, offset + 100], { end, isNewestFirst });
          const { heightPx, topPx } = barOf(table, at(offset));
          expect(Math.abs(placeAtBar(table, topPx, heightPx).offset - offset)).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  test('is exact where every row was read', () => {
    const table = layout([0, 99], { end: 100, holes: [{ first: 20, last: 60 }] });
    const { heightPx } = barOf(table, at(50));
    expect(heightPx).toBe(60 * ROW);
    for (const px of [0, 17, 300, 1000]) {
      expect(barOf(table, placeAtBar(table, px, heightPx)).topPx).toBe(px);
    }
  });
});
