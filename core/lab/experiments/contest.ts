/**
 * Contenders against each other: each runs once a round, forwards in one round and backwards in the next, so that a machine that
 * slows down meanwhile wrongs none of them.
 */
import type { ContenderView, RunFigures } from '#core/lab-api/experiment-views.ts';
import type { RulesOf } from '#core/lab-api/scenario-views.ts';
import type { LoadPlan } from '../producers/load-plan.ts';
import { Contender, topicPrefix } from './contender.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { pretendBrokers } from './pretended-brokers.ts';
import { contenderView } from './spread.ts';

/** One side, before it is run. */
export interface ContenderPlan {
  readonly id: string;
  readonly config: { readonly [key: string]: string };
  /** Whose defaults and rules its producer follows; today's when left out. */
  readonly profile?: RulesOf;
  /** One release of the Java client instead. */
  readonly release?: string;
}

export interface ContestOptions {
  readonly experiment: string;
  readonly contenders: readonly ContenderPlan[];
  readonly partitions: number;
  /** Brokers that their partitions are led by, as far as the producers see; the lab's one when left out. */
  readonly brokers?: number;
  /** How often each runs. */
  readonly rounds: number;
  readonly load: LoadPlan;
}

/** The contenders with their runs, in the order given. @throws {ExperimentCancelled} */
export async function contest(
  world: ExperimentWorld,
  { experiment, contenders: plans, partitions, brokers, rounds, load }: ContestOptions,
  { signal, progress }: ExperimentControl,
): Promise<readonly ContenderView[]> {
  const entries: { readonly contender: Contender; readonly runs: RunFigures[] }[] = [];
  const total = plans.length * rounds;
  let done = 0;
  const prefix = topicPrefix(experiment);
  const stopPretending =
    brokers === undefined ? undefined : pretendBrokers(world.broker, { prefix, count: brokers });
  try {
    const starts = await Promise.allSettled(
      plans.map(({ profile = '4.x', ...plan }) =>
        Contender.start(world, { experiment, ...plan, profile, partitions }),
      ),
    );
    for (const start of starts) {
      if (start.status === 'fulfilled') entries.push({ contender: start.value, runs: [] });
    }
    const failed = starts.find((start) => start.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    for (let round = 0; round < rounds; round++) {
      const warmupCount = round === 0 ? load.warmupCount : 0;
      for (const { contender, runs } of round % 2 === 0 ? entries : entries.toReversed()) {
        progress?.({ done, total, label: contender.options.id });
        runs.push(await contender.run({ ...load, warmupCount: warmupCount ?? 0 }, signal));
        done++;
      }
    }
    progress?.({ done, total, label: '' });
  } finally {
    stopPretending?.();
    await Promise.all(entries.map(({ contender }) => contender.close()));
  }
  return entries.map(({ contender: { options }, runs }) => contenderView(options, runs));
}
