/** Long work that a window named, while it runs: its progress goes to the bus, and it can be cancelled. */
import type { Clock } from '#core/base/clock.ts';
import { Work, WorkCancelled } from '#core/evidence/work.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { EventBus } from '#core/observe/event-bus.ts';

export class Jobs {
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #running = new Map<string, { readonly work: Work; readonly ended: Promise<unknown> }>();
  #isClosed = false;

  constructor(clock: Clock, bus: EventBus) {
    this.#clock = clock;
    this.#bus = bus;
  }

  /** Runs `task` under the name `job`. Rejects with LabError JOB_EXISTS while another one has it. */
  async run<T>(job: string, task: (work: Work) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new WorkCancelled('the lab ends');
    if (this.#running.has(job)) throw labError('JOB_EXISTS', `A job named ${job} is running.`);
    const work = new Work(this.#clock, (progress) =>
      this.#bus.publish('evidence.progressed', { job, ...progress }),
    );
    const running = task(work);
    this.#running.set(job, { work, ended: running.catch(() => undefined) });
    try {
      return await running;
    } finally {
      this.#running.delete(job);
    }
  }

  /** False when no such job is running. */
  cancel(job: string): boolean {
    const running = this.#running.get(job);
    running?.work.cancel();
    return running !== undefined;
  }

  /** Ends all, and lets none begin any more; resolves when each has cleared up behind itself. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#running.values()];
    for (const { work } of running) work.cancel();
    await Promise.all(running.map(({ ended }) => ended));
  }
}
