import type { ContenderView, FigureName } from '#core/lab-api/experiment-views.ts';
import { measurePartitioners } from '../../experiments/partitioners.ts';
import { checkRuns, medianOf, medians } from '../measured.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

/** Short runs: the area Experiments measures for longer. */
const LOAD = { rounds: 3, burst: 64, bursts: 60 } as const;
const PARTITIONS = 16;
/** What the course says, percent. */
const LATENCY_LOWER = 30;
const STICKY = ['sticky', 'builtIn'] as const;

/** C07: latency and processor time with round robin and with sticky, measured here and now; the figures are the verdict. */
export const stickyLatency: Scenario = {
  id: 'sticky-latency',
  chapter: 'partitioner',
  claims: ['C07'],
  variants: [TODAY],
  steps: ['race', 'compare'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const load = { ...LOAD, partitions: PARTITIONS, brokers: PARTITIONS };
  const { contenders } = await stage.step('race', () =>
    measurePartitioners(stage.lab, load, { signal: stage.signal }),
  );
  await stage.step('compare', () => {
    checkRuns(stage, 'C07', contenders, LOAD.rounds);
    compare(stage, contenders);
  });
}

/**
 * All sides send the same bursts, so that the requests of each are the same on any machine; and a machine that is busy is busy for all
 * of them: a request for each of 16 brokers takes longer than one, and more work.
 */
function compare(stage: ScenarioStage, contenders: readonly ContenderView[]): void {
  stage.check({
    claim: 'C07',
    id: 'requests',
    expected: `roundRobin ${LOAD.bursts * PARTITIONS}, sticky ${LOAD.bursts}, builtIn ${LOAD.bursts}`,
    observed: medians(contenders, 'requests'),
  });
  const lower = (id: string, figure: FigureName): number =>
    Math.round((1 - medianOf(contenders, id, figure) / medianOf(contenders, 'roundRobin', figure)) * 100);
  stage.check({
    claim: 'C07',
    id: 'p50',
    expected: `sticky, builtIn ≥ ${LATENCY_LOWER} % lower`,
    observed: medians(contenders, 'p50Ms', 2),
    ok: STICKY.every((id) => lower(id, 'p50Ms') >= LATENCY_LOWER),
  });
  stage.check({
    claim: 'C07',
    id: 'cpu',
    expected: 'sticky, builtIn < roundRobin',
    observed: medians(contenders, 'cpuMs'),
    ok: STICKY.every((id) => lower(id, 'cpuMs') > 0),
  });
  // Measured, not demanded: one record in a hundred, on a machine that does other things too.
  const p99 = medians(contenders, 'p99Ms', 2);
  stage.check({ claim: 'C07', id: 'p99', expected: 'measured', observed: p99, ok: !p99.includes('NaN') });
  const [latency, cpu] = [lower('builtIn', 'p50Ms'), lower('builtIn', 'cpuMs')];
  Object.assign(stage.facts, { latency, cpu, p99 });
  stage.verdict('C07', { kind: 'measured', value: `p50 ${signed(-latency)} %, CPU ${signed(-cpu)} %` });
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace('-', '−');
}
