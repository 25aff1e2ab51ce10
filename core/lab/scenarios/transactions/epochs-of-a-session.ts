import type { LabProcess } from '../../producers/lab-process.ts';
import { BEFORE_KIP_890, OLDER_CLIENT, type Scenario, speaksKip890, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRef, completed, dataOf, orders, stateRecords, transaction } from './facts.ts';

const TRANSACTIONS_OF_A_SESSION = ['o-1', 'o-2', 'o-3'];

/** C40: who keeps what: id, producer id, epoch. With KIP-890 each transaction has an epoch of its own. */
export const epochsOfASession: Scenario = {
  id: 'epochs-of-a-session',
  chapter: 'transactions',
  claims: ['C40'],
  variants: [TODAY, BEFORE_KIP_890, OLDER_CLIENT],
  steps: ['session', 'again'],
  question: ['same', 'rises'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const transactionalId = stage.unique('epochs');
  stage.facts['id'] = transactionalId;
  await stage.ask();
  const process = await stage.step('session', () => session(stage, topic, transactionalId));
  await stage.step('again', () => again(stage, process));
}

async function session(stage: ScenarioStage, topic: string, transactionalId: string): Promise<LabProcess> {
  const process = await stage.producer({ name: 'session', topic, transactionalId });
  const { producerId = -1, producerEpoch = -1 } = process.belief ?? {};
  for (const key of TRANSACTIONS_OF_A_SESSION) {
    await transaction(process, orders(0, key), 'commit');
    await completed(stage, transactionalId, 'CompleteCommit');
  }
  const batches = dataOf(stage, topic, 0);
  const refs = batches.map((batch) => batchRef(topic, 0, batch));
  const rises = speaksKip890(stage.variant);
  stage.answerIs(rises ? 'rises' : 'same');
  stage.check({
    claim: 'C40',
    id: 'producerIds',
    expected: batches.map(() => producerId).join(' '),
    observed: batches.map((batch) => batch.producerId).join(' '),
    refs,
  });
  const epochs = batches.map((batch) => batch.producerEpoch).join(' ');
  stage.check({
    claim: 'C40',
    id: 'epochs',
    expected: batches.map((_, n) => producerEpoch + (rises ? n : 0)).join(' '),
    observed: epochs,
    refs,
  });
  // An epoch of its own starts counting anew.
  stage.check({
    claim: 'C40',
    id: 'sequences',
    expected: batches.map((_, n) => (rises ? 0 : n)).join(' '),
    observed: batches.map((batch) => batch.baseSequence).join(' '),
    refs,
  });
  Object.assign(stage.facts, { producerId, epochs });
  if (rises) stage.verdict('C40', { kind: 'doesNotHold' });
  return process;
}

/** Another initialisation of the same id: the producer id stays, the epoch goes one up. */
async function again(stage: ScenarioStage, before: LabProcess): Promise<void> {
  const { topic, transactionalId } = before.settings;
  await before.command({ kind: 'close' });
  const known = stateRecords(stage, transactionalId ?? '').at(-1)?.value;
  const process = await stage.producer({ name: 'session', topic, transactionalId });
  const { producerId = -1, producerEpoch = -1 } = process.belief ?? {};
  stage.check({
    claim: 'C40',
    id: 'afterRestart',
    expected: `pid ${stage.facts['producerId']}, epoch ${(known?.producerEpoch ?? -2) + 1}`,
    observed: `pid ${producerId}, epoch ${producerEpoch}`,
    refs: [{ kind: 'process', process: process.id }],
  });
}
