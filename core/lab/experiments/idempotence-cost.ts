/**
 * C25: what idempotence costs in throughput. Both sides wait for acks=all, have five requests in flight and differ in nothing but
 * enable.idempotence. Both are warm before anything counts.
 *
 * A pair is some runs of each side in turn: one, the other, the other, the one, and so on, so that a machine that slows down
 * meanwhile wrongs neither. Many short runs rather than two long ones: whatever else the machine does comes and goes within
 * seconds, and meets both sides. A side's throughput in a pair is the median of its runs, which a run that was held up does not
 * move; the cost is computed pair by pair. What the producer's processor time for a record grew by is told beside it, since that
 * does not depend on who else wanted the processor.
 */
import type { IdempotenceResult, RunFigures } from '#core/lab-api/experiment-views.ts';
import { contest } from './contest.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { spread } from './spread.ts';

export interface IdempotenceOptions {
  readonly pairs: number;
  /** Of each side; even, so that each side begins as often as the other. */
  readonly runsPerPair: number;
  readonly valueSize: number;
  /** Sent by each side before its first run counts. */
  readonly warmupCount: number;
  /** Records of each run … */
  readonly count: number;
  /** … or fewer, where they take longer than this; without a limit when left out. */
  readonly runMsMax?: number;
  readonly partitions: number;
}

export const IDEMPOTENCE_DEFAULTS: IdempotenceOptions = {
  pairs: 7,
  runsPerPair: 6,
  valueSize: 100,
  warmupCount: 300_000,
  count: 100_000,
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
    runsPerPair,
    valueSize,
    warmupCount,
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
      rounds: runsPerPair * pairCount,
      load: {
        ...(runMsMax === undefined ? {} : { durationMs: runMsMax }),
        count,
        warmupCount,
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
    const [from, to] = [i * runsPerPair, (i + 1) * runsPerPair];
    return { with: idempotent.runs.slice(from, to), without: plain.runs.slice(from, to) };
  });
  const costs = pairs.map((pair) => (1 - recordsPerSecond(pair.with) / recordsPerSecond(pair.without)) * 100);
  const cpu = pairs.map((pair) => (cpuPerRecord(pair.with) / cpuPerRecord(pair.without) - 1) * 100);
  return { idempotent, plain, pairs: costs, costPercent: spread(costs), cpuPercent: spread(cpu) };
}

function recordsPerSecond(runs: readonly RunFigures[]): number {
  return spread(runs.map((run) => run.recordsPerSecond)).median;
}

function cpuPerRecord(runs: readonly RunFigures[]): number {
  return spread(runs.map(({ cpuMs, acknowledged }) => cpuMs / acknowledged)).median;
}
