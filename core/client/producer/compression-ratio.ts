/** Floats, as in Java: a batch may hold a record more or less by the last bit. */
const IMPROVING_STEP = Math.fround(0.005);
const DETERIORATING_STEP = Math.fround(0.05);

/**
 * How well the records of each topic compress, as a guess for the next batch: quick to believe in worse, slow to believe in
 * better. (source: CompressionRatioEstimator)
 */
export class CompressionRatio {
  readonly #ratios = new Map<string, number>();

  /** Compressed over uncompressed size to expect; 1 before anything is known. */
  expected(topic: string): number {
    return this.#ratios.get(topic) ?? 1;
  }

  observe(topic: string, ratio: number): void {
    const expected = this.expected(topic);
    const observed = Math.fround(ratio);
    const stepped = observed > expected ? expected + DETERIORATING_STEP : expected - IMPROVING_STEP;
    this.#ratios.set(topic, Math.max(Math.fround(stepped), observed));
  }

  /** A batch came out too large: from now on nothing is expected of compression. */
  reset(topic: string, ratio: number): void {
    this.#ratios.set(topic, Math.max(1, Math.fround(ratio)));
  }
}
