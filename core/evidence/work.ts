/** Long work that others watch: it says how far it is, can be ended, and gives others their turn. */
import type { Clock } from '#core/base/clock.ts';
import { TimeSlices } from '#core/log/cleaner/time-slices.ts';

/** What a piece of work is doing. */
export type WorkPhase = 'logs' | 'timeline' | 'frames' | 'verify' | 'read' | 'records' | 'compare';

/** `totalBytes` −1: not known. */
export interface WorkProgress {
  readonly phase: WorkPhase;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** The work was ended before it was done; nothing of it stays. */
export class WorkCancelled extends Error {
  override readonly name = 'WorkCancelled';
}

const REPORT_EVERY_MS = 100;

export class Work {
  readonly #clock: Clock;
  readonly #slices: TimeSlices;
  readonly #onProgress: (progress: WorkProgress) => void;
  #progress: WorkProgress = { phase: 'read', doneBytes: 0, totalBytes: -1 };
  #reportedMs = Number.NEGATIVE_INFINITY;
  #isCancelled = false;

  constructor(clock: Clock, onProgress: (progress: WorkProgress) => void = () => undefined) {
    this.#clock = clock;
    this.#slices = new TimeSlices(clock);
    this.#onProgress = onProgress;
  }

  /** Ends the work at its next step. */
  cancel(): void {
    this.#isCancelled = true;
  }

  /** A new phase begins. */
  begin(phase: WorkPhase, totalBytes = -1): void {
    this.#progress = { phase, doneBytes: 0, totalBytes };
    this.#report(true);
  }

  /** So many more bytes lie ahead; it may turn out that they do not have to be read. */
  expect(bytes: number): void {
    this.#progress = { ...this.#progress, totalBytes: this.#progress.doneBytes + bytes };
  }

  /** So many more bytes are done: a total that was too small grows. @throws {WorkCancelled} */
  advance(bytes: number): void {
    this.check();
    const { doneBytes, totalBytes } = this.#progress;
    const done = doneBytes + bytes;
    const total = totalBytes < 0 ? totalBytes : Math.max(totalBytes, done);
    this.#progress = { ...this.#progress, doneBytes: done, totalBytes: total };
    this.#report(false);
  }

  /** @throws {WorkCancelled} */
  check(): void {
    if (this.#isCancelled) throw new WorkCancelled('it was cancelled');
  }

  /** Undefined while the slice lasts; else a promise that lets others run first. Not to be awaited for nothing. */
  readonly breathe = (): Promise<void> | undefined => {
    this.check();
    return this.#slices.isOver ? this.#slices.rest() : undefined;
  };

  #report(always: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    if (!always && nowMs - this.#reportedMs < REPORT_EVERY_MS) return;
    this.#reportedMs = nowMs;
    this.#onProgress(this.#progress);
  }
}
