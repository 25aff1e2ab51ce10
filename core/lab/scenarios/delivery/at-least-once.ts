import type { PlannedRecord } from '../../producers/producer-messages.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs, keysOnDisk } from './disk.ts';
import { loseNextAck, loseNextRequest, SOON_GIVEN_UP } from './faults.ts';
import { producedBatches } from './produce-frames.ts';

const RECORD: PlannedRecord = { partition: 0, key: 'order-1', value: '{"eur":40}' };

/** C17: a producer that hears nothing sends again. Whether that makes a duplicate depends on what was lost. */
export const atLeastOnce: Scenario = {
  id: 'at-least-once',
  chapter: 'delivery',
  claims: ['C17'],
  variants: [TODAY],
  steps: ['start', 'lostAck', 'lostRequest'],
  question: ['one', 'two', 'none'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topics = { ack: stage.topic('ack-lost'), request: stage.topic('request-lost') };
  const config = { ...SOON_GIVEN_UP, 'enable.idempotence': 'false', acks: 'all', 'retry.backoff.ms': '20' };
  const [first, second] = await stage.step('start', () =>
    Promise.all([
      stage.producer({ name: 'ack-lost', topic: topics.ack, config }),
      stage.producer({ name: 'request-lost', topic: topics.request, config }),
    ]),
  );
  await stage.ask();
  await stage.step('lostAck', async () => {
    const mark = stage.mark();
    loseNextAck(stage, first.clientId);
    const acknowledged = await first.command({ kind: 'send', count: 1, records: [RECORD] });
    const requests = producedBatches(stage, mark, first.clientId);
    stage.answerIs('two');
    stage.check({
      claim: 'C17',
      id: 'sentTwice',
      expected: '2',
      observed: String(requests.length),
      refs: requests.map(({ frame }) => ({ kind: 'frame', frame, side: 'request' })),
    });
    stage.check({
      claim: 'C17',
      id: 'duplicate',
      expected: 'order-1 order-1',
      observed: keysOnDisk(stage, topics.ack),
      refs: batchRefs(stage, topics.ack),
    });
    stage.check({
      claim: 'C17',
      id: 'ackedOffset',
      expected: '1',
      observed: acknowledged.map(({ offset }) => offset).join(' '),
    });
  });
  await stage.step('lostRequest', async () => {
    const mark = stage.mark();
    loseNextRequest(stage, second.clientId);
    const acknowledged = await second.command({ kind: 'send', count: 1, records: [RECORD] });
    const requests = producedBatches(stage, mark, second.clientId);
    stage.check({
      claim: 'C17',
      id: 'sentTwiceToo',
      expected: '2',
      observed: String(requests.length),
      refs: requests.map(({ frame }) => ({ kind: 'frame', frame, side: 'request' })),
    });
    stage.check({
      claim: 'C17',
      id: 'once',
      expected: 'order-1',
      observed: keysOnDisk(stage, topics.request),
      refs: batchRefs(stage, topics.request),
    });
    stage.check({
      claim: 'C17',
      id: 'onceOffset',
      expected: '0',
      observed: acknowledged.map(({ offset }) => offset).join(' '),
    });
  });
}
