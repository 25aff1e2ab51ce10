/** Every experiment by its name. */
import type { ExperimentMeasured, ExperimentName } from '#core/lab-api/experiment-views.ts';
import { measureAcks } from './acks.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { measureIdempotenceCost } from './idempotence-cost.ts';

/** Measures one, with its usual loads. @throws {ExperimentCancelled} */
export async function measure(
  experiment: ExperimentName,
  world: ExperimentWorld,
  control: ExperimentControl,
): Promise<ExperimentMeasured> {
  switch (experiment) {
    case 'acks':
      return { experiment, result: await measureAcks(world, {}, control) };
    case 'idempotence':
      return { experiment, result: await measureIdempotenceCost(world, {}, control) };
  }
}
