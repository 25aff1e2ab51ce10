import { LabError } from '#core/lab-api/lab-error.ts';
import type { FactRef } from '#core/lab-api/scenario-views.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { send } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

/** max.request.size by default, 1 MiB; a record counts with its batch header. */
const REQUEST_MAX = 1_048_576;
const TOO_LARGE_TO_SEND = 1_100_000;
/** What Java adds to key and value: 61 bytes of a batch, at most 21 of a record, and the lengths. */
const ESTIMATED_MORE = 88;
/** message.max.bytes by default: 1 MiB and 12 bytes. */
const BATCH_MAX = 1_048_588;
/** A batch of one record without a key whose value is of that size: 61 bytes of its header, and 11 around the value. */
const BATCH_MORE = 72;
const TOPIC_MAX = 1_000;
const TOO_LARGE_FOR_TOPIC = 5_000;
const MESSAGE_TOO_LARGE = 10;
const TOPIC_SETTING = 'max.message.bytes';

/** C13: limits that no batch setting moves. */
export const sizeLimits: Scenario = {
  id: 'size-limits',
  chapter: 'batching',
  claims: ['C13'],
  variants: [TODAY],
  steps: ['client', 'broker', 'topic'],
  question: ['client', 'broker', 'nobody'],
  run,
};

/** Neither setting has a say in how large one record may be. */
const CONFIG = { 'batch.size': '2000000' };

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('limits');
  const process = await stage.producer({ name: 'limits', topic, config: CONFIG });
  await stage.ask();
  await stage.step('client', () => client(stage, process));
  await stage.step('broker', () => broker(stage, topic));
  await stage.step('topic', () => topicLimit(stage));
}

/** max.request.size by default: nothing is sent. */
async function client(stage: ScenarioStage, process: LabProcess): Promise<void> {
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
  stage.check({
    claim: 'C13',
    id: 'clientSays',
    expected:
      `The message is ${TOO_LARGE_TO_SEND + ESTIMATED_MORE} bytes when serialized which is larger than ${REQUEST_MAX}, ` +
      'which is the value of the max.request.size configuration.',
    observed: outcome.message,
  });
  stage.check({ claim: 'C13', id: 'noFrame', expected: '0', observed: String(frames.length) });
}

/** The same record with a larger max.request.size: now the broker's message.max.bytes has its say. */
async function broker(stage: ScenarioStage, topic: string): Promise<void> {
  const config = { ...CONFIG, 'max.request.size': '2000000' };
  const process = await stage.producer({ name: 'large-requests', topic, config });
  const refused = await refusal(stage, process, TOO_LARGE_TO_SEND);
  stage.check({ claim: 'C13', id: 'brokerRefuses', expected: String(MESSAGE_TOO_LARGE), ...refused.code });
  stage.check({
    claim: 'C13',
    id: 'brokerException',
    expected: 'RecordTooLargeException',
    observed: refused.exception,
  });
  stage.check({ claim: 'C13', id: 'nothingStored', expected: '0', observed: endOf(stage, topic) });
  // Of batches, not of records: one that comes to exactly so many bytes is taken.
  await send(process, [{ partition: null, key: null, value: 'x'.repeat(BATCH_MAX - BATCH_MORE) }]);
  const [stored] = stage.batches(topic, 0);
  stage.check({
    claim: 'C13',
    id: 'largestStored',
    expected: String(BATCH_MAX),
    observed: String(stored?.whole.length ?? 0),
    refs: [{ kind: 'batch', topic, partition: 0, baseOffset: 0 }],
  });
}

/** A topic may have a limit of its own. */
async function topicLimit(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('small', { config: { [TOPIC_SETTING]: String(TOPIC_MAX) } });
  const process = await stage.producer({ name: 'small', topic, config: CONFIG });
  const refused = await refusal(stage, process, TOO_LARGE_FOR_TOPIC);
  stage.check({ claim: 'C13', id: 'topicRefuses', expected: String(MESSAGE_TOO_LARGE), ...refused.code });
  stage.check({ claim: 'C13', id: 'topicStored', expected: '0', observed: endOf(stage, topic) });
}

function endOf(stage: ScenarioStage, topic: string): string {
  return String(stage.log(topic, 0).logEndOffset);
}

/** Sends a record that the broker refuses: the code in the answer's frame, and what the client throws. */
async function refusal(stage: ScenarioStage, process: LabProcess, size: number) {
  const mark = stage.mark();
  const { exception } = await outcomeOf(process, size);
  const [frame] = stage.frames(mark, { clientId: process.clientId, api: 'Produce' });
  const refs: readonly FactRef[] =
    frame === undefined ? [] : [{ kind: 'frame', frame: frame.frame, side: 'response' }];
  return { code: { observed: String(frame?.partitionErrors[0]?.errorCode ?? 'none'), refs }, exception };
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
    // Without the name of the process and the code of the error in front.
    return { exception: exception ?? 'none', message: message.replace(/^[A-Z]\d*: (\d+ [A-Z_]+: )?/, '') };
  }
}
