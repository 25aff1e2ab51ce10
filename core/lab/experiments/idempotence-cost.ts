/**
 * C25: what idempotence costs in throughput. Both sides wait for acks=all and differ in nothing but enable.idempotence; each pair
 * runs back to back, the other one first every second time, and the cost is computed pair by pair.
 */
import type { IdempotenceResult, RunFigures } from '#core/lab-api/experiment-views.ts';
import { contest } from './contest.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { spread } from './spread.ts';

export interface IdempotenceOptions {
  readonly pairs: number;
  readonly valueSize: number;
  /** Records of each run. */
  readonly count: number;
  readonly partitions: number;
}

export const IDEMPOTENCE_DEFAULTS: IdempotenceOptions = {
  pairs: 7,
  valueSize: 100,
  count: 300_000,
  partitions: 3,
};

/** Measures the pairs. @throws {ExperimentCancelled} */
export async function measureIdempotenceCost(
  world: ExperimentWorld,
  options: Partial<IdempotenceOptions> = {},
  control: ExperimentControl = {},
): Promise<IdempotenceResult> {
  const { pairs: rounds, valueSize, count, partitions } = { ...IDEMPOTENCE_DEFAULTS, ...options };
  const [idempotent, plain] = await contest(
    world,
    {
      experiment: 'idempotence',
      contenders: ['true', 'false'].map((enabled) => ({
        id: enabled === 'true' ? 'idempotent' : 'plain',
        config: { acks: 'all', 'enable.idempotence': enabled },
      })),
      partitions,
      rounds,
      load: {
        count,
        warmupCount: Math.round(count / 2),
        keys: 'none',
        valueSize,
        valueKind: 'json',
        ratePerSecond: 0,
        inFlightMax: 10_000,
      },
    },
    control,
  );
  if (idempotent === undefined || plain === undefined) throw new Error('Both sides were to be measured.');
  const pairs = idempotent.runs.map((run, i) => costPercent(run, plain.runs[i] as RunFigures));
  return { idempotent, plain, pairs, costPercent: spread(pairs) };
}

/** Throughput that the first lost against the second, percent. */
function costPercent(run: RunFigures, against: RunFigures): number {
  return (1 - run.recordsPerSecond / against.recordsPerSecond) * 100;
}
