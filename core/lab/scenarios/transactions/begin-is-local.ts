import type { LabProcess } from '../../producers/lab-process.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

/** C32: nobody but the producer itself knows of a transaction before its first record. */
export const beginIsLocal: Scenario = {
  id: 'begin-is-local',
  chapter: 'transactions',
  claims: ['C32'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['init', 'begin', 'send'],
  question: ['none', 'one', 'two'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const process = await stage.step('init', () =>
    stage.producer({ name: 'begin', topic, transactionalId: stage.unique('begin-is-local') }),
  );
  await stage.ask();
  await stage.step('begin', () => begin(stage, process));
  await stage.step('send', () => sendFirst(stage, process));
}

async function begin(stage: ScenarioStage, process: LabProcess): Promise<void> {
  const mark = stage.mark();
  await process.command({ kind: 'begin' });
  const frames = stage.frames(mark, { clientId: process.clientId }).filter(({ api }) => api !== 'Metadata');
  stage.facts['frames'] = frames.length;
  stage.answerIs('none');
  stage.check({
    claim: 'C32',
    id: 'frames',
    expected: '0',
    observed: String(frames.length),
    refs: [{ kind: 'process', process: process.id }],
  });
  const { state } = stage.lab.transaction(process.settings.transactionalId ?? '') ?? {};
  stage.check({ claim: 'C32', id: 'coordinator', expected: 'Empty', observed: state ?? 'none' });
}

/** The contrast: the first record makes the coordinator know. */
async function sendFirst(stage: ScenarioStage, process: LabProcess): Promise<void> {
  const mark = stage.mark();
  await process.command({ kind: 'send', count: 1, records: null });
  const { state } = stage.lab.transaction(process.settings.transactionalId ?? '') ?? {};
  const frames = stage.frames(mark, { clientId: process.clientId }).filter(({ api }) => api !== 'Metadata');
  stage.check({
    claim: 'C32',
    id: 'ongoing',
    expected: 'Ongoing',
    observed: state ?? 'none',
    refs: frames.slice(0, 1).map(({ frame }) => ({ kind: 'frame', frame, side: 'request' })),
  });
  await process.command({ kind: 'commit' });
}
