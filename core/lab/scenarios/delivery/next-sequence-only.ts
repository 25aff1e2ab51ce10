import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs, keysOnDisk } from './disk.ts';
import { answerText, RawProducer } from './raw-producer.ts';

/** C21: after a sequence only the next one fits. Raw requests: no client leaves a gap on purpose. */
export const nextSequenceOnly: Scenario = {
  id: 'next-sequence-only',
  chapter: 'delivery',
  claims: ['C21'],
  variants: [TODAY],
  steps: ['next', 'gap', 'unknown'],
  question: ['stored', 'refused', 'held'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const { platform, bootstrap } = stage.lab;
  const topic = stage.topic('orders');
  const clientId = stage.unique('raw-gap');
  const producer = new RawProducer({ platform, bootstrap, clientId });
  const other = new RawProducer({ platform, bootstrap, clientId: stage.unique('raw-unknown') });
  try {
    await stage.step('next', async () => {
      await producer.init();
      stage.facts['producerId'] = producer.producerId;
      const answers = [
        await producer.produce(topic, 0, ['s0', 's1']),
        await producer.produce(topic, 2, ['s2']),
      ];
      stage.check({
        claim: 'C21',
        id: 'inOrder',
        expected: 'NONE 0, NONE 2',
        observed: answers.map(answerText).join(', '),
      });
    });
    await stage.ask();
    await stage.step('gap', async () => {
      const mark = stage.mark();
      const gap = await producer.produce(topic, 4, ['s4']);
      const [frame] = stage.frames(mark, { clientId, api: 'Produce' });
      stage.answerIs('refused');
      stage.check({
        claim: 'C21',
        id: 'gap',
        expected: 'OUT_OF_ORDER_SEQUENCE_NUMBER -1',
        observed: answerText(gap),
        refs: frame === undefined ? [] : [{ kind: 'frame', frame: frame.frame, side: 'response' }],
      });
      const next = await producer.produce(topic, 3, ['s3']);
      stage.check({ claim: 'C21', id: 'next', expected: 'NONE 3', observed: answerText(next) });
      stage.check({
        claim: 'C21',
        id: 'onDisk',
        expected: 's0 s1 s2 s3',
        observed: keysOnDisk(stage, topic),
        refs: batchRefs(stage, topic),
      });
    });
    await stage.step('unknown', async () => {
      await other.init();
      const first = await other.produce(topic, 7, ['t7']);
      stage.check({ claim: 'C21', id: 'unknown', expected: 'NONE 4', observed: answerText(first) });
      const gap = await other.produce(topic, 9, ['t9']);
      stage.check({
        claim: 'C21',
        id: 'unknownGap',
        expected: 'OUT_OF_ORDER_SEQUENCE_NUMBER -1',
        observed: answerText(gap),
      });
    });
  } finally {
    producer.close();
    other.close();
  }
}
