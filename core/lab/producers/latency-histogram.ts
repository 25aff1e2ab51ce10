/**
 * Durations, counted in buckets that each are 1 % wider than the one before: millions of them in a few kilobytes, every quantile
 * true to about 1 %. The largest is kept exactly.
 */

const FIRST_MS = 0.01;
const GROWTH = 1.01;
/** Up to some three hours. */
const BUCKETS = 2_100;
const LOG_GROWTH = Math.log(GROWTH);

/** Milliseconds; all 0 when nothing was recorded. */
export type LatencySummary = {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
};

export class LatencyHistogram {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;
  #maxMs = 0;

  record(ms: number): void {
    const bucket = ms <= FIRST_MS ? 0 : Math.ceil(Math.log(ms / FIRST_MS) / LOG_GROWTH);
    const at = Math.min(bucket, BUCKETS - 1);
    this.#counts[at] = (this.#counts[at] as number) + 1;
    this.#total++;
    this.#maxMs = Math.max(this.#maxMs, ms);
  }

  /** The duration that a share of `quantile` (0 to 1) does not exceed. */
  quantile(quantile: number): number {
    const wanted = quantile * this.#total;
    let seen = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      seen += this.#counts[bucket] as number;
      if (seen >= wanted && seen > 0) return Math.min(FIRST_MS * GROWTH ** bucket, this.#maxMs);
    }
    return this.#maxMs;
  }

  summary(): LatencySummary {
    const [p50, p90, p99, max] = [this.quantile(0.5), this.quantile(0.9), this.quantile(0.99), this.#maxMs];
    return { p50: rounded(p50), p90: rounded(p90), p99: rounded(p99), max: rounded(max) };
  }
}

/** Microseconds are enough. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
