import { describe, expect, test } from 'vitest';
import { LatencyHistogram } from '#core/lab/producers/latency-histogram.ts';

describe('a latency histogram', () => {
  test('gives every quantile to one percent, and the largest exactly', () => {
    const histogram = new LatencyHistogram();
    for (let ms = 1; ms <= 1_000; ms++) histogram.record(ms);
    const { p50, p90, p99, max } = histogram.summary();
    for (const [quantile, exact] of [
      [p50, 500],
      [p90, 900],
      [p99, 990],
    ] as const) {
      expect(Math.abs(quantile - exact) / exact).toBeLessThan(0.011);
    }
    expect(max).toBe(1_000);
  });

  test('is all zero when nothing was recorded', () => {
    expect(new LatencyHistogram().summary()).toEqual({ p50: 0, p90: 0, p99: 0, max: 0 });
  });

  test('takes what is shorter or longer than its buckets', () => {
    const histogram = new LatencyHistogram();
    histogram.record(0);
    histogram.record(1e12);
    expect(histogram.summary()).toMatchObject({ p50: 0.01, max: 1e12 });
  });
});
