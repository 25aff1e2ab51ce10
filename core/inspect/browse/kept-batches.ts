import type { BatchView } from '#core/lab-api/views.ts';

/** The stretch ends here in any case: what is shown fits into memory. */
const WINDOW_BYTES_MAX = 64 * 1024 * 1024;

interface KeptOptions {
  /** Records or batches. */
  readonly sizeMax: number;
  /** The last ones that fit are kept, else the first. */
  readonly isDown: boolean;
  readonly unit: 'records' | 'batches';
}

/** A batch without records counts as one: it takes room too. */
export function sizeOf({ recordCount, records, slice }: BatchView, unit: 'records' | 'batches'): number {
  return unit === 'batches' ? 1 : Math.max(1, slice === undefined ? recordCount : records.length);
}

/** The batches of a stretch while it is walked: upwards the first, downwards the last ones that fit. */
export class KeptBatches {
  readonly #options: KeptOptions;
  #batches: BatchView[] = [];
  #first = 0;
  #size = 0;
  #bytes = 0;

  constructor(options: KeptOptions) {
    this.#options = options;
  }

  get batches(): readonly BatchView[] {
    return this.#batches.slice(this.#first);
  }

  /** Upwards nothing behind it is shown any more. */
  get isFull(): boolean {
    return !this.#options.isDown && (this.#size >= this.#options.sizeMax || this.#bytes > WINDOW_BYTES_MAX);
  }

  /** What fits still; upwards at least 1 until it is full. */
  get room(): number {
    return Math.max(1, this.#options.sizeMax - this.#size);
  }

  add(batch: BatchView): void {
    const { isDown, unit, sizeMax } = this.#options;
    this.#batches.push(batch);
    this.#size += sizeOf(batch, unit);
    this.#bytes += batch.size;
    if (!isDown) return;
    // The oldest goes when there are enough without it.
    for (;;) {
      const oldest = this.#batches[this.#first];
      if (oldest === undefined || oldest === batch) break;
      const size = this.#size - sizeOf(oldest, unit);
      if (size < sizeMax && this.#bytes <= WINDOW_BYTES_MAX) break;
      this.#size = size;
      this.#bytes -= oldest.size;
      this.#first++;
    }
    if (this.#first <= 1024) return;
    this.#batches = this.#batches.slice(this.#first);
    this.#first = 0;
  }
}
