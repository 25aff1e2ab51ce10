/**
 * The experiments of a lab: one at a time, since two would measure each other. The newest result of each is kept as long as the
 * lab runs.
 */
import type {
  ExperimentName,
  ExperimentProgress,
  ExperimentResultView,
  ExperimentsView,
  MachineView,
} from '#core/lab-api/experiment-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import { ExperimentCancelled } from './experiment-control.ts';
import { type MeasuredWorld, measure } from './measures.ts';

interface Running {
  readonly experiment: ExperimentName;
  readonly startedAtMs: number;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  progress: ExperimentProgress;
}

export class Experiments {
  readonly #world: MeasuredWorld;
  readonly #machine: MachineView;
  readonly #results = new Map<ExperimentName, ExperimentResultView>();
  #running: Running | undefined;
  /** Why the last one ended without a result; null when it did not, or was cancelled. */
  #failure: ExperimentsView['failure'] = null;

  constructor(world: MeasuredWorld, machine: MachineView) {
    this.#world = world;
    this.#machine = machine;
  }

  describe(): ExperimentsView {
    const running = this.#running;
    return {
      machine: this.#machine,
      running:
        running === undefined
          ? null
          : {
              experiment: running.experiment,
              startedAtMs: running.startedAtMs,
              progress: running.progress,
            },
      results: [...this.#results.values()],
      failure: this.#failure,
    };
  }

  /** @throws {LabError} EXPERIMENT_BUSY */
  start(experiment: ExperimentName): void {
    if (this.#running !== undefined) {
      throw labError(
        'EXPERIMENT_BUSY',
        'An experiment is under way.',
        'Wait until it is over, or cancel it.',
      );
    }
    const abort = new AbortController();
    const startedAtMs = this.#world.clock.nowMs();
    this.#failure = null;
    const progress = { done: 0, total: 1, label: '' };
    // In a later turn, so that it finds itself under way.
    const ended = Promise.resolve().then(() => this.#measure(experiment, startedAtMs, abort.signal));
    this.#running = { experiment, startedAtMs, abort, ended, progress };
  }

  /** Ends the experiment under way; resolves when its processes are gone. */
  async cancel(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  async #measure(experiment: ExperimentName, startedAtMs: number, signal: AbortSignal): Promise<void> {
    try {
      const progress = (made: ExperimentProgress): void => this.#progress(made);
      const measured = await measure(experiment, this.#world, { signal, progress });
      const atMs = this.#world.clock.nowMs();
      this.#results.set(experiment, { ...measured, atMs, tookMs: atMs - startedAtMs });
    } catch (error) {
      if (!(error instanceof ExperimentCancelled)) {
        this.#failure = { experiment, reason: error instanceof Error ? error.message : String(error) };
      }
    }
    this.#running = undefined;
    this.#world.bus.publish('experiment.progressed', { experiment, done: 0, total: 0 });
  }

  #progress(progress: ExperimentProgress): void {
    const running = this.#running;
    if (running === undefined) return;
    running.progress = progress;
    const { done, total } = progress;
    this.#world.bus.publish('experiment.progressed', { experiment: running.experiment, done, total });
  }
}
