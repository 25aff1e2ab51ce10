import { describe, expect, test } from 'vitest';
import type { BatchView } from '#core/lab-api/views.ts';
import {
  extentOf,
  piecesOf,
  recordAt,
  tellsAround,
  wholeBatches,
} from '../../../../renderer/state/batch-slices.ts';
import { batch, record } from '../drawings/support.ts';

/** Of a batch with the offsets 10 to 9,999 the records from `from` to `to`. */
function slice(from: number, to: number): BatchView {
  const records = Array.from({ length: to - from + 1 }, (_, i) => record(from + i, 'k'));
  return batch(10, { records, recordCount: 9990, lastOffset: 9999, slice: { from, to, index: from - 10 } });
}

const extents = (batches: readonly BatchView[]) => batches.map(extentOf);

describe('a slice of a batch', () => {
  test('tells of its own offsets, a batch without one of all', () => {
    expect(extentOf(slice(50, 60))).toMatchObject({ from: 50, to: 60 });
    expect(extentOf(batch(3, { keys: ['a', 'b'] }))).toEqual({ from: 3, to: 4 });
  });

  test('has its records by their places in the batch', () => {
    expect(recordAt(slice(50, 60), 45)?.offset).toBe(55);
    expect(recordAt(slice(50, 60), 39)).toBeUndefined();
    expect(recordAt(slice(50, 60), 51)).toBeUndefined();
    expect(recordAt(batch(3, { keys: ['a', 'b'] }), 1)?.offset).toBe(4);
  });

  test('tells of what is around an offset when it has that, or the batch ends there', () => {
    expect(tellsAround(slice(50, 60), 55, 5)).toBe(true);
    expect(tellsAround(slice(50, 60), 55, 6)).toBe(false);
    expect(tellsAround(slice(10, 60), 12, 30)).toBe(true);
    expect(tellsAround(slice(9990, 9999), 9995, 5)).toBe(true);
    expect(tellsAround(slice(9990, 9999), 20, 5)).toBe(false);
  });

  test('is taken apart without a gap, and put together again', () => {
    const whole = slice(50, 299);
    const pieces = piecesOf(whole, 100);
    expect(pieces.map((piece) => piece.slice)).toEqual([
      { from: 50, to: 149, index: 40 },
      { from: 150, to: 249, index: 140 },
      { from: 250, to: 299, index: 240 },
    ]);
    expect(wholeBatches(pieces)).toEqual([whole]);
  });

  test('with holes is taken apart so that every offset belongs to one piece', () => {
    const records = [20, 40, 60, 80, 100].map((offset) => record(offset, 'k'));
    const holed = batch(0, {
      records,
      recordCount: 600,
      lastOffset: 999,
      slice: { from: 11, to: 119, index: 3 },
    });
    expect(extents(piecesOf(holed, 2))).toEqual([
      { from: 11, to: 59, index: 3 },
      { from: 60, to: 99, index: 5 },
      { from: 100, to: 119, index: 7 },
    ]);
  });

  test('without records stays one piece', () => {
    const empty = batch(0, {
      records: [],
      recordCount: 600,
      lastOffset: 999,
      slice: { from: 5, to: 9, index: 5 },
    });
    expect(piecesOf(empty, 100)).toEqual([empty]);
  });

  test('stays inside its batch when contents claim offsets at will', () => {
    const records = [5000, 3, 99_999, 20].map((offset) => record(offset, 'k'));
    const mad = batch(10, {
      records,
      recordCount: 600,
      lastOffset: 9999,
      slice: { from: 10, to: 9999, index: 0 },
    });
    for (const { slice: piece } of piecesOf(mad, 1)) {
      expect(piece?.from).toBeGreaterThanOrEqual(10);
      expect(piece?.to).toBeLessThanOrEqual(9999);
      expect(piece?.from).toBeLessThanOrEqual(piece?.to ?? -1);
    }
  });
});

test('batches that came whole stay the same objects among slices that are joined', () => {
  const before = batch(0, { keys: ['a'] });
  const after = batch(10_000, { keys: ['a'] });
  const [first, joined, last] = wholeBatches([before, slice(9800, 9899), slice(9900, 9999), after]);
  expect(first).toBe(before);
  expect(joined).toMatchObject({ slice: { from: 9800, to: 9999, index: 9790 } });
  expect(joined?.records).toHaveLength(200);
  expect(last).toBe(after);
});
