import type { ProducerState } from '#core/client/admin/admin.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import type { PlannedRecord } from '../../producers/producer-messages.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs, keysOnDisk } from './disk.ts';
import { loseNextAck, SOON_GIVEN_UP } from './faults.ts';
import { producedBatches } from './produce-frames.ts';

const RECORD: PlannedRecord = { partition: 0, key: 'order-1', value: '{"eur":40}' };

/** C20: the broker remembers producer id and sequence of a partition, and knows a batch that is sent again. */
export const knownRetry: Scenario = {
  id: 'known-retry',
  chapter: 'delivery',
  claims: ['C20'],
  variants: [TODAY],
  steps: ['start', 'write', 'again'],
  question: ['stored', 'refused', 'acknowledged'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const admin = stage.admin();
  const stateOf = async (): Promise<readonly ProducerState[]> =>
    (await admin.describeProducers([{ topic, partition: 0 }]))[0] ?? [];
  const process = await stage.step('start', async () => {
    const started = await stage.producer({
      name: 'idempotent',
      topic,
      config: { ...SOON_GIVEN_UP, 'retry.backoff.ms': '20' },
    });
    stage.check({ claim: 'C20', id: 'before', expected: 'none', observed: stateText(await stateOf()) });
    return started;
  });
  const mark = stage.mark();
  let lostOffset = Number.NaN;
  let stateAfterWrite: readonly ProducerState[] = [];
  let askAgain: () => void = () => undefined;
  const written = new Promise<void>((resolve) => {
    loseNextAck(stage, process.clientId, async (baseOffset) => {
      lostOffset = baseOffset;
      stateAfterWrite = await stateOf();
      resolve();
      // The retry waits until the question is answered.
      await new Promise<void>((go) => {
        askAgain = go;
      });
    });
  });
  const sent = process.command({ kind: 'send', count: 1, records: [RECORD] });
  // Of a run that is cancelled nobody waits for it.
  sent.catch(() => undefined);
  await stage.step('write', async () => {
    await Promise.race([written, sent]);
    stage.check({ claim: 'C20', id: 'firstAnswer', expected: '0', observed: String(lostOffset) });
    stage.check({
      claim: 'C20',
      id: 'afterWrite',
      expected: `pid ${producerIdOf(stage, process)}, epoch 0, sequence 0`,
      observed: stateText(stateAfterWrite),
    });
  });
  await stage.ask().finally(() => askAgain());
  await stage.step('again', async () => {
    const acknowledged = await sent;
    const requests = producedBatches(stage, mark, process.clientId);
    stage.answerIs('acknowledged');
    stage.facts['producerId'] = requests[0]?.producerId ?? -1;
    stage.check({
      claim: 'C20',
      id: 'sameSequence',
      expected: '0 0',
      observed: requests.map(({ baseSequence }) => baseSequence).join(' '),
      refs: requests.map(({ frame }) => ({ kind: 'frame', frame, side: 'request' })),
    });
    stage.check({
      claim: 'C20',
      id: 'secondAnswer',
      expected: 'NONE 0',
      observed: requests
        .slice(1)
        .map(({ error, baseOffset }) => `${error} ${baseOffset}`)
        .join(' '),
      refs: requests.slice(1).map(({ frame }) => ({ kind: 'frame', frame, side: 'response' })),
    });
    stage.check({
      claim: 'C20',
      id: 'acked',
      expected: '0',
      observed: acknowledged.map(({ offset }) => offset).join(' '),
    });
    stage.check({
      claim: 'C20',
      id: 'onDisk',
      expected: 'order-1',
      observed: keysOnDisk(stage, topic),
      refs: batchRefs(stage, topic),
    });
    stage.check({
      claim: 'C20',
      id: 'afterRetry',
      expected: `pid ${producerIdOf(stage, process)}, epoch 0, sequence 0`,
      observed: stateText(await stateOf()),
    });
  });
}

/** The id that InitProducerId gave to the process, as its frame has it. */
function producerIdOf(stage: ScenarioStage, { clientId }: LabProcess): number {
  const [given] = stage.frames(0, { clientId, api: 'InitProducerId' });
  return given?.producerId ?? -1;
}

/** What the partition's leader remembers, as DescribeProducers tells. */
function stateText(states: readonly ProducerState[]): string {
  if (states.length === 0) return 'none';
  return states
    .map(
      ({ producerId, producerEpoch, lastSequence }) =>
        `pid ${producerId}, epoch ${producerEpoch}, sequence ${lastSequence}`,
    )
    .join('; ');
}
