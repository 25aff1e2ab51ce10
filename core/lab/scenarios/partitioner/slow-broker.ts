import type { SlowBrokerResult } from '#core/lab-api/experiment-views.ts';
import { measureSlowBroker } from '../../experiments/slow-broker.ts';
import { checkRuns, medians } from '../measured.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const LOAD = { brokers: 3, delayMs: 20, rounds: 1, durationMs: 2_000 };
/** Round robin counts: its shares are equal to a record. */
const EQUAL_SHARE = 1 / LOAD.brokers;
/** Sticky is far above it: at least by a fifth, however busy the machine is. */
const PILED_SHARE = 1.2 * EQUAL_SHARE;
/** Built-in evades it: its share is below that of sticky by at least so much of all records. */
const EVADED_SHARE = 0.2;
const TRIES_MAX = 3;

/** C08: what each partitioner does with a broker that answers 20 ms late; the figures are the verdict. */
export const slowBroker: Scenario = {
  id: 'slow-broker',
  chapter: 'partitioner',
  claims: ['C08'],
  variants: [TODAY],
  steps: ['race', 'compare'],
  question: ['more', 'same', 'less'],
  run,
};

/** While a machine is so busy that every broker is slow, there is no slow one: then it is measured again. */
async function measureUntilApart(stage: ScenarioStage): Promise<SlowBrokerResult> {
  for (let tries = 1; ; tries++) {
    const result = await measureSlowBroker(stage.lab, LOAD, { signal: stage.signal });
    const [sticky, builtIn] = ['sticky', 'builtIn'].map((id) => result.slowShare[id]?.median ?? Number.NaN);
    const isApart = Number(sticky) > PILED_SHARE && Number(builtIn) <= Number(sticky) - EVADED_SHARE;
    if (isApart || tries === TRIES_MAX) return result;
  }
}

async function run(stage: ScenarioStage): Promise<void> {
  await stage.ask();
  const { contenders, slowShare } = await stage.step('race', () => measureUntilApart(stage));
  await stage.step('compare', () => {
    checkRuns(stage, 'C08', contenders, LOAD.rounds);
    const share = (id: string): number => slowShare[id]?.median ?? Number.NaN;
    const percent = (id: string): string => `${(share(id) * 100).toFixed(0)} %`;
    stage.answerIs('more');
    stage.check({
      claim: 'C08',
      id: 'inTurn',
      expected: `${(EQUAL_SHARE * 100).toFixed(0)} %`,
      observed: percent('roundRobin'),
    });
    stage.check({
      claim: 'C08',
      id: 'sticky',
      expected: `> ${(PILED_SHARE * 100).toFixed(0)} %`,
      observed: percent('sticky'),
      ok: share('sticky') > PILED_SHARE,
    });
    stage.check({
      claim: 'C08',
      id: 'builtIn',
      expected: `≤ ${((share('sticky') - EVADED_SHARE) * 100).toFixed(0)} %`,
      observed: percent('builtIn'),
      ok: share('builtIn') <= share('sticky') - EVADED_SHARE,
    });
    const p99 = medians(contenders, 'p99Ms', 1);
    stage.check({ claim: 'C08', id: 'p99', expected: 'measured', observed: p99, ok: !p99.includes('NaN') });
    Object.assign(stage.facts, { sticky: percent('sticky'), builtIn: percent('builtIn'), p99 });
    stage.verdict('C08', {
      kind: 'measured',
      value: `sticky ${percent('sticky')}, builtIn ${percent('builtIn')} of the records to the slow one`,
    });
  });
}
