/**
 * Numbers over the last half minute or so, and for ever: what Java's Avg, Max, Rate and CumulativeSum say.
 *
 * Two samples of 30 seconds are kept: the one that is filled, and the one before it. (source: SampledStat, Rate, MetricConfig;
 * metrics.num.samples 2, metrics.sample.window.ms 30000)
 */
const WINDOW_MS = 30_000;
const SAMPLE_COUNT = 2;

interface Sample {
  startMs: number;
  lastEventMs: number;
  count: number;
  sum: number;
  max: number;
}

function emptySample(nowMs: number): Sample {
  return { startMs: nowMs, lastEventMs: nowMs, count: 0, sum: 0, max: Number.NEGATIVE_INFINITY };
}

export class SampledStat {
  #samples: Sample[] = [];
  #total = 0;

  /** Of all values ever. */
  get total(): number {
    return this.#total;
  }

  record(value: number, nowMs: number): void {
    this.#total += value;
    let current = this.#samples.at(-1);
    if (current === undefined || nowMs - current.startMs >= WINDOW_MS) {
      current = emptySample(nowMs);
      this.#samples.push(current);
      if (this.#samples.length > SAMPLE_COUNT) this.#samples.shift();
    }
    current.lastEventMs = nowMs;
    current.count++;
    current.sum += value;
    if (value > current.max) current.max = value;
  }

  /** NaN when there was nothing lately, as `max`. */
  average(nowMs: number): number {
    let sum = 0;
    let count = 0;
    for (const sample of this.#recent(nowMs)) {
      sum += sample.sum;
      count += sample.count;
    }
    return count === 0 ? Number.NaN : sum / count;
  }

  max(nowMs: number): number {
    let max = Number.NEGATIVE_INFINITY;
    for (const sample of this.#recent(nowMs)) max = Math.max(max, sample.max);
    return max === Number.NEGATIVE_INFINITY ? Number.NaN : max;
  }

  /** Per second. What is younger than one window counts as if it were spread over one. */
  rate(nowMs: number): number {
    const samples = this.#recent(nowMs);
    let sum = 0;
    for (const sample of samples) sum += sample.sum;
    let elapsedMs = nowMs - (samples[0]?.startMs ?? nowMs);
    const fullWindows = Math.floor(elapsedMs / WINDOW_MS);
    if (fullWindows < SAMPLE_COUNT - 1) elapsedMs += (SAMPLE_COUNT - 1 - fullWindows) * WINDOW_MS;
    return sum / (elapsedMs / 1000);
  }

  #recent(nowMs: number): readonly Sample[] {
    this.#samples = this.#samples.filter(({ lastEventMs }) => nowMs - lastEventMs < SAMPLE_COUNT * WINDOW_MS);
    return this.#samples;
  }
}
