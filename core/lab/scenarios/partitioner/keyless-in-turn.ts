import type { LabProcess } from '../../producers/lab-process.ts';
import { eventsOf, firstBatch, keyless, listed, recordsOnDisk } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const PARTITIONS = 3;
const RECORDS = 5;
/**
 * Of three partitions, where a new batch makes RoundRobinPartitioner choose twice: what it counts for the first choice is lost, and
 * one partition is never come to.
 */
const SKIPPING = '1 0 1 0 1';
/** The last release whose own partitioner counts on with each record. */
const LAST_IN_TURN = '2.3';

/** What is to be seen of the five records. */
interface Told {
  readonly batches: string;
  readonly order: string;
  readonly disk: string;
}
const IN_TURN: Told = {
  batches: '2 2 1',
  order: 'in turn',
  disk: 'record1 record4, record2 record5, record3',
};
const IN_ONE: Told = {
  batches: '5',
  order: 'one partition',
  disk: 'record1 record2 record3 record4 record5',
};

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
    check(stage, topic, 'default', isInTurn ? IN_TURN : IN_ONE, seen);
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
    check(stage, topic, 'named', IN_TURN, seen);
    return;
  }
  stage.check({ claim: 'C04', id: 'skips', expected: SKIPPING, observed: listed(seen.partitions) });
}

interface Seen {
  /** Of each record, in the order of sending. */
  readonly partitions: readonly number[];
  /** Records of each batch that was closed in the accumulator, most first. */
  readonly batches: readonly number[];
  /** What lies in each partition, the one of the first record first: `record1 record4, record2 record5, record3`. */
  readonly disk: string;
}

async function sendFive(stage: ScenarioStage, process: LabProcess, topic: string): Promise<Seen> {
  const mark = stage.mark();
  const acknowledged = await process.command({ kind: 'send', count: 0, records: keyless(RECORDS) });
  const batches = eventsOf(stage, mark, 'producer.batchClosed', topic).map(({ recordCount }) => recordCount);
  const partitions = acknowledged.map(({ partition }) => partition);
  return { partitions, batches: batches.toSorted((a, b) => b - a), disk: diskText(stage, topic, partitions) };
}

function diskText(stage: ScenarioStage, topic: string, partitions: readonly number[]): string {
  const records = recordsOnDisk(stage, topic);
  const valuesIn = (partition: number): string =>
    records
      .filter((record) => record.partition === partition)
      .map(({ value }) => value)
      .join(' ');
  return [...new Set(partitions)].map(valuesIn).join(', ');
}

function check(stage: ScenarioStage, topic: string, what: 'default' | 'named', told: Told, seen: Seen): void {
  const refs = [...new Set(seen.partitions)].map((partition) => firstBatch(topic, partition));
  stage.check({
    claim: 'C04',
    id: `${what}Batches`,
    expected: told.batches,
    observed: listed(seen.batches),
    refs,
  });
  stage.check({ claim: 'C04', id: `${what}Order`, expected: told.order, observed: orderOf(seen) });
  stage.check({ claim: 'C04', id: `${what}Disk`, expected: told.disk, observed: seen.disk, refs });
  stage.facts[`${what}Partitions`] = seen.partitions.map((partition) => `P${partition}`).join(' ');
}

/** Whether each record went to the partition after the one before; the first may be any. */
function orderOf({ partitions }: Seen): string {
  const [first = 0] = partitions;
  if (partitions.every((partition, i) => partition === (first + i) % PARTITIONS)) return 'in turn';
  return new Set(partitions).size === 1 ? 'one partition' : 'otherwise';
}
