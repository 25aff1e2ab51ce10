/**
 * C15: batch.size and linger.ms, each pair of them as fast as it goes and at a rate. Each cell has a process of its own, which ends
 * before the next one starts.
 */
import type { BatchingCell, BatchingResult, RunFigures } from '#core/lab-api/experiment-views.ts';
import { Contender } from './contender.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { contenderView } from './spread.ts';

export interface BatchingOptions {
  readonly batchSizes: readonly number[];
  readonly lingersMs: readonly number[];
  readonly rounds: number;
  readonly valueSize: number;
  readonly partitions: number;
  /** Records of a run that goes as fast as it can. */
  readonly count: number;
  /** Records a second, and for how long, of a run that measures latency. */
  readonly ratePerSecond: number;
  readonly durationMs: number;
}

export const BATCHING_DEFAULTS: BatchingOptions = {
  batchSizes: [1_024, 16_384, 131_072],
  lingersMs: [0, 5, 50],
  rounds: 3,
  valueSize: 100,
  partitions: 3,
  count: 100_000,
  ratePerSecond: 2_000,
  durationMs: 1_500,
};

/** @throws {ExperimentCancelled} */
export async function measureBatching(
  world: ExperimentWorld,
  options: Partial<BatchingOptions> = {},
  control: ExperimentControl = {},
): Promise<BatchingResult> {
  const whole = { ...BATCHING_DEFAULTS, ...options };
  const pairs = whole.batchSizes.flatMap((batchSize) =>
    whole.lingersMs.map((lingerMs) => ({ batchSize, lingerMs })),
  );
  const total = pairs.length * whole.rounds;
  const cells: BatchingCell[] = [];
  for (const [index, pair] of pairs.entries()) {
    cells.push(
      await measureCell(world, pair, whole, {
        signal: control.signal,
        progress: ({ done, label }) =>
          control.progress?.({ done: index * whole.rounds + done, total, label }),
      }),
    );
  }
  control.progress?.({ done: total, total, label: '' });
  return { cells };
}

async function measureCell(
  world: ExperimentWorld,
  { batchSize, lingerMs }: Pick<BatchingCell, 'batchSize' | 'lingerMs'>,
  options: BatchingOptions,
  { signal, progress }: ExperimentControl,
): Promise<BatchingCell> {
  const { rounds, valueSize, partitions, count, ratePerSecond, durationMs } = options;
  const id = `${batchSize}-${lingerMs}`;
  const config = { 'batch.size': String(batchSize), 'linger.ms': String(lingerMs) };
  const load = { keys: 'none', valueSize, valueKind: 'json', inFlightMax: 10_000 } as const;
  const contender = await Contender.start(world, {
    experiment: 'batching',
    id,
    config,
    profile: '4.x',
    partitions,
  });
  const throughput: RunFigures[] = [];
  const latency: RunFigures[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      progress?.({ done: round, total: rounds, label: id });
      const warmupCount = round === 0 ? Math.round(count / 2) : 0;
      throughput.push(await contender.run({ ...load, count, warmupCount, ratePerSecond: 0 }, signal));
      latency.push(await contender.run({ ...load, durationMs, ratePerSecond }, signal));
    }
  } finally {
    await contender.close();
  }
  return {
    batchSize,
    lingerMs,
    throughput: contenderView(contender.options, throughput),
    latency: contenderView(contender.options, latency),
  };
}
