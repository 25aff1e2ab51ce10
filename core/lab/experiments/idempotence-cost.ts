/**
 * C25: what idempotence costs in throughput. Both sides wait for acks=all and differ in nothing but enable.idempotence. A pair is
 * four runs, one side, the other, the other, the one: a machine that slows down evenly meanwhile wrongs neither. The cost is
 * computed pair by pair.
 */
import type { IdempotenceResult, RunFigures } from '#core/lab-api/experiment-views.ts';
import { contest } from './contest.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { spread } from './spread.ts';

export interface IdempotenceOptions {
  readonly pairs: number;
  readonly valueSize: number;
  /** Records of each run … */
  readonly count: number;
  /** … or fewer, where they take longer than this; without a limit when left out. */
  readonly runMsMax?: number;
  readonly partitions: number;
}

/** Runs of each side. */
const RUNS_A_PAIR = 2;

export const IDEMPOTENCE_DEFAULTS: IdempotenceOptions = {
  pairs: 7,
  valueSize: 100,
  count: 200_000,
  partitions: 3,
};

/** Measures the pairs. @throws {ExperimentCancelled} */
export async function measureIdempotenceCost(
  world: ExperimentWorld,
  options: Partial<IdempotenceOptions> = {},
  control: ExperimentControl = {},
): Promise<IdempotenceResult> {
  const {
    pairs: pairCount,
    valueSize,
    count,
    runMsMax,
    partitions,
  } = { ...IDEMPOTENCE_DEFAULTS, ...options };
  const [idempotent, plain] = await contest(
    world,
    {
      experiment: 'idempotence',
      contenders: ['true', 'false'].map((enabled) => ({
        id: enabled === 'true' ? 'idempotent' : 'plain',
        config: { acks: 'all', 'enable.idempotence': enabled },
      })),
      partitions,
      rounds: RUNS_A_PAIR * pairCount,
      load: {
        ...(runMsMax === undefined ? {} : { durationMs: runMsMax }),
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
  const pairs = Array.from({ length: pairCount }, (_, i) => {
    const [from, to] = [i * RUNS_A_PAIR, (i + 1) * RUNS_A_PAIR];
    return costPercent(idempotent.runs.slice(from, to), plain.runs.slice(from, to));
  });
  return { idempotent, plain, pairs, costPercent: spread(pairs) };
}

/** Throughput that the first lost against the second, percent. */
function costPercent(runs: readonly RunFigures[], against: readonly RunFigures[]): number {
  return (1 - recordsPerSecond(runs) / recordsPerSecond(against)) * 100;
}

function recordsPerSecond(runs: readonly RunFigures[]): number {
  const sum = (figure: 'acknowledged' | 'elapsedMs'): number =>
    runs.reduce((total, run) => total + run[figure], 0);
  return (sum('acknowledged') * 1000) / sum('elapsedMs');
}
