/** Long scans, run where they hold nobody up: a process of their own in the lab, slices of the event loop where there is none. */
import type { Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import type { CensusView } from '#core/lab-api/opened-views.ts';
import { type CensusOptions, takeCensus } from '../census/census.ts';
import { ScanControl } from './scan-control.ts';

export interface ScanProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface RunningScan<T> {
  /** @throws {ScanCancelled} and {NotALogError} (as rejections). */
  readonly result: Promise<T>;
  /** Ends it soon; harmless when it is over. */
  cancel(): void;
}

export interface ScanWorker {
  /** `onProgress` is called a few times a second. */
  census(options: CensusOptions, onProgress: (progress: ScanProgress) => void): RunningScan<CensusView>;
  /** Ends what runs. */
  close(): Promise<void>;
}

/** Runs scans in slices between everything else. */
export class InlineScanWorker implements ScanWorker {
  readonly #platform: { readonly disk: Disk; readonly clock: Clock };
  readonly #running = new Set<RunningScan<unknown>>();

  constructor(platform: { readonly disk: Disk; readonly clock: Clock }) {
    this.#platform = platform;
  }

  census(options: CensusOptions, onProgress: (progress: ScanProgress) => void): RunningScan<CensusView> {
    const control = new ScanControl({ clock: this.#platform.clock, onProgress });
    const running = {
      result: takeCensus(this.#platform, options, control).finally(() => this.#running.delete(running)),
      cancel: () => control.cancel(),
    };
    this.#running.add(running);
    return running;
  }

  async close(): Promise<void> {
    const running = [...this.#running];
    for (const scan of running) scan.cancel();
    await Promise.allSettled(running.map(({ result }) => result));
  }
}
