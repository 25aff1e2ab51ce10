import type { LabProcess } from '../../producers/lab-process.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import {
  codeOf,
  codeText,
  completed,
  frameRefs,
  keysIn,
  lastFrame,
  orders,
  outcomeOf,
  send,
  stateRecords,
  statesIn,
  transaction,
} from './facts.ts';

/** C31: initTransactions binds the id to a producer id in the log, and raises the epoch; writes at an older one are refused. */
export const olderEpochIsIgnored: Scenario = {
  id: 'older-epoch-is-ignored',
  chapter: 'transactions',
  claims: ['C31'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['first', 'second', 'late'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const transactionalId = stage.unique('older-epoch');
  const older = await stage.step('first', () => first(stage, topic, transactionalId));
  await stage.step('second', () => second(stage, older, transactionalId));
  await stage.step('late', () => late(stage, older));
}

async function first(stage: ScenarioStage, topic: string, transactionalId: string): Promise<LabProcess> {
  const process = await stage.producer({ name: 'older', topic, transactionalId });
  const records = stateRecords(stage, transactionalId);
  const value = records[0]?.value;
  const { producerId = -1, producerEpoch = -1 } = process.belief ?? {};
  Object.assign(stage.facts, { id: transactionalId, producerId, partition: records[0]?.partition ?? -1 });
  const refs = [{ kind: 'transaction', transactionalId }] as const;
  stage.check({ claim: 'C31', id: 'written', expected: 'Empty', observed: statesIn(records), refs });
  stage.check({
    claim: 'C31',
    id: 'bound',
    expected: `pid ${producerId}, epoch ${producerEpoch}`,
    observed: `pid ${value?.producerId}, epoch ${value?.producerEpoch}`,
    refs,
  });
  stage.check({ claim: 'C31', id: 'firstEpoch', expected: '0', observed: String(producerEpoch), refs });
  await transaction(process, orders(0, 'o-1'), 'commit');
  await completed(stage, transactionalId, 'CompleteCommit');
  return process;
}

async function second(stage: ScenarioStage, older: LabProcess, transactionalId: string): Promise<void> {
  const before = stateRecords(stage, transactionalId).at(-1)?.value;
  const process = await stage.producer({ name: 'newer', topic: older.settings.topic, transactionalId });
  const value = stateRecords(stage, transactionalId).at(-1)?.value;
  const { producerId = -1, producerEpoch = -1 } = process.belief ?? {};
  Object.assign(stage.facts, { oldEpoch: older.belief?.producerEpoch ?? -1, newEpoch: producerEpoch });
  const refs = [{ kind: 'transaction', transactionalId }] as const;
  stage.check({
    claim: 'C31',
    id: 'raised',
    expected: `pid ${before?.producerId}, epoch ${Number(before?.producerEpoch) + 1}`,
    observed: `pid ${value?.producerId}, epoch ${value?.producerEpoch}`,
    refs,
  });
  stage.check({
    claim: 'C31',
    id: 'told',
    expected: `pid ${value?.producerId}, epoch ${value?.producerEpoch}`,
    observed: `pid ${producerId}, epoch ${producerEpoch}`,
    refs: [{ kind: 'process', process: process.id }],
  });
}

/** Who asks the coordinator is told 90; a partition's leader that asks it for the producer says 47. */
async function late(stage: ScenarioStage, older: LabProcess): Promise<void> {
  const mark = stage.mark();
  const isImplicit = stage.variant.transactionVersion === 2;
  const keysBefore = keysIn(stage, older.settings.topic).join(' ');
  await older.command({ kind: 'begin' });
  const outcome = await outcomeOf(send(older, orders(0, 'o-2')));
  const frame = lastFrame(stage, mark, {
    process: older,
    api: isImplicit ? 'Produce' : 'AddPartitionsToTxn',
  });
  stage.facts['answered'] = frame?.api ?? 'none';
  stage.check({
    claim: 'C31',
    id: 'refused',
    expected: codeText(isImplicit ? 47 : 90),
    observed: codeText(codeOf(frame)),
    refs: frameRefs(frame, 'response'),
  });
  stage.check({
    claim: 'C31',
    id: 'thrown',
    expected: isImplicit ? 'INVALID_PRODUCER_EPOCH' : 'PRODUCER_FENCED',
    observed: outcome,
  });
  stage.check({
    claim: 'C31',
    id: 'kept',
    expected: keysBefore,
    observed: keysIn(stage, older.settings.topic).join(' '),
  });
}
