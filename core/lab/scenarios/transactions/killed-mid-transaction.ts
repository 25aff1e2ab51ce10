import type { LabProcess } from '../../producers/lab-process.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import {
  batchRef,
  codeOf,
  codeText,
  completed,
  dataOf,
  frameRefs,
  markersOf,
  markerText,
  orders,
  stateRecords,
  statesIn,
  transaction,
} from './facts.ts';
import { keysText, readThrough } from './readers.ts';

/** C39 once more, with kill -9: what the dead process left open is aborted by its successor. */
export const killedMidTransaction: Scenario = {
  id: 'killed-mid-transaction',
  chapter: 'transactions',
  claims: ['C39'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['kill', 'restart', 'again'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders-of-the-killed');
  const transactionalId = stage.unique('killed');
  stage.facts['id'] = transactionalId;
  const dead = await stage.step('kill', () => kill(stage, topic, transactionalId));
  const successor = await stage.step('restart', () => restart(stage, dead));
  await stage.step('again', () => again(stage, successor));
}

async function kill(stage: ScenarioStage, topic: string, transactionalId: string): Promise<LabProcess> {
  const process = await stage.producer({ name: 'service', topic, transactionalId });
  await transaction(process, orders(0, 'o-1', 'o-2'), 'open');
  await process.kill();
  const { exit, freezesBy } = process.view(null);
  stage.check({
    claim: 'C39',
    id: 'killed',
    expected: 'SIGKILL',
    observed: exit?.signal ?? 'none',
    // Where there are no signals, a process is ended with a code.
    ok: freezesBy === 'signal' ? exit?.signal === 'SIGKILL' : exit !== null,
    refs: [{ kind: 'process', process: process.id }],
  });
  stage.check({
    claim: 'C39',
    id: 'stillOpen',
    expected: 'Ongoing',
    observed: statesIn(stateRecords(stage, transactionalId).slice(-1)),
    refs: [{ kind: 'transaction', transactionalId }],
  });
  const [open] = dataOf(stage, topic, 0);
  stage.check({
    claim: 'C39',
    id: 'heldBack',
    expected: String(open?.baseOffset),
    observed: String((await readThrough(stage, topic, 'read_committed')).endOffsets[0]),
    refs: open === undefined ? [] : [batchRef(topic, 0, open)],
  });
  return process;
}

async function restart(stage: ScenarioStage, dead: LabProcess): Promise<LabProcess> {
  const { topic, transactionalId } = dead.settings;
  const mark = stage.mark();
  const openEpoch = dataOf(stage, topic, 0)[0]?.producerEpoch ?? -1;
  const successor = await stage.producer({ name: 'service', topic, transactionalId });
  const answers = stage.frames(mark, { clientId: successor.clientId, api: 'InitProducerId' });
  const refused = answers.find((frame) => frame.errorCode !== 0);
  stage.check({
    claim: 'C39',
    id: 'waited',
    expected: codeText(51),
    observed: codeText(codeOf(refused)),
    refs: frameRefs(refused, 'response'),
  });
  const [abort] = markersOf(stage, topic, 0);
  stage.check({
    claim: 'C39',
    id: 'aborted',
    expected: `ABORT@2 epoch ${openEpoch + 1}`,
    observed: abort === undefined ? 'none' : `${markerText([abort])} epoch ${abort.batch.producerEpoch}`,
    refs: abort === undefined ? [] : [batchRef(topic, 0, abort.batch)],
  });
  stage.check({
    claim: 'C39',
    id: 'epochs',
    expected: String(openEpoch + 2),
    observed: String(successor.belief?.producerEpoch),
    refs: [{ kind: 'process', process: successor.id }],
  });
  return successor;
}

async function again(stage: ScenarioStage, successor: LabProcess): Promise<void> {
  const { topic, transactionalId } = successor.settings;
  await transaction(successor, orders(0, 'o-1', 'o-2'), 'commit');
  await completed(stage, transactionalId ?? '', 'CompleteCommit');
  stage.check({
    claim: 'C39',
    id: 'states',
    expected: 'Empty Ongoing PrepareAbort CompleteAbort Empty Ongoing PrepareCommit CompleteCommit',
    observed: statesIn(stateRecords(stage, transactionalId ?? '')),
    refs: [{ kind: 'transaction', transactionalId: transactionalId ?? '' }],
  });
  const committed = await readThrough(stage, topic, 'read_committed');
  const all = await readThrough(stage, topic, 'read_uncommitted');
  stage.check({ claim: 'C39', id: 'committed', expected: 'o-1 o-2', observed: keysText(committed.records) });
  stage.check({ claim: 'C39', id: 'all', expected: 'o-1 o-2 o-1 o-2', observed: keysText(all.records) });
}
