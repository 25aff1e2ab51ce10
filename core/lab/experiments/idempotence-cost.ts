/**
 * C25: what idempotence costs in throughput. Both sides wait for acks=all, have five requests in flight and differ in nothing but
 * enable.idempotence. Both are warm before anything counts.
 *
 * A pair is some runs of each side in turn: one, the other, the other, the one, and so on, so that a machine that slows down
 * meanwhile wrongs neither. Many short runs rather than two long ones: whatever else the machine does comes and goes within
 * seconds, and meets both sides. A side's throughput in a pair is the median of its runs, which a run that was held up does not
 * move; every pair has processes of its own, because one may be compiled worse than another for all its life. The cost is computed pair by pair. What the producer's processor time for a record grew by is told beside it, since that
 * does not depend on who else wanted the processor.
 */
import { present } from '#core/base/assert.ts';
import type { ContenderView, IdempotenceResult, RunFigures } from '#core/lab-api/experiment-views.ts';
import type { ContestOptions } from './contest.ts';
import { contest } from './contest.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { joined, spread } from './spread.ts';

export interface IdempotenceOptions {
  readonly pairs: number;
  /** Of each side; even, so that each side begins as often as the other. */
  readonly runsPerPair: number;
  /** The processes of the first pair make the runs of all: quicker, but one that was compiled badly counts in every pair. */
  readonly keepsProcesses: boolean;
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
  keepsProcesses: false,
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
    keepsProcesses,
    valueSize,
    warmupCount,
    count,
    runMsMax,
    partitions,
  } = { ...IDEMPOTENCE_DEFAULTS, ...options };
  const contests = keepsProcesses ? 1 : pairCount;
  const total = 2 * runsPerPair * pairCount;
  const [idempotents, plains]: [ContenderView[], ContenderView[]] = [[], []];
  for (let i = 0; i < contests; i++) {
    const options: ContestOptions = {
      experiment: 'idempotence',
      contenders: ['true', 'false'].map((enabled) => ({
        id: enabled === 'true' ? 'idempotent' : 'plain',
        config: { acks: 'all', 'enable.idempotence': enabled },
      })),
      partitions,
      rounds: (runsPerPair * pairCount) / contests,
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
    };
    const before = (i * total) / contests;
    const [idempotent, plain] = await contest(world, options, {
      ...control,
      progress: ({ done, label }) => control.progress?.({ done: before + done, total, label }),
    });
    idempotents.push(present(idempotent, 'the side with idempotence'));
    plains.push(present(plain, 'the side without'));
  }
  const idempotent = joined(idempotents);
  const plain = joined(plains);
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
