/** One piece of long work that the window named: how far it is, the way to end it, and what went wrong. */
import type { LabFailure } from '#core/lab-api/views.ts';
import { type Batch, failureOf, type LabSession } from './lab-session.svelte.ts';

let count = 0;

/** Bytes read or written so far; `total` null while it is not known. */
export interface JobProgress {
  readonly phase: string;
  readonly doneBytes: number;
  readonly totalBytes: number | null;
}

const BEGUN: JobProgress = { phase: 'begun', doneBytes: 0, totalBytes: null };

/** The person has ended what the window does itself. */
class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

export class LongJob {
  /** Null while nothing runs. */
  progress: JobProgress | null = $state.raw(null);
  failure: LabFailure | null = $state.raw(null);
  wasCancelled = $state(false);
  readonly #session: LabSession;
  #job = '';
  #isCancelling = false;

  constructor(session: LabSession) {
    this.#session = session;
  }

  get isRunning(): boolean {
    return this.progress !== null;
  }

  /** Null when it failed or was cancelled; `failure` then says why. */
  async run<T>(work: (job: string) => Promise<T>): Promise<T | null> {
    if (this.isRunning) return null;
    // Other windows of this lab name their work too.
    this.#job = `w${crypto.randomUUID().slice(0, 8)}-${++count}`;
    this.progress = BEGUN;
    this.failure = null;
    this.wasCancelled = false;
    this.#isCancelling = false;
    try {
      return await work(this.#job);
    } catch (error) {
      const failure = error instanceof JobCancelled ? null : failureOf(error);
      this.wasCancelled = failure === null || failure.code === 'CANCELLED';
      this.failure = this.wasCancelled ? null : failure;
      return null;
    } finally {
      this.progress = null;
    }
  }

  /** Takes away the words about a run that is over. */
  forget(): void {
    this.failure = null;
    this.wasCancelled = false;
  }

  /** Something of the work that the window does itself. @throws {JobCancelled} when it is to end. */
  report(progress: JobProgress): void {
    if (this.#isCancelling) throw new JobCancelled();
    if (this.isRunning) this.progress = progress;
  }

  async cancel(): Promise<void> {
    this.#isCancelling = this.isRunning;
    if (this.isRunning) await this.#session.call('evidence.cancel', { job: this.#job });
  }

  take(batch: Batch): void {
    if (!this.isRunning) return;
    for (const event of batch.events) {
      if (event.type !== 'evidence.progressed' || event.data.job !== this.#job) continue;
      const { phase, doneBytes, totalBytes } = event.data;
      this.progress = { phase, doneBytes, totalBytes: totalBytes < 0 ? null : totalBytes };
    }
  }
}
