import { sleep } from '#core/base/clock.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import {
  batchRef,
  codeOf,
  codeText,
  dataOf,
  frameRefs,
  lastFrame,
  markersOf,
  markerText,
  orders,
  outcomeOf,
  stateRecords,
  statesIn,
  transaction,
} from './facts.ts';
import { keysText, readThrough } from './readers.ts';

const TIMEOUT_MS = 200;
/** The coordinator looks for overdue transactions this often (transaction.abort.timed.out.transaction.cleanup.interval.ms). */
const LOOKS_EVERY_MS = 10_000;

/** C34: a transaction that nobody ends is aborted by the coordinator. */
export const transactionTimesOut: Scenario = {
  id: 'transaction-times-out',
  chapter: 'transactions',
  claims: ['C34'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['open', 'wait', 'afterwards'],
  question: ['aborted', 'committed', 'stays'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const transactionalId = stage.unique('times-out');
  const process = await stage.step('open', async () => {
    const started = await stage.producer({
      name: 'forgetful',
      topic,
      transactionalId,
      transactionTimeoutMs: TIMEOUT_MS,
    });
    await transaction(started, orders(0, 'o-1', 'o-2'), 'open');
    Object.assign(stage.facts, { id: transactionalId, timeoutMs: TIMEOUT_MS });
    return started;
  });
  await stage.ask();
  await stage.step('wait', () => wait(stage, process, transactionalId));
  await stage.step('afterwards', () => afterwards(stage, process));
}

/** The timeout itself passes; the pause until the coordinator looks is skipped. */
async function wait(stage: ScenarioStage, process: LabProcess, transactionalId: string): Promise<void> {
  const { topic } = process.settings;
  const data = dataOf(stage, topic, 0).at(-1);
  await sleep(stage.lab.platform.clock, TIMEOUT_MS + 1);
  await stage.lab.clock.advance(LOOKS_EVERY_MS);
  const marker = await stage.eventually(
    () => markersOf(stage, topic, 0)[0],
    'The coordinator did not end the transaction.',
  );
  stage.answerIs('aborted');
  const last = data?.lastOffset ?? -1;
  stage.check({
    claim: 'C34',
    id: 'marker',
    expected: `ABORT@${last + 1}`,
    observed: markerText(markersOf(stage, topic, 0)),
    refs: [batchRef(topic, 0, marker.batch)],
  });
  stage.check({
    claim: 'C34',
    id: 'epoch',
    expected: String((data?.producerEpoch ?? -2) + 1),
    observed: String(marker.batch.producerEpoch),
    refs: [batchRef(topic, 0, marker.batch)],
  });
  await stage.eventually(
    () => statesIn(stateRecords(stage, transactionalId)).endsWith('CompleteAbort'),
    'The abort did not complete.',
  );
  stage.check({
    claim: 'C34',
    id: 'states',
    expected: 'Empty Ongoing PrepareAbort CompleteAbort',
    observed: statesIn(stateRecords(stage, transactionalId)),
    refs: [{ kind: 'transaction', transactionalId }],
  });
  const { records } = await readThrough(stage, topic, 'read_committed');
  stage.check({ claim: 'C34', id: 'delivered', expected: 'none', observed: keysText(records) });
}

/** Before KIP-890 it is fenced by its own timeout; with it, an abort tells it the new epoch, and it goes on. */
async function afterwards(stage: ScenarioStage, process: LabProcess): Promise<void> {
  const mark = stage.mark();
  const isImplicit = stage.variant.transactionVersion === 2;
  const ended = await outcomeOf(process.command({ kind: 'abort' }));
  const frame = lastFrame(stage, mark, { process, api: 'EndTxn' });
  stage.check({
    claim: 'C34',
    id: 'endTxn',
    expected: codeText(isImplicit ? 0 : 90),
    observed: codeText(codeOf(frame)),
    refs: frameRefs(frame, 'response'),
  });
  const next =
    ended === 'done' ? await outcomeOf(transaction(process, orders(0, 'o-3'), 'commit')) : process.state;
  stage.facts['next'] = next;
  stage.check({
    claim: 'C34',
    id: 'next',
    expected: isImplicit ? 'done' : 'fenced',
    observed: next,
    refs: [{ kind: 'process', process: process.id }],
  });
}
