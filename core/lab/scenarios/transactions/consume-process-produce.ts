import { OffsetFetch } from '#core/protocol/messages/09-offset-fetch.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import type { PipelineResult } from '../../producers/pipeline-run.ts';
import { rawRequest } from '../raw-request.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import { ScenarioFailure } from '../scenario-errors.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { codeText, completed, keysIn, markersOf, markerText } from './facts.ts';
import { keysText, readThrough } from './readers.ts';

/** Records of one round. */
const ROUND = 2;
const INPUT_KEYS = ['o-1', 'o-2', 'o-3', 'o-4', 'o-5', 'o-6'];
const ALL = INPUT_KEYS.join(' ');
/** The newest version that asks for one group, with requireStable. */
const OFFSET_FETCH_VERSION = 7;

/** C42: outputs and offsets in one transaction, and a crash between produce and commit. */
export const consumeProcessProduce: Scenario = {
  id: 'consume-process-produce',
  chapter: 'transactions',
  claims: ['C42'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['firstRound', 'crash', 'restart', 'without'],
  question: ['once', 'twice', 'never'],
  run,
};

/** One application, in all its lives. */
interface Application {
  readonly input: string;
  readonly output: string;
  readonly groupId: string;
  readonly transactionalId: string | null;
}

async function run(stage: ScenarioStage): Promise<void> {
  const input = stage.topic('input');
  const output = stage.topic('output');
  const transactionalId = stage.unique('pipeline');
  const application = { input, output, groupId: transactionalId, transactionalId };
  Object.assign(stage.facts, { id: transactionalId, input, output });
  const process = await stage.step('firstRound', () => firstRound(stage, application));
  await stage.ask();
  await stage.step('crash', () => crash(stage, process, application));
  await stage.step('restart', () => restart(stage, application));
  await stage.step('without', () => without(stage, application));
}

async function firstRound(stage: ScenarioStage, application: Application): Promise<LabProcess> {
  const { input, output, groupId } = application;
  await stage.lab.writePlain(
    input,
    INPUT_KEYS.map((key) => ({ partition: 0, key, value: key })),
  );
  const process = await start(stage, application);
  const { keys, nextOffsets } = await round(process, application, true);
  await ended(stage, application, 'CompleteCommit');
  stage.check({
    claim: 'C42',
    id: 'firstOutput',
    expected: 'o-1 o-2',
    observed: keysIn(stage, output).join(' '),
  });
  stage.check({ claim: 'C42', id: 'firstRead', expected: 'o-1 o-2', observed: keys.join(' ') });
  stage.check({
    claim: 'C42',
    id: 'firstOffset',
    expected: String(nextOffsets[0]),
    observed: String((await committedOffset(stage, groupId, input)).offset),
  });
  return process;
}

/** The outputs are in the log, the offsets with the group's coordinator, and nothing is decided. */
async function crash(stage: ScenarioStage, process: LabProcess, application: Application): Promise<void> {
  const { input, output, groupId, transactionalId } = application;
  const mark = stage.mark();
  await round(process, application, false);
  await process.kill();
  stage.check({
    claim: 'C42',
    id: 'written',
    expected: 'o-1 o-2 o-3 o-4',
    observed: keysIn(stage, output).join(' '),
    refs: [{ kind: 'process', process: process.id }],
  });
  const sent = stage
    .events(mark)
    .flatMap((event) => (event.type === 'group.offsetCommitted' ? [event.data] : []))
    .filter((offset) => offset.groupId === groupId && offset.producerId >= 0);
  stage.check({ claim: 'C42', id: 'offsetSent', expected: '4', observed: String(sent.at(-1)?.offset) });
  const { offset } = await committedOffset(stage, groupId, input);
  stage.check({
    claim: 'C42',
    id: 'offsetKept',
    expected: '2',
    observed: String(offset),
    refs: [{ kind: 'transaction', transactionalId: transactionalId ?? '' }],
  });
  const { error } = await committedOffset(stage, groupId, input, true);
  stage.check({ claim: 'C42', id: 'unstable', expected: codeText(88), observed: codeText(error) });
}

/** Its successor aborts what is open, and begins where the group really stands. */
async function restart(stage: ScenarioStage, application: Application): Promise<void> {
  const { input, output, groupId } = application;
  const process = await start(stage, application);
  const [, aborted] = markersOf(stage, output, 0);
  stage.check({
    claim: 'C42',
    id: 'aborted',
    expected: 'ABORT',
    observed: aborted === undefined ? 'none' : aborted.type,
    refs: [{ kind: 'process', process: process.id }],
  });
  const again = await round(process, application, true);
  stage.check({ claim: 'C42', id: 'readAgain', expected: 'o-3 o-4', observed: again.keys.join(' ') });
  await round(process, application, true);
  await ended(stage, application, 'CompleteCommit');
  const committed = await readThrough(stage, output, 'read_committed');
  const all = await readThrough(stage, output, 'read_uncommitted');
  stage.answerIs('once');
  stage.check({ claim: 'C42', id: 'exactlyOnce', expected: ALL, observed: keysText(committed.records) });
  stage.check({
    claim: 'C42',
    id: 'attempts',
    expected: 'o-1 o-2 o-3 o-4 o-3 o-4 o-5 o-6',
    observed: keysText(all.records),
  });
  stage.check({
    claim: 'C42',
    id: 'offsetMoved',
    expected: String(INPUT_KEYS.length),
    observed: String((await committedOffset(stage, groupId, input)).offset),
  });
  stage.facts['markers'] = markerText(markersOf(stage, output, 0));
  await process.command({ kind: 'close' });
}

/** The same crash in an application that commits its offsets after its outputs, without a transaction. */
async function without(stage: ScenarioStage, { input, groupId }: Application): Promise<void> {
  const output = stage.topic('output-without');
  const application = { input, output, groupId: `${groupId}-without`, transactionalId: null };
  const process = await start(stage, application);
  await round(process, application, true);
  await round(process, application, false);
  await process.kill();
  const successor = await start(stage, application);
  await round(successor, application, true);
  await round(successor, application, true);
  const { records } = await readThrough(stage, output, 'read_committed');
  stage.check({
    claim: 'C42',
    id: 'duplicates',
    expected: 'o-1 o-2 o-3 o-4 o-3 o-4 o-5 o-6',
    observed: keysText(records),
    refs: [{ kind: 'process', process: successor.id }],
  });
}

function start(stage: ScenarioStage, { output, transactionalId }: Application): Promise<LabProcess> {
  return stage.producer({ name: 'pipeline', topic: output, transactionalId });
}

async function round(
  process: LabProcess,
  { input, groupId }: Application,
  commits: boolean,
): Promise<PipelineResult> {
  const plan = { input, groupId, count: ROUND, commits };
  return (await process.request({ kind: 'pipeline', plan })) as PipelineResult;
}

function ended(
  stage: ScenarioStage,
  { transactionalId }: Application,
  state: 'CompleteCommit' | 'CompleteAbort',
): Promise<void> {
  return completed(stage, transactionalId ?? '', state);
}

/** The offset that a group has committed, as anybody is told; `requireStable` asks as a consumer does. */
async function committedOffset(
  stage: ScenarioStage,
  groupId: string,
  topic: string,
  requireStable = false,
): Promise<{ readonly offset: number; readonly error: number }> {
  const { topics } = await rawRequest(stage.lab.platform, {
    api: OffsetFetch,
    version: OFFSET_FETCH_VERSION,
    body: { groupId, topics: [{ name: topic, partitionIndexes: [0] }], groups: [], requireStable },
    port: stage.lab.broker.port,
    clientId: 'scenario-admin',
  });
  const partition = topics?.[0]?.partitions[0];
  if (partition === undefined) throw new ScenarioFailure(`Nothing is known of the offsets of ${groupId}.`);
  return { offset: partition.committedOffset, error: partition.errorCode };
}
