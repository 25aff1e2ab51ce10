/**
 * C05 and C07: round robin, the sticky partitioner of 2.4 to 3.2, and the built-in one, with the same bursts of records without keys.
 * Each burst is acknowledged before the next one goes, so that batches and requests are the same on any machine, and only what they
 * cost is measured.
 *
 * The partitions are led by several brokers, as far as the producers see: with one, a round-robin producer would send the batches of
 * all partitions in one request, which no cluster spares it. Round robin is today's class, without the gaps of KAFKA-9965.
 */
import type { ContenderView, FigureName, PartitionersResult } from '#core/lab-api/experiment-views.ts';
import type { ContenderPlan } from './contest.ts';
import { contest } from './contest.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';

export interface PartitionersOptions {
  readonly partitions: number;
  readonly brokers: number;
  readonly rounds: number;
  readonly valueSize: number;
  /** Records that are sent in one go; the next go when all are acknowledged. */
  readonly burst: number;
  /** Goes of a run. */
  readonly bursts: number;
  readonly lingerMs: number;
  readonly compression: string;
}

/** Goes before the first run, for a process that is new. */
const WARMUP_BURSTS = 40;

export const PARTITIONERS_DEFAULTS: PartitionersOptions = {
  partitions: 16,
  brokers: 16,
  rounds: 5,
  valueSize: 100,
  burst: 64,
  bursts: 300,
  lingerMs: 0,
  compression: 'none',
};

/** The three partitioners; `config` is common to them. */
export function partitionerPlans(config: { readonly [key: string]: string }): readonly ContenderPlan[] {
  return [
    { id: 'roundRobin', config: { ...config, 'partitioner.class': 'RoundRobinPartitioner' } },
    { id: 'sticky', config: { ...config, acks: 'all', 'enable.idempotence': 'true' }, release: '3.2' },
    { id: 'builtIn', config },
  ];
}

/** @throws {ExperimentCancelled} */
export async function measurePartitioners(
  world: ExperimentWorld,
  options: Partial<PartitionersOptions> = {},
  control: ExperimentControl = {},
): Promise<PartitionersResult> {
  const { partitions, brokers, rounds, ...rest } = { ...PARTITIONERS_DEFAULTS, ...options };
  const { valueSize, burst, bursts, lingerMs, compression } = rest;
  const config = { 'linger.ms': String(lingerMs), 'compression.type': compression };
  const contenders = await contest(
    world,
    {
      experiment: 'partitioner',
      contenders: partitionerPlans(config),
      partitions,
      brokers,
      rounds,
      load: {
        count: bursts * burst,
        warmupCount: WARMUP_BURSTS * burst,
        burst,
        keys: 'none',
        valueSize,
        valueKind: 'json',
        ratePerSecond: 0,
        inFlightMax: burst,
      },
    },
    control,
  );
  return {
    partitions,
    brokers,
    contenders,
    p50LowerPercent: lowerPercent(contenders, 'p50Ms'),
    cpuLowerPercent: lowerPercent(contenders, 'cpuMs'),
  };
}

/** How much lower the median of a figure is than that of the first contender, percent. */
function lowerPercent(
  contenders: readonly ContenderView[],
  figure: FigureName,
): { readonly [id: string]: number } {
  const [first, ...others] = contenders;
  const base = first?.summary[figure].median ?? Number.NaN;
  return Object.fromEntries(others.map(({ id, summary }) => [id, (1 - summary[figure].median / base) * 100]));
}
