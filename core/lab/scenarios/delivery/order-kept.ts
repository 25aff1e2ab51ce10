import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs } from './disk.ts';
import { offsetsOnDisk, orderOnDisk, readyProducer, sendThreeBatches } from './three-batches.ts';

/** C22: an idempotent producer keeps the order although several requests are in flight. */
export const orderKept: Scenario = {
  id: 'order-kept',
  chapter: 'delivery',
  claims: ['C22'],
  variants: [TODAY],
  steps: ['start', 'send', 'disk'],
  question: ['stored', 'refused', 'held'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders', { partitions: 2 });
  const process = await stage.step('start', () =>
    readyProducer(stage, { name: 'idempotent', topic, config: {} }),
  );
  await stage.ask();
  await stage.step('send', async () => {
    const { requests } = await sendThreeBatches(stage, process);
    stage.answerIs('refused');
    stage.check({
      claim: 'C22',
      id: 'sequences',
      expected: '0 11 21 11 21',
      observed: requests.map(({ baseSequence }) => baseSequence).join(' '),
      refs: requests.map(({ frame }) => ({ kind: 'frame', frame, side: 'request' })),
    });
    stage.check({
      claim: 'C22',
      id: 'answers',
      expected: 'NONE, NOT_ENOUGH_REPLICAS, OUT_OF_ORDER_SEQUENCE_NUMBER, NONE, NONE',
      observed: requests.map(({ error }) => error ?? 'no answer').join(', '),
      refs: requests.map(({ frame }) => ({ kind: 'frame', frame, side: 'response' })),
    });
  });
  await stage.step('disk', () => {
    stage.check({
      claim: 'C22',
      id: 'order',
      expected: 'B0 B1 B2',
      observed: orderOnDisk(stage, topic),
      refs: batchRefs(stage, topic),
    });
    stage.check({ claim: 'C22', id: 'offsets', expected: '0 11 21', observed: offsetsOnDisk(stage, topic) });
  });
}
