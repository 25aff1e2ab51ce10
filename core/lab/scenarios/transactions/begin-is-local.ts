import { sleep } from '#core/base/clock.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { BEFORE_KIP_890, type Scenario, speaksKip890, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { stateRecords, statesIn } from './facts.ts';

const THINK_MS = 50;

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
  // Time enough for whatever it might send.
  await sleep(stage.lab.platform.clock, THINK_MS);
  const frames = stage.frames(mark, { clientId: process.clientId });
  stage.facts['frames'] = frames.length;
  stage.answerIs('none');
  stage.check({
    claim: 'C32',
    id: 'frames',
    expected: '0',
    observed: String(frames.length),
    refs: [{ kind: 'process', process: process.id }],
  });
  stage.check({ claim: 'C32', id: 'coordinator', expected: 'Empty', observed: statesOf(stage, process) });
}

/** The contrast: the first record makes the coordinator know. */
async function sendFirst(stage: ScenarioStage, process: LabProcess): Promise<void> {
  const mark = stage.mark();
  await process.command({ kind: 'send', count: 1, records: null });
  const frames = stage
    .frames(mark, { clientId: process.clientId })
    .filter(({ api }) => api === 'AddPartitionsToTxn' || api === 'Produce');
  const refs = frames.slice(0, 1).map(({ frame }) => ({ kind: 'frame', frame, side: 'request' }) as const);
  stage.check({
    claim: 'C32',
    id: 'first',
    expected: speaksKip890(stage.variant) ? 'Produce' : 'AddPartitionsToTxn Produce',
    observed: frames.map(({ api }) => api).join(' '),
    refs,
  });
  stage.check({
    claim: 'C32',
    id: 'ongoing',
    expected: 'Empty Ongoing',
    observed: statesOf(stage, process),
    refs,
  });
  await process.command({ kind: 'commit' });
}

/** What the coordinator has written of the process's transactional id. */
function statesOf(stage: ScenarioStage, { settings }: LabProcess): string {
  return statesIn(stateRecords(stage, settings.transactionalId ?? ''));
}
