import { measureIdempotenceCost } from '../../experiments/idempotence-cost.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const PAIRS = 7;
/** A run is over after so many records, and soon in any case: a busy machine makes fewer. */
const LOAD = {
  pairs: PAIRS,
  runsPerPair: 4,
  keepsProcesses: true,
  warmupCount: 60_000,
  count: 100_000,
  runMsMax: 250,
} as const;
/** What the course says, percent. */
const COST_MAX = 20;

/** C25: what idempotence costs, measured here and now. The area Experiments measures it for longer. */
export const idempotenceCost: Scenario = {
  id: 'idempotence-cost',
  chapter: 'delivery',
  claims: ['C25'],
  variants: [TODAY],
  steps: ['pairs'],
  run: (stage) => stage.step('pairs', () => measure(stage)),
};

async function measure(stage: ScenarioStage): Promise<void> {
  const { pairs, costPercent, idempotent, plain } = await measureIdempotenceCost(stage.lab, LOAD, {
    signal: stage.signal,
  });
  const isWhole = [idempotent, plain].every(
    ({ summary }) => summary.failed.max === 0 && summary.acknowledged.min > 0,
  );
  stage.check({
    claim: 'C25',
    id: 'pairs',
    expected: String(PAIRS),
    observed: String(isWhole ? pairs.length : 0),
  });
  const { median, min, max } = costPercent;
  const value = `${percent(median)} % (${percent(min)}..${percent(max)})`;
  stage.facts['costPercent'] = Math.round(median * 10) / 10;
  // Other programs disturb single runs, so a pair may show more, or a gain.
  stage.check({
    claim: 'C25',
    id: 'cost',
    expected: `median of the pairs ≤ ${COST_MAX} %`,
    observed: `${percent(median)} %`,
    ok: median <= COST_MAX,
  });
  stage.verdict('C25', { kind: 'measured', value });
}

/** With a real minus sign. */
function percent(value: number): string {
  return value.toFixed(1).replace('-', '−');
}
