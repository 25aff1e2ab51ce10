import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs } from './disk.ts';
import { answerText, RawProducer } from './raw-producer.ts';

const BATCHES = 6;
const RECORDS = 2;

/** C24: of each producer id a partition keeps the last five batches; an older one looks like a gap. */
export const fiveBatches: Scenario = {
  id: 'five-batches',
  chapter: 'delivery',
  claims: ['C24'],
  variants: [TODAY],
  steps: ['write', 'fifth', 'sixth'],
  question: ['acknowledged', 'refused', 'stored'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const { platform, bootstrap } = stage.lab;
  const topic = stage.topic('orders');
  const producer = new RawProducer({ platform, bootstrap, clientId: stage.unique('raw-window') });
  const batch = (index: number): Promise<{ readonly error: string; readonly baseOffset: number }> => {
    const first = index * RECORDS;
    return producer.produce(topic, first, [`s${first}`, `s${first + 1}`]);
  };
  try {
    await stage.step('write', async () => {
      await producer.init();
      const answers: string[] = [];
      for (let index = 0; index < BATCHES; index++) answers.push(answerText(await batch(index)));
      stage.check({
        claim: 'C24',
        id: 'six',
        expected: 'NONE 0, NONE 2, NONE 4, NONE 6, NONE 8, NONE 10',
        observed: answers.join(', '),
        refs: batchRefs(stage, topic),
      });
    });
    await stage.step('fifth', async () => {
      const mark = stage.mark();
      const answer = await batch(BATCHES - 5);
      const known = stage.events(mark).filter(({ type }) => type === 'log.duplicate');
      stage.check({ claim: 'C24', id: 'fifth', expected: 'NONE 2', observed: answerText(answer) });
      stage.check({ claim: 'C24', id: 'recognised', expected: '1', observed: String(known.length) });
    });
    await stage.ask();
    await stage.step('sixth', async () => {
      const answer = await batch(BATCHES - 6);
      stage.answerIs('refused');
      stage.check({
        claim: 'C24',
        id: 'sixth',
        expected: 'OUT_OF_ORDER_SEQUENCE_NUMBER -1',
        observed: answerText(answer),
      });
      stage.check({
        claim: 'C24',
        id: 'endOffset',
        expected: String(BATCHES * RECORDS),
        observed: String(stage.log(topic, 0).logEndOffset),
      });
    });
  } finally {
    producer.close();
  }
}
