import { sleep } from '#core/base/clock.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { BEFORE_KIP_890, OLDER_CLIENT, type Scenario, speaksKip890, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { frameRefs, orders, send, stateRecords, statesIn } from './facts.ts';

/** Long enough to tell the time of begin from that of the first record. */
const THINK_MS = 50;
/** The first version of Produce that adds its partitions to the transaction (KIP-890). */
const IMPLICIT_SINCE = 12;

/** C33: the first record adds its partition at the coordinator: Ongoing, and from then on the time runs. */
export const firstRecordAddsPartition: Scenario = {
  id: 'first-record-adds-partition',
  chapter: 'transactions',
  claims: ['C33'],
  variants: [TODAY, BEFORE_KIP_890, OLDER_CLIENT],
  steps: ['begin', 'firstRecord', 'secondPartition', 'minute'],
  run,
};

interface Actors {
  readonly process: LabProcess;
  readonly transactionalId: string;
}

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders', { partitions: 2 });
  const transactionalId = stage.unique('adds-partition');
  const actors = await stage.step('begin', () => begin(stage, topic, transactionalId));
  await stage.step('firstRecord', () => firstRecord(stage, actors));
  await stage.step('secondPartition', () => secondPartition(stage, actors));
  await stage.step('minute', () => minute(stage));
}

async function begin(stage: ScenarioStage, topic: string, transactionalId: string): Promise<Actors> {
  const process = await stage.producer({ name: 'orders', topic, transactionalId });
  await process.command({ kind: 'begin' });
  const value = stateRecords(stage, transactionalId).at(-1)?.value;
  stage.check({
    claim: 'C33',
    id: 'noTimer',
    expected: 'Empty, started −1',
    observed: `${value?.state}, started ${String(value?.startedAtMs).replace('-', '−')}`,
    refs: [{ kind: 'transaction', transactionalId }],
  });
  await sleep(stage.lab.platform.clock, THINK_MS);
  return { process, transactionalId };
}

async function firstRecord(stage: ScenarioStage, { process, transactionalId }: Actors): Promise<void> {
  const { topic } = process.settings;
  const mark = stage.mark();
  const sentAtMs = stage.lab.clock.nowMs();
  await send(process, orders(0, 'o-1'));
  const frames = stage
    .frames(mark, { clientId: process.clientId })
    .filter(({ api }) => api === 'AddPartitionsToTxn' || api === 'Produce');
  const isImplicit = speaksKip890(stage.variant);
  stage.check({
    claim: 'C33',
    id: 'requests',
    expected: isImplicit ? 'Produce' : 'AddPartitionsToTxn Produce',
    observed: frames.map(({ api }) => api).join(' '),
    refs: frameRefs(frames[0]),
  });
  const version = frames.at(-1)?.version ?? 0;
  stage.check({
    claim: 'C33',
    id: 'produceVersion',
    expected: isImplicit ? `≥ ${IMPLICIT_SINCE}` : `< ${IMPLICIT_SINCE}`,
    observed: String(version),
    ok: version >= IMPLICIT_SINCE === isImplicit,
    refs: frameRefs(frames.at(-1)),
  });
  const value = stateRecords(stage, transactionalId).at(-1)?.value;
  const startedAtMs = value?.startedAtMs ?? -1;
  Object.assign(stage.facts, { id: transactionalId, startedAtMs, version });
  const refs = [{ kind: 'transaction', transactionalId }] as const;
  stage.check({
    claim: 'C33',
    id: 'ongoing',
    expected: `Ongoing ${topic}-0`,
    observed: `${value?.state} ${value?.partitions.join(' ')}`,
    refs,
  });
  stage.check({
    claim: 'C33',
    id: 'timer',
    expected: `≥ ${sentAtMs}`,
    observed: String(startedAtMs),
    ok: startedAtMs >= sentAtMs,
    refs,
  });
}

/** Another partition is another record of the coordinator; the time runs on from the first. */
async function secondPartition(stage: ScenarioStage, { process, transactionalId }: Actors): Promise<void> {
  const { topic } = process.settings;
  await sleep(stage.lab.platform.clock, THINK_MS);
  await send(process, orders(1, 'o-2'));
  const records = stateRecords(stage, transactionalId);
  const value = records.at(-1)?.value;
  const refs = [{ kind: 'transaction', transactionalId }] as const;
  stage.check({
    claim: 'C33',
    id: 'union',
    expected: `Ongoing ${topic}-0 ${topic}-1`,
    observed: `${value?.state} ${value?.partitions.join(' ')}`,
    refs,
  });
  stage.check({
    claim: 'C33',
    id: 'records',
    expected: 'Empty Ongoing Ongoing',
    observed: statesIn(records),
    refs,
  });
  stage.check({
    claim: 'C33',
    id: 'notRefreshed',
    expected: String(stage.facts['startedAtMs']),
    observed: String(value?.startedAtMs),
    refs,
  });
  await process.command({ kind: 'commit' });
}

/** A producer of which nobody set the timeout. */
async function minute(stage: ScenarioStage): Promise<void> {
  const transactionalId = stage.unique('one-minute');
  const producer = stage.ownProducer({ 'transactional.id': transactionalId });
  await producer.initTransactions();
  await producer.close();
  stage.check({
    claim: 'C33',
    id: 'timeout',
    expected: '60000',
    observed: String(stateRecords(stage, transactionalId).at(-1)?.value?.timeoutMs),
    refs: [{ kind: 'transaction', transactionalId }],
  });
}
