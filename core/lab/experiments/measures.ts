/** Every experiment by its name. */
import type { Random } from '#core/base/random.ts';
import type {
  ExperimentMeasured,
  ExperimentName,
  ExperimentResults,
} from '#core/lab-api/experiment-views.ts';
import { measureAcks } from './acks.ts';
import { measureBatching } from './batching.ts';
import { measureCodecs } from './codecs.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { measureIdempotenceCost } from './idempotence-cost.ts';
import { measurePartitioners } from './partitioners.ts';
import { measureSlowBroker, SLOW_BROKER_DEFAULTS } from './slow-broker.ts';

/** Codecs are measured on made-up blocks, too. */
export type MeasuredWorld = ExperimentWorld & { readonly platform: { readonly random: Random } };

/** Measures one, with its usual loads. @throws {ExperimentCancelled} */
export async function measure(
  experiment: ExperimentName,
  world: MeasuredWorld,
  control: ExperimentControl,
): Promise<ExperimentMeasured> {
  switch (experiment) {
    case 'partitioner':
      return { experiment, result: await measureBoth(world, control) };
    case 'batching':
      return { experiment, result: await measureBatching(world, {}, control) };
    case 'codecs':
      return { experiment, result: await measureCodecs(world, {}, control) };
    case 'acks':
      return { experiment, result: await measureAcks(world, {}, control) };
    case 'idempotence':
      return { experiment, result: await measureIdempotenceCost(world, {}, control) };
  }
}

/** The race, then the same with a slow broker: one bar of progress for both. */
async function measureBoth(
  world: MeasuredWorld,
  { signal, progress }: ExperimentControl,
): Promise<ExperimentResults['partitioner']> {
  let raceRuns = 0;
  const race = await measurePartitioners(
    world,
    {},
    {
      signal,
      progress: ({ done, total, label }) => {
        raceRuns = total;
        progress?.({ done, total: total + slowBrokerRuns(), label });
      },
    },
  );
  const slowBroker = await measureSlowBroker(
    world,
    {},
    {
      signal,
      progress: ({ done, total, label }) =>
        progress?.({ done: raceRuns + done, total: raceRuns + total, label }),
    },
  );
  return { race, slowBroker };
}

/** Three contenders, once a round. */
function slowBrokerRuns(): number {
  return 3 * SLOW_BROKER_DEFAULTS.rounds;
}
