import { placeKeys } from '#core/client/keys/key-places.ts';
import type { PlannedRecord } from '../../producers/producer-messages.ts';
import { firstBatch, recordsOnDisk, send } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const PARTITIONS = 3;
const KEYS = 500;
/** Keys and their partitions among 3, as Java's own tests and clients have them. */
const KNOWN: readonly (readonly [key: string, partition: number])[] = [
  ['21', 0],
  ['foobar', 0],
  ['a-little-bit-long-string', 2],
  ['a-little-bit-longer-string', 2],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', 2],
  ['abc', 0],
  ['', 0],
  ['a', 1],
  ['key', 1],
  ['key-0', 1],
  ['key-1', 0],
  ['user-42', 1],
  ['order-1001', 0],
  ['😀', 0],
];

/** C02: the hash of the key decides; which hash depends on the client. */
export const sameKeySamePartition: Scenario = {
  id: 'same-key-same-partition',
  chapter: 'partitioner',
  claims: ['C02'],
  variants: [TODAY],
  steps: ['twice', 'known', 'others'],
  question: ['all', 'third', 'none'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders', { partitions: PARTITIONS });
  await stage.step('twice', async () => {
    const process = await stage.producer({ name: 'keys', topic });
    const keys = Array.from({ length: KEYS }, (_, i) => `customer-${i}`);
    for (const round of ['first', 'second']) await send(process, keyed(keys, round));
    await send(process, keyed(known(), 'known'));
    checkTwice(stage, topic);
  });
  await stage.step('known', () => checkKnown(stage, topic));
  await stage.ask();
  await stage.step('others', () => compareClients(stage));
}

function known(): readonly string[] {
  return KNOWN.map(([key]) => key);
}

function keyed(keys: readonly string[], value: string): readonly PlannedRecord[] {
  return keys.map((key) => ({ partition: null, key, value }));
}

function checkTwice(stage: ScenarioStage, topic: string): void {
  const partitionsOf = new Map<string | null, Set<number>>();
  const records = recordsOnDisk(stage, topic).filter(({ value }) => value !== 'known');
  for (const { key, partition } of records) {
    partitionsOf.set(key, (partitionsOf.get(key) ?? new Set()).add(partition));
  }
  const together = [...partitionsOf.values()].filter((partitions) => partitions.size === 1).length;
  stage.facts['records'] = records.length;
  stage.check({
    claim: 'C02',
    id: 'together',
    expected: String(KEYS),
    observed: String(together),
    refs: [firstBatch(topic, 0)],
  });
}

function checkKnown(stage: ScenarioStage, topic: string): void {
  const found = new Map(
    recordsOnDisk(stage, topic)
      .filter(({ value }) => value === 'known')
      .map(({ key, partition }) => [key, partition] as const),
  );
  stage.check({
    claim: 'C02',
    id: 'java',
    expected: KNOWN.map(([, partition]) => partition).join(''),
    observed: known()
      .map((key) => found.get(key) ?? '?')
      .join(''),
  });
}

/** The same keys by the rules of other clients: no broker has a say in it. */
function compareClients(stage: ScenarioStage): void {
  const keys = Array.from({ length: KEYS }, (_, i) => Buffer.from(`customer-${i}`));
  const { sums } = placeKeys(keys, PARTITIONS, null);
  const likeJava = (name: string): number => sums.find(({ hash }) => hash === name)?.likeJava ?? -1;
  const crc = likeJava('librdkafka-consistent-random');
  stage.answerIs('third');
  for (const [id, hash] of [
    ['kafkajs', 'kafkajs'],
    ['murmur2Random', 'librdkafka-murmur2-random'],
  ] as const) {
    stage.check({ claim: 'C02', id, expected: String(KEYS), observed: String(likeJava(hash)) });
  }
  stage.facts['crc32'] = crc;
  stage.check({
    claim: 'C02',
    id: 'librdkafka',
    expected: `< ${KEYS}`,
    observed: String(crc),
    ok: crc >= 0 && crc < KEYS,
  });
}
