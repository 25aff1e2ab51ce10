import type { LabProcess } from '../../producers/lab-process.ts';
import { eventsOf, firstBatch, keyless, listed } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const PARTITIONS = 3;
const RECORDS = 5;
/** The last release whose own partitioner counts on with each record. */
const LAST_IN_TURN = '2.3';

/** C04: records without keys in turn: the default to 2.3, since then only with RoundRobinPartitioner. */
export const keylessInTurn: Scenario = {
  id: 'keyless-in-turn',
  chapter: 'partitioner',
  claims: ['C04'],
  variants: [{ profile: '2.x', transactionVersion: 1 }, { profile: '3.x', transactionVersion: 1 }, TODAY],
  steps: ['default', 'named'],
  question: ['turn', 'one', 'chance'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const { profile } = stage.variant;
  const isInTurn = profile === '2.x';
  const topic = stage.topic('default', { partitions: PARTITIONS });
  const process = await stage.producer({
    name: 'default',
    topic,
    config: { 'linger.ms': '100' },
    ...(isInTurn ? { release: LAST_IN_TURN } : {}),
  });
  await stage.ask();
  await stage.step('default', async () => {
    const seen = await sendFive(stage, process, topic);
    stage.answerIs(isInTurn ? 'turn' : 'one');
    check(stage, topic, 'default', isInTurn ? ['2 2 1', 'in turn'] : ['5', 'one partition'], seen);
  });
  await stage.step('named', () => named(stage));
  stage.verdict('C04', { kind: 'until', version: '2.4' });
}

/** RoundRobinPartitioner by its name: exact from 4.0 on; before, a new batch lets it skip a partition (KAFKA-9965). */
async function named(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('named', { partitions: PARTITIONS });
  const process = await stage.producer({
    name: 'named',
    topic,
    config: {
      'linger.ms': '100',
      'partitioner.class': 'org.apache.kafka.clients.producer.RoundRobinPartitioner',
    },
  });
  const seen = await sendFive(stage, process, topic);
  if (stage.variant.profile === '4.x') {
    stage.check({ claim: 'C04', id: 'exact', expected: '0 1 2 0 1', observed: listed(seen.partitions) });
    check(stage, topic, 'named', ['2 2 1', 'in turn'], seen);
    return;
  }
  stage.check({
    claim: 'C04',
    id: 'skips',
    expected: 'not in turn',
    observed: orderOf(seen) === 'in turn' ? 'in turn' : 'not in turn',
  });
}

interface Seen {
  /** Of each record, in the order of sending. */
  readonly partitions: readonly number[];
  /** Records of each batch, most first. */
  readonly batches: readonly number[];
}

async function sendFive(stage: ScenarioStage, process: LabProcess, topic: string): Promise<Seen> {
  const mark = stage.mark();
  const acknowledged = await process.command({ kind: 'send', count: 0, records: keyless(RECORDS) });
  const batches = eventsOf(stage, mark, 'log.appended', topic).map(({ recordCount }) => recordCount);
  return {
    partitions: acknowledged.map(({ partition }) => partition),
    batches: batches.toSorted((a, b) => b - a),
  };
}

function check(
  stage: ScenarioStage,
  topic: string,
  what: 'default' | 'named',
  [batches, order]: readonly [batches: string, order: string],
  seen: Seen,
): void {
  const refs = [...new Set(seen.partitions)].map((partition) => firstBatch(topic, partition));
  stage.check({
    claim: 'C04',
    id: `${what}Batches`,
    expected: batches,
    observed: listed(seen.batches),
    refs,
  });
  stage.check({ claim: 'C04', id: `${what}Order`, expected: order, observed: orderOf(seen) });
  stage.facts[`${what}Partitions`] = seen.partitions.map((partition) => `P${partition}`).join(' ');
}

/** Whether each record went to the partition after the one before; the first may be any. */
function orderOf({ partitions }: Seen): string {
  const [first = 0] = partitions;
  if (partitions.every((partition, i) => partition === (first + i) % PARTITIONS)) return 'in turn';
  return new Set(partitions).size === 1 ? 'one partition' : 'otherwise';
}
