/**
 * C19: what waiting for an acknowledgement costs. The same load with acks=0, 1 and all, as fast as it goes and at a rate; the
 * broker is one, so `all` waits for nobody more than `1` does.
 */
import type { AcksResult } from '#core/lab-api/experiment-views.ts';
import type { ContenderPlan } from './contest.ts';
import { contest } from './contest.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';

export interface AcksOptions {
  readonly rounds: number;
  readonly valueSize: number;
  /** Records of a run that goes as fast as it can … */
  readonly count: number;
  /** … or fewer, where they take longer than this; without a limit when left out. */
  readonly runMsMax?: number;
  /** Records a second, and for how long, of a run that measures latency. */
  readonly ratePerSecond: number;
  readonly durationMs: number;
}

export const ACKS_DEFAULTS: AcksOptions = {
  rounds: 5,
  valueSize: 100,
  count: 200_000,
  ratePerSecond: 1_000,
  durationMs: 2_000,
};

/** Records that are enough for a run at a rate. */
const LATENCY_WARMUP_MAX = 5_000;

/** Idempotence is off for all of them: it needs acks=all, and only acks is compared here. */
const CONTENDERS: readonly ContenderPlan[] = ['0', '1', 'all'].map((acks) => ({
  id: `acks-${acks}`,
  config: { acks, 'enable.idempotence': 'false', 'linger.ms': '0' },
}));

/** Measures both loads for the three settings of acks. @throws {ExperimentCancelled} */
export async function measureAcks(
  world: ExperimentWorld,
  options: Partial<AcksOptions> = {},
  { signal, progress }: ExperimentControl = {},
): Promise<AcksResult> {
  const { rounds, valueSize, count, runMsMax, ratePerSecond, durationMs } = { ...ACKS_DEFAULTS, ...options };
  const limit = runMsMax === undefined ? {} : { durationMs: runMsMax };
  const warmupCount = Math.round(count / 4);
  const common = { experiment: 'acks', contenders: CONTENDERS, partitions: 1, rounds };
  const load = { keys: 'none', valueSize, valueKind: 'json' } as const;
  const runs = CONTENDERS.length * rounds;
  const half = (before: number): ExperimentControl => ({
    signal,
    progress: ({ done, label }) => progress?.({ done: before + done, total: 2 * runs, label }),
  });
  const throughput = await contest(
    world,
    {
      ...common,
      load: { ...load, ...limit, count, warmupCount, ratePerSecond: 0, inFlightMax: 10_000 },
    },
    half(0),
  );
  const latency = await contest(
    world,
    {
      ...common,
      load: {
        ...load,
        durationMs,
        warmupCount: Math.min(warmupCount, LATENCY_WARMUP_MAX),
        ratePerSecond,
        inFlightMax: 10_000,
      },
    },
    half(runs),
  );
  return { throughput, latency };
}
