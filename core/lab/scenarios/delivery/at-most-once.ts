import type { LabProcess } from '../../producers/lab-process.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs, keysOnDisk } from './disk.ts';
import { failureOf } from './failure-of.ts';
import { loseNextRequest, SOON_GIVEN_UP } from './faults.ts';
import { producedBatches } from './produce-frames.ts';

/** C18: whoever does not send again loses what was lost. */
export const atMostOnce: Scenario = {
  id: 'at-most-once',
  chapter: 'delivery',
  claims: ['C18'],
  variants: [TODAY],
  steps: ['start', 'noRetries', 'noAcks'],
  question: ['abc', 'ac', 'acb'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topics = { retries: stage.topic('retries-0'), acks: stage.topic('acks-0') };
  const [noRetries, noAcks] = await stage.step('start', () =>
    Promise.all([
      stage.producer({
        name: 'retries-0',
        topic: topics.retries,
        config: { ...SOON_GIVEN_UP, retries: '0', acks: '1', 'enable.idempotence': 'false' },
      }),
      stage.producer({
        name: 'acks-0',
        topic: topics.acks,
        config: { ...SOON_GIVEN_UP, acks: '0', 'enable.idempotence': 'false' },
      }),
    ]),
  );
  await stage.ask();
  await stage.step('noRetries', async () => {
    const mark = stage.mark();
    await send(noRetries, 'A');
    loseNextRequest(stage, noRetries.clientId);
    const failure = await failureOf(send(noRetries, 'B'));
    await send(noRetries, 'C');
    stage.answerIs('ac');
    stage.check({
      claim: 'C18',
      id: 'toldOfLoss',
      expected: 'NETWORK_EXCEPTION',
      observed: failure?.code ?? 'none',
    });
    checkLoss(stage, mark, { process: noRetries, topic: topics.retries, suffix: '' });
  });
  await stage.step('noAcks', async () => {
    const mark = stage.mark();
    await send(noAcks, 'A');
    await stage.eventually(
      () => keysOnDisk(stage, topics.acks) === 'A',
      'The record A of the producer with acks=0 did not arrive.',
    );
    loseNextRequest(stage, noAcks.clientId);
    const failure = await failureOf(send(noAcks, 'B'));
    await stage.eventually(() => lossIsNoticed(stage, mark, noAcks), 'The connection was not cut.');
    await send(noAcks, 'C');
    await stage.eventually(
      () => keysOnDisk(stage, topics.acks).includes('C'),
      'The record C did not arrive.',
    );
    stage.check({ claim: 'C18', id: 'toldNothing', expected: 'none', observed: failure?.code ?? 'none' });
    checkLoss(stage, mark, { process: noAcks, topic: topics.acks, suffix: 'NoAcks' });
  });
}

function send(process: LabProcess, key: string): Promise<unknown> {
  return process.command({ kind: 'send', count: 1, records: [{ partition: 0, key, value: key }] });
}

/** The connection that took B with it is over on both sides: what is sent now goes over a new one. */
function lossIsNoticed(stage: ScenarioStage, mark: number, { clientId }: LabProcess): boolean {
  const [, lost] = stage.frames(mark, { clientId, api: 'Produce' });
  return stage
    .events(mark)
    .some(({ type, data }) => type === 'connection.closed' && data.connection === lost?.connection);
}

function checkLoss(
  stage: ScenarioStage,
  mark: number,
  run: { readonly process: LabProcess; readonly topic: string; readonly suffix: '' | 'NoAcks' },
): void {
  const requests = producedBatches(stage, mark, run.process.clientId);
  stage.check({
    claim: 'C18',
    id: `requests${run.suffix}`,
    expected: '3',
    observed: String(requests.length),
    refs: requests.map(({ frame }) => ({ kind: 'frame', frame, side: 'request' })),
  });
  stage.check({
    claim: 'C18',
    id: `log${run.suffix}`,
    expected: 'A C',
    observed: keysOnDisk(stage, run.topic),
    refs: batchRefs(stage, run.topic),
  });
}
