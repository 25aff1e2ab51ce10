/** Lets whoever waits for a scan follow it, and end it. */
import type { Clock } from '#core/base/clock.ts';

/** How long a scan may hold the thread it runs on. */
const SLICE_MS = 4;
const PROGRESS_MS = 100;

/** A scan that was cancelled. */
export class ScanCancelled extends Error {
  override readonly name = 'ScanCancelled';
  constructor() {
    super('The scan was cancelled.');
  }
}

export interface ScanControlOptions {
  readonly clock: Clock;
  /** How long the thread may be held at a time, in ms. */
  readonly sliceMs?: number;
  /** Called at the end of a slice, at most every 100 ms. */
  readonly onProgress?: (progress: { readonly doneBytes: number; readonly totalBytes: number }) => void;
}

/** All that a reader needs of whoever waits for it. */
export type ScanPulse = Pick<ScanControl, 'pulse'>;

/** Counts what is read, and gives the thread back in time. */
export class ScanControl {
  readonly #options: ScanControlOptions;
  readonly #sliceMs: number;
  #sliceStartMs: number;
  #isCancelled = false;
  #progressMs = 0;
  doneBytes = 0;
  /** Set by the scan, as soon as it knows. */
  totalBytes = 0;

  constructor(options: ScanControlOptions) {
    this.#options = options;
    this.#sliceMs = options.sliceMs ?? SLICE_MS;
    this.#sliceStartMs = options.clock.monotonicMs();
  }

  /** The scan ends at its next pulse. */
  cancel(): void {
    this.#isCancelled = true;
  }

  /**
   * Called after some bytes were read. Must be awaited when it answers a promise.
   * @throws {ScanCancelled}
   */
  pulse(bytes: number): Promise<void> | undefined {
    this.doneBytes += bytes;
    if (this.#isCancelled) throw new ScanCancelled();
    if (this.#options.clock.monotonicMs() - this.#sliceStartMs < this.#sliceMs) return undefined;
    return this.#rest();
  }

  async #rest(): Promise<void> {
    const { clock, onProgress } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#progressMs >= PROGRESS_MS) {
      this.#progressMs = nowMs;
      onProgress?.({ doneBytes: this.doneBytes, totalBytes: this.totalBytes });
    }
    await new Promise<void>((resolve) => clock.schedule(0, resolve));
    this.#sliceStartMs = clock.monotonicMs();
    if (this.#isCancelled) throw new ScanCancelled();
  }
}
