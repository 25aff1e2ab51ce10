import type { ExperimentProgress } from '#core/lab-api/experiment-views.ts';

/** How whoever started an experiment watches and ends it. */
export interface ExperimentControl {
  /** Aborted: the load under way ends with its process, and the experiment rejects. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each run, and once when all are over. */
  readonly progress?: ((progress: ExperimentProgress) => void) | undefined;
}

/** Somebody ended the experiment. */
export class ExperimentCancelled extends Error {
  override readonly name = 'ExperimentCancelled';
}
