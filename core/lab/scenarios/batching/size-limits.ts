import { LabError } from '#core/lab-api/lab-error.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

/** More than max.request.size by default, 1 MiB. */
const TOO_LARGE_TO_SEND = 1_100_000;
const TOPIC_MAX = 1_000;
const TOO_LARGE_TO_STORE = 5_000;
const MESSAGE_TOO_LARGE = 10;

/** C13: limits that no batch setting moves. */
export const sizeLimits: Scenario = {
  id: 'size-limits',
  chapter: 'batching',
  claims: ['C13'],
  variants: [TODAY],
  steps: ['client', 'broker'],
  question: ['client', 'broker', 'nobody'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('limits', { config: { 'max.message.bytes': String(TOPIC_MAX) } });
  // Neither setting has a say in how large one record may be.
  const config = { 'batch.size': '2000000' };
  const process = await stage.producer({ name: 'limits', topic, config });
  await stage.ask();
  await stage.step('client', async () => {
    const mark = stage.mark();
    const outcome = await outcomeOf(process, TOO_LARGE_TO_SEND);
    const frames = stage.frames(mark, { clientId: process.clientId, api: 'Produce' });
    stage.answerIs('client');
    stage.facts['clientSays'] = outcome.message;
    stage.check({
      claim: 'C13',
      id: 'clientRefuses',
      expected: 'RecordTooLargeException',
      observed: outcome.exception,
      refs: [{ kind: 'process', process: process.id }],
    });
    stage.check({ claim: 'C13', id: 'noFrame', expected: '0', observed: String(frames.length) });
  });
  await stage.step('broker', async () => {
    const mark = stage.mark();
    const outcome = await outcomeOf(process, TOO_LARGE_TO_STORE);
    const [frame] = stage.frames(mark, { clientId: process.clientId, api: 'Produce' });
    stage.check({
      claim: 'C13',
      id: 'brokerRefuses',
      expected: String(MESSAGE_TOO_LARGE),
      observed: String(frame?.partitionErrors[0]?.errorCode ?? 'none'),
      refs: frame === undefined ? [] : [{ kind: 'frame', frame: frame.frame, side: 'response' }],
    });
    stage.check({
      claim: 'C13',
      id: 'brokerException',
      expected: 'RecordTooLargeException',
      observed: outcome.exception,
    });
    const { logEndOffset } = stage.log(topic, 0);
    stage.check({ claim: 'C13', id: 'nothingStored', expected: '0', observed: String(logEndOffset) });
  });
}

async function outcomeOf(
  process: LabProcess,
  size: number,
): Promise<{ readonly exception: string; readonly message: string }> {
  try {
    const records = [{ partition: null, key: null, value: 'x'.repeat(size) }];
    await process.command({ kind: 'send', count: 0, records });
    return { exception: 'none', message: '' };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const { exception, message } = error.failure;
    return { exception: exception ?? 'none', message };
  }
}
