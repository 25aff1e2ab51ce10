import { measurePartitioners } from '../../experiments/partitioners.ts';
import { checkRuns, medians } from '../measured.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

/** Short runs: the area Experiments measures for longer. */
const LOAD = { rounds: 2, durationMs: 1_500 };
const PARTITIONS = 16;

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
  const { contenders, p50LowerPercent, cpuLowerPercent } = await stage.step('race', () =>
    measurePartitioners(
      stage.lab,
      { ...LOAD, partitions: PARTITIONS, brokers: PARTITIONS },
      { signal: stage.signal },
    ),
  );
  await stage.step('compare', () => {
    checkRuns(stage, 'C07', contenders, LOAD.rounds);
    const latency = Math.round(p50LowerPercent['builtIn'] ?? Number.NaN);
    const cpu = Math.round(cpuLowerPercent['builtIn'] ?? Number.NaN);
    Object.assign(stage.facts, {
      latency,
      cpu,
      p99: medians(contenders, 'p99Ms', 1),
    });
    for (const [id, figure, digits] of [
      ['p50', 'p50Ms', 2],
      ['p99', 'p99Ms', 2],
      ['cpu', 'cpuMs', 0],
    ] as const) {
      const observed = medians(contenders, figure, digits);
      // Measured, not demanded: other programs on the machine have their share in it.
      stage.check({ claim: 'C07', id, expected: 'measured', observed, ok: !observed.includes('NaN') });
    }
    stage.verdict('C07', {
      kind: 'measured',
      value: `p50 ${signed(-latency)} %, CPU ${signed(-cpu)} %`,
    });
  });
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace('-', '−');
}
