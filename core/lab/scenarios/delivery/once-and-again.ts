import type { LabProcess } from '../../producers/lab-process.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs } from './disk.ts';
import { failureOf } from './failure-of.ts';
import { loseNextAck } from './faults.ts';

const POLL_MS = 200;

/**
 * C29: an application dies before it hears that its record was stored, and sends it again when it is started anew. Idempotence
 * does not notice, because a new producer has a new id; a transaction does.
 */
export const onceAndAgain: Scenario = {
  id: 'once-and-again',
  chapter: 'delivery',
  claims: ['C29'],
  variants: [TODAY],
  steps: ['idempotent', 'restart', 'transaction', 'restartInTransaction'],
  question: ['one', 'two', 'refused'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topics = { idempotent: stage.topic('idempotent'), transaction: stage.topic('transaction') };
  const idempotent = { name: 'idempotent', topic: topics.idempotent, transactionalId: null };
  const transactional = {
    name: 'transactional',
    topic: topics.transaction,
    transactionalId: stage.unique('once-and-again'),
  };
  await stage.step('idempotent', async () => {
    await dieUnheard(stage, await stage.producer(idempotent));
    stage.check({
      claim: 'C29',
      id: 'stored',
      expected: 'order-1',
      observed: await readAll(stage, topics.idempotent, 'read_uncommitted'),
      refs: batchRefs(stage, topics.idempotent),
    });
  });
  await stage.ask();
  await stage.step('restart', async () => {
    await sendOrder(await stage.producer(idempotent));
    stage.answerIs('two');
    const ids = stage.batches(topics.idempotent, 0).map(({ producerId }) => producerId);
    stage.facts['firstId'] = ids[0] ?? -1;
    stage.facts['secondId'] = ids[1] ?? -1;
    stage.check({
      claim: 'C29',
      id: 'twoIds',
      expected: '2',
      observed: String(new Set(ids).size),
      refs: batchRefs(stage, topics.idempotent),
    });
    stage.check({
      claim: 'C29',
      id: 'duplicate',
      expected: 'order-1 order-1',
      observed: await readAll(stage, topics.idempotent, 'read_committed'),
    });
  });
  await stage.step('transaction', async () => {
    const process = await stage.producer(transactional);
    await process.command({ kind: 'begin' });
    await dieUnheard(stage, process);
  });
  await stage.step('restartInTransaction', async () => {
    const process = await stage.producer(transactional);
    await process.command({ kind: 'begin' });
    await sendOrder(process);
    await process.command({ kind: 'commit' });
    await stage.eventually(
      () => stage.batches(topics.transaction, 0).filter(({ isControl }) => isControl).length === 2,
      'The markers of the two transactions were not written.',
    );
    stage.check({
      claim: 'C29',
      id: 'bothOnDisk',
      expected: 'order-1 order-1',
      observed: await readAll(stage, topics.transaction, 'read_uncommitted'),
      refs: batchRefs(stage, topics.transaction),
    });
    stage.check({
      claim: 'C29',
      id: 'once',
      expected: 'order-1',
      observed: await readAll(stage, topics.transaction, 'read_committed'),
      refs: [{ kind: 'transaction', transactionalId: transactional.transactionalId }],
    });
  });
}

/** The record is stored, and the process is killed before the answer reaches it. */
async function dieUnheard(stage: ScenarioStage, process: LabProcess): Promise<void> {
  loseNextAck(stage, process.clientId, () => process.kill());
  await failureOf(sendOrder(process));
}

function sendOrder(process: LabProcess): Promise<unknown> {
  const record = { partition: 0, key: 'order-1', value: '{"eur":40}' };
  return process.command({ kind: 'send', count: 1, records: [record] });
}

/** The keys that a consumer of this isolation reads, from the start to the end of partition 0. */
async function readAll(
  stage: ScenarioStage,
  topic: string,
  isolation: 'read_committed' | 'read_uncommitted',
): Promise<string> {
  const partition = { topic, partition: 0 };
  const consumer = stage.ownConsumer({ 'isolation.level': isolation, 'auto.offset.reset': 'earliest' });
  consumer.assign([partition]);
  const keys: string[] = [];
  while ((await consumer.position(partition)) < stage.log(topic, 0).logEndOffset) {
    for (const { key } of await consumer.poll(POLL_MS)) keys.push(String(key));
  }
  await consumer.close(0);
  return keys.join(' ');
}
