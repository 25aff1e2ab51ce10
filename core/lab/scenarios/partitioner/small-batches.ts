import { measurePartitioners } from '../../experiments/partitioners.ts';
import { checkRuns, medianOf, medians } from '../measured.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const LOAD = { partitions: 9, brokers: 9, rounds: 1, ratePerSecond: 3_000, durationMs: 1_000, lingerMs: 20 };

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
  const { contenders } = await stage.step('race', () =>
    measurePartitioners(stage.lab, { ...LOAD, compression: 'zstd' }, { signal: stage.signal }),
  );
  await stage.step('compare', () => {
    checkRuns(stage, 'C05', contenders, LOAD.rounds);
    stage.answerIs('roundRobin');
    const of = (id: string, figure: Parameters<typeof medianOf>[2]): number =>
      medianOf(contenders, id, figure);
    stage.check({
      claim: 'C05',
      id: 'recordsPerBatch',
      expected: 'roundRobin smallest',
      observed: medians(contenders, 'recordsPerBatch', 1),
      ok: of('roundRobin', 'recordsPerBatch') < of('builtIn', 'recordsPerBatch'),
    });
    stage.check({
      claim: 'C05',
      id: 'requests',
      expected: 'roundRobin most',
      observed: medians(contenders, 'requests'),
      ok: of('roundRobin', 'requests') > of('builtIn', 'requests'),
    });
    stage.check({
      claim: 'C05',
      id: 'ratio',
      expected: 'roundRobin lowest',
      observed: medians(contenders, 'ratio', 2),
      ok: of('roundRobin', 'ratio') < of('builtIn', 'ratio'),
    });
    const bytes = of('roundRobin', 'bytesOnDisk') / of('builtIn', 'bytesOnDisk');
    stage.facts['bytesFactor'] = bytes.toFixed(2);
    stage.verdict('C05', { kind: 'measured', value: `× ${bytes.toFixed(2)} bytes on disk` });
  });
}
