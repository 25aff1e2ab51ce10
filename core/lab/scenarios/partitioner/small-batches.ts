import type { ContenderView, FigureName } from '#core/lab-api/experiment-views.ts';
import { measurePartitioners } from '../../experiments/partitioners.ts';
import { checkRuns, medianOf, medians } from '../measured.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const PARTITIONS = 9;
/** Sent in one go, five for each partition; then their acknowledgements are waited for. */
const BURST = 45;
const BURSTS = 60;
/** How much more round robin takes on disk at least: 5 records of 100 bytes in a batch share little that zstd can use, 45 much. */
const MORE_BYTES = 1.5;

/** C05: the same records in many small batches or in few large ones. */
export const smallBatches: Scenario = {
  id: 'small-batches',
  chapter: 'partitioner',
  claims: ['C05'],
  variants: [TODAY],
  steps: ['race', 'compare'],
  question: ['roundRobin', 'builtIn', 'same'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  await stage.ask();
  const load = { partitions: PARTITIONS, brokers: PARTITIONS, rounds: 1, burst: BURST, bursts: BURSTS };
  const { contenders } = await stage.step('race', () =>
    measurePartitioners(stage.lab, { ...load, compression: 'zstd' }, { signal: stage.signal }),
  );
  await stage.step('compare', () => {
    checkRuns(stage, 'C05', contenders, load.rounds);
    compare(stage, contenders);
  });
}

/** Bursts are waited for, so that what is put together is the same on any machine. */
function compare(stage: ScenarioStage, contenders: readonly ContenderView[]): void {
  stage.answerIs('roundRobin');
  stage.check({
    claim: 'C05',
    id: 'recordsPerBatch',
    expected: `roundRobin ${BURST / PARTITIONS}, sticky ${BURST}, builtIn ${BURST}`,
    observed: medians(contenders, 'recordsPerBatch'),
  });
  stage.check({
    claim: 'C05',
    id: 'requests',
    expected: `roundRobin ${BURSTS * PARTITIONS}, sticky ${BURSTS}, builtIn ${BURSTS}`,
    observed: medians(contenders, 'requests'),
  });
  const of = (id: string, figure: FigureName): number => medianOf(contenders, id, figure);
  stage.check({
    claim: 'C05',
    id: 'ratio',
    expected: 'roundRobin < sticky, builtIn',
    observed: medians(contenders, 'ratio', 2),
    ok: of('roundRobin', 'ratio') < Math.min(of('sticky', 'ratio'), of('builtIn', 'ratio')),
  });
  const times = (id: string): number => of('roundRobin', 'bytesOnDisk') / of(id, 'bytesOnDisk');
  stage.check({
    claim: 'C05',
    id: 'bytes',
    expected: `roundRobin > ${MORE_BYTES} × sticky, builtIn`,
    observed: medians(contenders, 'bytesOnDisk'),
    ok: Math.min(times('sticky'), times('builtIn')) > MORE_BYTES,
  });
  const factor = times('builtIn').toFixed(2);
  stage.facts['bytesFactor'] = factor;
  stage.verdict('C05', { kind: 'measured', value: `× ${factor} bytes on disk` });
}
