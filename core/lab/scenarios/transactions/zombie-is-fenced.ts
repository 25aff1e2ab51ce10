import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { EndTxn } from '#core/protocol/messages/26-end-txn.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { rawRequest } from '../raw-request.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import {
  batchRef,
  codeOf,
  codeText,
  completed,
  dataOf,
  frameRefs,
  keysIn,
  lastFrame,
  markersOf,
  markerText,
  orders,
  outcomeOf,
  send,
  transaction,
} from './facts.ts';
import { keysText, readThrough } from './readers.ts';

/** The last versions that know nothing of PRODUCER_FENCED: what clients before 2.7 send. */
const END_TXN_BEFORE_2_7 = 1;
const INIT_BEFORE_2_7 = 3;

/** C39: frozen mid-transaction, replaced by its twin, thawed, and refused. */
export const zombieIsFenced: Scenario = {
  id: 'zombie-is-fenced',
  chapter: 'transactions',
  claims: ['C39'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['freeze', 'twin', 'thaw', 'read', 'before27'],
  question: ['both', 'zombie', 'twin'],
  run,
};

interface Actors {
  readonly zombie: LabProcess;
  readonly twin: LabProcess;
}

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const transactionalId = stage.unique('zombie');
  stage.facts['id'] = transactionalId;
  const zombie = await stage.step('freeze', () => freeze(stage, topic, transactionalId));
  const twin = await stage.step('twin', () => startTwin(stage, zombie));
  await stage.ask();
  await stage.step('thaw', () => thaw(stage, { zombie, twin }));
  await stage.step('read', () => read(stage, topic));
  await stage.step('before27', () => before27(stage, { zombie, twin }));
}

async function freeze(stage: ScenarioStage, topic: string, transactionalId: string): Promise<LabProcess> {
  const zombie = await stage.producer({ name: 'service', topic, transactionalId });
  await transaction(zombie, orders(0, 'o-1', 'o-2'), 'open');
  const state = await zombie.freeze();
  stage.facts['osPid'] = zombie.osPid ?? -1;
  stage.check({
    claim: 'C39',
    id: 'stopped',
    expected: 'T',
    observed: state ?? 'none',
    // Where the system cannot be asked, the process itself has said that it stops.
    ok: state === 'T' || (state === null && zombie.state === 'frozen'),
    refs: [{ kind: 'process', process: zombie.id }],
  });
  return zombie;
}

/** The twin's initTransactions aborts what is open, at a raised epoch; then it writes the same orders. */
async function startTwin(stage: ScenarioStage, zombie: LabProcess): Promise<LabProcess> {
  const { topic, transactionalId } = zombie.settings;
  const mark = stage.mark();
  const zombieEpoch = dataOf(stage, topic, 0).at(-1)?.producerEpoch ?? -1;
  const twin = await stage.producer({ name: 'service', topic, transactionalId });
  const answers = stage.frames(mark, { clientId: twin.clientId, api: 'InitProducerId' });
  const refused = answers.find((frame) => frame.errorCode !== 0);
  const abort = await stage.eventually(() => markersOf(stage, topic, 0)[0], 'Nobody aborted.');
  stage.check({
    claim: 'C39',
    id: 'waited',
    expected: codeText(51),
    observed: codeText(codeOf(refused)),
    refs: frameRefs(refused, 'response'),
  });
  stage.check({
    claim: 'C39',
    id: 'aborted',
    expected: `ABORT@2 epoch ${zombieEpoch + 1}`,
    observed: `${markerText([abort])} epoch ${abort.batch.producerEpoch}`,
    refs: [batchRef(topic, 0, abort.batch)],
  });
  await transaction(twin, orders(0, 'o-1', 'o-2'), 'commit');
  await completed(stage, transactionalId ?? '', 'CompleteCommit');
  return twin;
}

/** The leader of the partition refuses the write, the coordinator the end of the transaction, each with its own code. */
async function thaw(stage: ScenarioStage, { zombie }: Actors): Promise<void> {
  const { topic } = zombie.settings;
  await zombie.thaw();
  const mark = stage.mark();
  const keysBefore = keysIn(stage, topic).join(' ');
  await outcomeOf(send(zombie, orders(0, 'o-3')));
  const produce = lastFrame(stage, mark, { process: zombie, api: 'Produce' });
  stage.check({
    claim: 'C39',
    id: 'produce',
    expected: codeText(47),
    observed: codeText(codeOf(produce)),
    refs: frameRefs(produce, 'response'),
  });
  const ended = await outcomeOf(zombie.command({ kind: 'abort' }));
  const endTxn = lastFrame(stage, mark, { process: zombie, api: 'EndTxn' });
  stage.check({
    claim: 'C39',
    id: 'endTxn',
    expected: codeText(90),
    observed: codeText(codeOf(endTxn)),
    refs: frameRefs(endTxn, 'response'),
  });
  stage.check({
    claim: 'C39',
    id: 'fatal',
    expected: 'PRODUCER_FENCED',
    observed: ended,
    refs: [{ kind: 'process', process: zombie.id }],
  });
  stage.check({
    claim: 'C39',
    id: 'nothingWritten',
    expected: keysBefore,
    observed: keysIn(stage, topic).join(' '),
  });
  stage.answerIs('twin');
}

async function read(stage: ScenarioStage, topic: string): Promise<void> {
  const committed = await readThrough(stage, topic, 'read_committed');
  const all = await readThrough(stage, topic, 'read_uncommitted');
  stage.check({ claim: 'C39', id: 'committed', expected: 'o-1 o-2', observed: keysText(committed.records) });
  stage.check({ claim: 'C39', id: 'all', expected: 'o-1 o-2 o-1 o-2', observed: keysText(all.records) });
}

/** Code 90 is of 2.7: a client that is older asks in a version in which it cannot be said. */
async function before27(stage: ScenarioStage, { zombie, twin }: Actors): Promise<void> {
  const { platform, broker } = stage.lab;
  const { producerId = -1, producerEpoch = -1 } = zombie.belief ?? {};
  const transactionalId = zombie.settings.transactionalId ?? '';
  const from = { port: broker.port, clientId: 'before-2.7' };
  const ended = await rawRequest(platform, {
    ...from,
    api: EndTxn,
    version: END_TXN_BEFORE_2_7,
    body: { transactionalId, producerId, producerEpoch, committed: true },
  });
  stage.check({
    claim: 'C39',
    id: 'endTxnBefore27',
    expected: codeText(47),
    observed: codeText(ended.errorCode),
  });
  const init = await rawRequest(platform, {
    ...from,
    api: InitProducerId,
    version: INIT_BEFORE_2_7,
    body: { transactionalId, transactionTimeoutMs: 60_000, producerId, producerEpoch },
  });
  stage.check({
    claim: 'C39',
    id: 'initBefore27',
    expected: codeText(47),
    observed: codeText(init.errorCode),
  });
  // What was refused has changed nothing for the twin.
  const next = await outcomeOf(transaction(twin, orders(0, 'o-3'), 'commit'));
  stage.check({
    claim: 'C39',
    id: 'twinGoesOn',
    expected: 'done',
    observed: next,
    refs: [{ kind: 'process', process: twin.id }],
  });
}
