import { describe, expect, test } from 'vitest';
import { SampledStat } from '#core/client/metrics/sampled-stat.ts';

describe('a sampled statistic', () => {
  test('has average, maximum and rate of the last two windows, and the total for ever', () => {
    const stat = new SampledStat();
    stat.record(10, 0);
    stat.record(20, 1000);
    expect([stat.average(1000), stat.max(1000), stat.total]).toEqual([15, 20, 30]);
    // One window is not over: what there is counts as spread over one more.
    expect(stat.rate(1000)).toBeCloseTo(30 / 31, 10);
    stat.record(90, 31_000);
    expect([stat.average(31_000), stat.max(31_000), stat.rate(60_000)]).toEqual([40, 90, 2]);
    expect([stat.average(61_001), stat.max(61_001), stat.total]).toEqual([90, 90, 120]);
  });

  test('has no average and no maximum when there was nothing', () => {
    const stat = new SampledStat();
    expect([stat.average(5), stat.max(5), stat.rate(5), stat.total]).toEqual([Number.NaN, Number.NaN, 0, 0]);
    stat.record(1, 0);
    expect([stat.average(70_000), stat.total]).toEqual([Number.NaN, 1]);
  });
});
