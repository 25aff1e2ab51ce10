/** Long work that a window named, while it runs: its progress goes to the bus, and it can be cancelled. */
import type { Clock } from '#core/base/clock.ts';
import { Work } from '#core/evidence/work.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { EventBus } from '#core/observe/event-bus.ts';

export class Jobs {
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #running = new Map<string, Work>();

  constructor(clock: Clock, bus: EventBus) {
    this.#clock = clock;
    this.#bus = bus;
  }

  /** Runs `task` under the name `job`. Rejects with LabError JOB_EXISTS while another one has it. */
  async run<T>(job: string, task: (work: Work) => Promise<T>): Promise<T> {
    if (this.#running.has(job)) throw labError('JOB_EXISTS', `A job named ${job} is running.`);
    const work = new Work(this.#clock, (progress) =>
      this.#bus.publish('evidence.progressed', { job, ...progress }),
    );
    this.#running.set(job, work);
    try {
      return await task(work);
    } finally {
      this.#running.delete(job);
    }
  }

  /** False when no such job is running. */
  cancel(job: string): boolean {
    const work = this.#running.get(job);
    work?.cancel();
    return work !== undefined;
  }

  cancelAll(): void {
    for (const work of this.#running.values()) work.cancel();
  }
}
