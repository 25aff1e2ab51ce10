import { describe, expect, test } from 'vitest';
import { spread } from '#core/lab/experiments/spread.ts';

describe('a spread', () => {
  test('is median, smallest and largest', () => {
    expect(spread([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
    expect(spread([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
    expect(spread([7])).toEqual({ median: 7, min: 7, max: 7 });
  });

  test('does not change what it is given', () => {
    const values = [2, 1];
    spread(values);
    expect(values).toEqual([2, 1]);
  });

  test('of nothing is not a number', () => {
    expect(spread([])).toEqual({ median: Number.NaN, min: Number.NaN, max: Number.NaN });
  });
});
