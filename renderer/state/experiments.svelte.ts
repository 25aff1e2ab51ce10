/** What was measured on this machine, and the measurement under way. */
import type {
  ExperimentName,
  ExperimentResultView,
  ExperimentsView,
} from '#core/lab-api/experiment-views.ts';
import type { LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';

export class ExperimentDesk {
  readonly live: LiveView<ExperimentsView | null>;
  /** The experiment that is shown, or the key tester. */
  shown: ExperimentName | 'keys' = $state('acks');
  readonly #session: LabSession;

  constructor(session: LabSession) {
    this.#session = session;
    this.live = new LiveView<ExperimentsView | null>(
      null,
      async () => (await session.call('experiments.describe', null)).value,
    );
  }

  resultOf(experiment: ExperimentName): ExperimentResultView | null {
    return this.live.value?.results.find((result) => result.experiment === experiment) ?? null;
  }

  async run(experiment: ExperimentName): Promise<void> {
    await this.#session.call('experiments.run', { experiment });
    await this.live.reload();
  }

  async cancel(): Promise<void> {
    await this.#session.call('experiments.cancel', null);
    await this.live.reload();
  }
}
