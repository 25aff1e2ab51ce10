import type { KeyHashName } from '#core/client/keys/key-hashes.ts';
import { placeKeys } from '#core/client/keys/key-places.ts';
import type { PlannedRecord } from '../../producers/producer-messages.ts';
import { firstBatch, recordsOnDisk, send } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { RECORDED_PARTITIONS } from './recorded-partitions.ts';

const PARTITIONS = 3;
const KEYS = 500;
/** Keys that librdkafka by default, as it was recorded, puts where Java does: about one in three, by chance. */
const LIKE_CRC32 = 156;
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
    for (const round of ['first', 'second']) await send(process, keyed(keys(), round));
    await send(process, keyed(known(), 'known'));
    checkTwice(stage, topic);
  });
  await stage.step('known', () => checkKnown(stage, topic));
  await stage.ask();
  await stage.step('others', () => compareClients(stage, topic));
}

function keys(): readonly string[] {
  return Array.from({ length: KEYS }, (_, i) => `customer-${i}`);
}

function known(): readonly string[] {
  return KNOWN.map(([key]) => key);
}

function keyed(names: readonly string[], value: string): readonly PlannedRecord[] {
  return names.map((key) => ({ partition: null, key, value }));
}

function checkTwice(stage: ScenarioStage, topic: string): void {
  const partitionsOf = new Map<string | null, Set<number>>();
  const records = recordsOnDisk(stage, topic).filter(({ value }) => value !== 'known');
  for (const { key, partition } of records) {
    partitionsOf.set(key, (partitionsOf.get(key) ?? new Set()).add(partition));
  }
  const together = [...partitionsOf.values()].filter((partitions) => partitions.size === 1).length;
  stage.facts['records'] = records.length;
  stage.check({ claim: 'C02', id: 'records', expected: String(2 * KEYS), observed: String(records.length) });
  stage.check({
    claim: 'C02',
    id: 'together',
    expected: String(KEYS),
    observed: String(together),
    refs: [firstBatch(topic, 0)],
  });
}

function checkKnown(stage: ScenarioStage, topic: string): void {
  const found = placesOnDisk(stage, topic);
  stage.check({
    claim: 'C02',
    id: 'java',
    expected: KNOWN.map(([, partition]) => partition).join(''),
    observed: known()
      .map((key) => found.get(key) ?? '?')
      .join(''),
  });
}

/** The partition of every key, where its newest record lies. */
function placesOnDisk(stage: ScenarioStage, topic: string): ReadonlyMap<string | null, number> {
  return new Map(recordsOnDisk(stage, topic).map(({ key, partition }) => [key, partition] as const));
}

/** Where real clients were recorded to put the same keys, against where they lie here: no broker has a say in it. */
function compareClients(stage: ScenarioStage, topic: string): void {
  const found = placesOnDisk(stage, topic);
  const written = keys().map((key) => found.get(key) ?? '?');
  const alike = (partitions: string): number =>
    [...partitions].filter((partition, n) => partition === String(written[n])).length;
  const { java, kafkajs, librdkafkaMurmur2Random, librdkafkaConsistentRandom } = RECORDED_PARTITIONS;
  for (const [id, partitions] of [
    ['recorded', java],
    ['kafkajs', kafkajs],
    ['murmur2Random', librdkafkaMurmur2Random],
  ] as const) {
    stage.check({ claim: 'C02', id, expected: String(KEYS), observed: String(alike(partitions)) });
  }
  const crc = alike(librdkafkaConsistentRandom);
  stage.answerIs('third');
  stage.facts['crc32'] = crc;
  stage.check({ claim: 'C02', id: 'librdkafka', expected: String(LIKE_CRC32), observed: String(crc) });
  checkRules(stage);
}

/** The rules by which the key tester places keys are those of the clients. */
function checkRules(stage: ScenarioStage): void {
  const { places } = placeKeys(
    keys().map((key) => Buffer.from(key)),
    PARTITIONS,
    null,
  );
  const told = (name: KeyHashName): string =>
    places.map((ofKey) => ofKey.find(({ hash }) => hash === name)?.partition ?? '?').join('');
  const names = {
    java: 'java',
    kafkajs: 'kafkajs',
    librdkafkaMurmur2Random: 'librdkafka-murmur2-random',
    librdkafkaConsistentRandom: 'librdkafka-consistent-random',
  } as const satisfies { readonly [C in keyof typeof RECORDED_PARTITIONS]: KeyHashName };
  const clients = Object.keys(names) as (keyof typeof names)[];
  const agreeing = clients.filter((client) => told(names[client]) === RECORDED_PARTITIONS[client]);
  stage.check({ claim: 'C02', id: 'rules', expected: clients.join(', '), observed: agreeing.join(', ') });
}
