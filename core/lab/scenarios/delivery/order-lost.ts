import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs } from './disk.ts';
import { orderOnDisk, readyProducer, sendThreeBatches } from './three-batches.ts';

/** C23: without idempotence a retry comes behind what was sent after it, unless only one request may be in flight. */
export const orderLost: Scenario = {
  id: 'order-lost',
  chapter: 'delivery',
  claims: ['C23'],
  variants: [TODAY],
  steps: ['start', 'five', 'one'],
  question: ['inOrder', 'swapped', 'lost'],
  run,
};

const CONFIG = { 'enable.idempotence': 'false' };

async function run(stage: ScenarioStage): Promise<void> {
  const topics = {
    five: stage.topic('in-flight-5', { partitions: 2 }),
    one: stage.topic('in-flight-1', { partitions: 2 }),
  };
  const [five, one] = await stage.step('start', () =>
    Promise.all([
      readyProducer(stage, { name: 'in-flight-5', topic: topics.five, config: CONFIG }),
      readyProducer(stage, {
        name: 'in-flight-1',
        topic: topics.one,
        config: { ...CONFIG, 'max.in.flight.requests.per.connection': '1' },
      }),
    ]),
  );
  await stage.ask();
  await stage.step('five', async () => {
    const { requests } = await sendThreeBatches(stage, five);
    stage.answerIs('swapped');
    stage.check({
      claim: 'C23',
      id: 'answers',
      expected: 'NONE, NOT_ENOUGH_REPLICAS, NONE, NONE',
      observed: requests.map(({ error }) => error ?? 'no answer').join(', '),
      refs: requests.map(({ frame }) => ({ kind: 'frame', frame, side: 'response' })),
    });
    stage.check({
      claim: 'C23',
      id: 'order',
      expected: 'B0 B2 B1',
      observed: orderOnDisk(stage, topics.five),
      refs: batchRefs(stage, topics.five),
    });
  });
  await stage.step('one', async () => {
    await sendThreeBatches(stage, one);
    stage.check({
      claim: 'C23',
      id: 'orderOfOne',
      expected: 'B0 B1 B2',
      observed: orderOnDisk(stage, topics.one),
      refs: batchRefs(stage, topics.one),
    });
  });
}
