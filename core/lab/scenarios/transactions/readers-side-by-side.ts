import { Fetch } from '#core/protocol/messages/01-fetch.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { rawRequest } from '../raw-request.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRef, completed, dataOf, markersOf, orders, transaction } from './facts.ts';
import { keysText, readThrough } from './readers.ts';

/** The newest version that names topics, not their ids: the answer is easier to read. */
const FETCH_VERSION = 12;
const READ_COMMITTED = 1;
const BYTES_MAX = 1 << 20;

/** C38: what a marker decided is delivered or left out; what is open holds back all that lies behind it. */
export const readersSideBySide: Scenario = {
  id: 'readers-side-by-side',
  chapter: 'transactions',
  claims: ['C38'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['decided', 'open', 'end'],
  question: ['waits', 'skips', 'delivers'],
  run,
};

interface Actors {
  readonly topic: string;
  readonly first: LabProcess;
  readonly second: LabProcess;
}

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const actors = await stage.step('decided', () => decided(stage, topic));
  await stage.ask();
  await stage.step('open', () => open(stage, actors));
  await stage.step('end', () => end(stage, actors));
}

/** One transaction is committed, one aborted, and one record belongs to none. */
async function decided(stage: ScenarioStage, topic: string): Promise<Actors> {
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) =>
      stage.producer({ name, topic, transactionalId: stage.unique(`readers-${name}`) }),
    ),
  );
  if (first === undefined || second === undefined) throw new Error('Two processes were to be started.');
  await whole(stage, first, ['c-1', 'c-2'], 'commit');
  await whole(stage, second, ['a-1', 'a-2'], 'abort');
  await stage.lab.writePlain(topic, [{ partition: 0, key: 'p-1', value: 'plain' }]);
  await compare(stage, {
    topic,
    id: 'decided',
    uncommitted: 'c-1 c-2 a-1 a-2 p-1',
    committed: 'c-1 c-2 p-1',
  });
  const aborted = markersOf(stage, topic, 0).find(({ type }) => type === 'ABORT');
  const firstAborted = dataOf(stage, topic, 0).find(
    ({ producerId }) => producerId === aborted?.batch.producerId,
  );
  const answer = await fetchCommitted(stage, topic);
  stage.check({
    claim: 'C38',
    id: 'aborted',
    expected: `pid ${aborted?.batch.producerId} from ${firstAborted?.baseOffset}`,
    observed: (answer.abortedTransactions ?? [])
      .map(({ producerId, firstOffset }) => `pid ${producerId} from ${firstOffset}`)
      .join(' '),
    refs: firstAborted === undefined ? [] : [batchRef(topic, 0, firstAborted)],
  });
  return { topic, first, second };
}

/** An open transaction, and behind it a whole one of somebody else and a plain record. */
async function open(stage: ScenarioStage, { topic, first, second }: Actors): Promise<void> {
  await transaction(first, orders(0, 'o-1'), 'open');
  const held = dataOf(stage, topic, 0).at(-1);
  await whole(stage, second, ['c-3'], 'commit');
  await stage.lab.writePlain(topic, [{ partition: 0, key: 'p-2', value: 'plain' }]);
  stage.answerIs('waits');
  stage.facts['heldAt'] = held?.baseOffset ?? -1;
  await compare(stage, {
    topic,
    id: 'open',
    uncommitted: 'c-1 c-2 a-1 a-2 p-1 o-1 c-3 p-2',
    committed: 'c-1 c-2 p-1',
  });
  const { lastStableOffset, highWatermark } = await fetchCommitted(stage, topic);
  stage.check({
    claim: 'C38',
    id: 'lso',
    expected: String(held?.baseOffset),
    observed: String(lastStableOffset),
    refs: held === undefined ? [] : [batchRef(topic, 0, held)],
  });
  stage.check({
    claim: 'C38',
    id: 'highWatermark',
    expected: String(stage.log(topic, 0).logEndOffset),
    observed: String(highWatermark),
  });
}

/** The marker decides, and what was held back comes. */
async function end(stage: ScenarioStage, { topic, first }: Actors): Promise<void> {
  await first.command({ kind: 'commit' });
  await completed(stage, first.settings.transactionalId ?? '', 'CompleteCommit');
  await compare(stage, {
    topic,
    id: 'end',
    uncommitted: 'c-1 c-2 a-1 a-2 p-1 o-1 c-3 p-2',
    committed: 'c-1 c-2 p-1 o-1 c-3 p-2',
  });
  const { lastStableOffset } = await fetchCommitted(stage, topic);
  stage.check({
    claim: 'C38',
    id: 'lsoEnd',
    expected: String(stage.log(topic, 0).logEndOffset),
    observed: String(lastStableOffset),
  });
}

async function whole(
  stage: ScenarioStage,
  process: LabProcess,
  keys: readonly string[],
  how: 'commit' | 'abort',
): Promise<void> {
  await transaction(process, orders(0, ...keys), how);
  const { transactionalId } = process.settings;
  await completed(stage, transactionalId ?? '', how === 'commit' ? 'CompleteCommit' : 'CompleteAbort');
}

async function compare(
  stage: ScenarioStage,
  expected: {
    readonly topic: string;
    readonly id: string;
    readonly uncommitted: string;
    readonly committed: string;
  },
): Promise<void> {
  const { topic, id } = expected;
  const all = await readThrough(stage, topic, 'read_uncommitted');
  const committed = await readThrough(stage, topic, 'read_committed');
  stage.check({
    claim: 'C38',
    id: `${id}Uncommitted`,
    expected: expected.uncommitted,
    observed: keysText(all.records),
  });
  stage.check({
    claim: 'C38',
    id: `${id}Committed`,
    expected: expected.committed,
    observed: keysText(committed.records),
  });
}

/** What a read_committed fetch from the start of the partition is answered. */
async function fetchCommitted(stage: ScenarioStage, topic: string) {
  const { responses } = await rawRequest(stage.lab.platform, {
    api: Fetch,
    version: FETCH_VERSION,
    body: {
      maxWaitMs: 0,
      minBytes: 0,
      maxBytes: BYTES_MAX,
      isolationLevel: READ_COMMITTED,
      topics: [{ topic, partitions: [{ partition: 0, fetchOffset: 0, partitionMaxBytes: BYTES_MAX }] }],
      forgottenTopicsData: [],
    },
    port: stage.lab.broker.port,
    clientId: 'scenario-fetch',
  });
  const partition = responses[0]?.partitions[0];
  if (partition === undefined) throw new Error('The fetch was answered without its partition.');
  return partition;
}
