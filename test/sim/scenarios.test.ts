/** Scenarios in which nobody is frozen and nothing is measured come out the same on simulated time, every time. */
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '#core/lab/scenarios/catalogue.ts';
import type { ScenarioRunView } from '#core/lab-api/scenario-views.ts';
import { SimLab } from '../support/sim-lab.ts';

/** What needs real processes: a freeze, the machine's speed, a broker that is killed. */
const REAL_ONLY: readonly string[] = [
  'small-batches',
  'sticky-latency',
  'slow-broker',
  'batching-grid',
  'codecs',
  'acks-zero',
  'idempotence-cost',
  'zombie-is-fenced',
  'coordinator-survives',
];

const DETERMINISTIC = CATALOGUE.filter(({ id }) => !REAL_ONLY.includes(id));

function told({ steps, outcomes, failure }: ScenarioRunView) {
  const checks = steps.flatMap((step) => step.checks.map(({ refs, ...check }) => check));
  return { checks, outcomes, failure };
}

describe.each(DETERMINISTIC.map((scenario) => [scenario.id, scenario] as const))('%s', (id, scenario) => {
  it.each(
    scenario.variants.map(
      (variant) => [`${variant.profile} TV${variant.transactionVersion}`, variant] as const,
    ),
  )('holds as told under %s, twice alike', async (_, variant) => {
    const runs: ScenarioRunView[] = [];
    for (let round = 0; round < 2; round++) {
      const world = await SimLab.start();
      runs.push(await world.run(id, variant));
    }
    const [first, second] = runs.map(told);
    expect(first?.failure).toBeNull();
    expect(first?.outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(second).toEqual(first);
  });
});
