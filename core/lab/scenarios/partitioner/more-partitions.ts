import { CreatePartitions } from '#core/protocol/messages/37-create-partitions.ts';
import type { PlannedRecord } from '../../producers/producer-messages.ts';
import { type PlacedOnDisk, recordsOnDisk, send } from '../producing.ts';
import { rawRequest } from '../raw-request.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { MOVED_FROM_3_TO_5 } from './recorded-partitions.ts';

const BEFORE = 3;
const AFTER = 5;
const KEYS = 1_000;

/** C03: a topic with more partitions has other partitions for most of its keys. */
export const morePartitions: Scenario = {
  id: 'more-partitions',
  chapter: 'partitioner',
  claims: ['C03'],
  variants: [TODAY],
  steps: ['before', 'add', 'after'],
  question: ['none', 'some', 'most'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders', { partitions: BEFORE });
  const sendAll = async (value: string): Promise<void> => {
    const process = await stage.producer({ name: value, topic });
    await send(process, keyed(value));
  };
  await stage.step('before', () => sendAll('before'));
  await stage.step('add', async () => {
    await addPartitions(stage, topic);
    const { length } = stage.lab.logsOf(topic);
    stage.check({ claim: 'C03', id: 'count', expected: String(AFTER), observed: String(length) });
  });
  await stage.ask();
  await stage.step('after', async () => {
    await sendAll('after');
    compare(stage, topic);
  });
}

async function addPartitions({ lab }: ScenarioStage, topic: string): Promise<void> {
  const body = {
    topics: [{ name: topic, count: AFTER, assignments: null }],
    timeoutMs: 10_000,
    validateOnly: false,
  };
  const { port } = lab.broker;
  const clientId = 'scenario-admin';
  await rawRequest(lab.platform, { api: CreatePartitions, version: 3, body, port, clientId });
}

function keys(): readonly string[] {
  return Array.from({ length: KEYS }, (_, i) => `customer-${i}`);
}

function keyed(value: string): readonly PlannedRecord[] {
  return keys().map((key) => ({ partition: null, key, value }));
}

function compare(stage: ScenarioStage, topic: string): void {
  const records = recordsOnDisk(stage, topic);
  const placesOf = (value: string): ReadonlyMap<string | null, PlacedOnDisk> =>
    new Map(records.filter((record) => record.value === value).map((record) => [record.key, record]));
  const [before, after] = [placesOf('before'), placesOf('after')];
  stage.check({ claim: 'C03', id: 'records', expected: String(2 * KEYS), observed: String(records.length) });
  const moved = keys().filter((key) => before.get(key)?.partition !== after.get(key)?.partition);
  stage.answerIs('most');
  stage.check({
    claim: 'C03',
    id: 'moved',
    expected: String(MOVED_FROM_3_TO_5),
    observed: String(moved.length),
  });
  // The record that was sent later lies at the lower offset: nothing orders the two any more.
  const torn = moved
    .map((key) => ({ key, old: before.get(key) as PlacedOnDisk, recent: after.get(key) as PlacedOnDisk }))
    .find(({ old, recent }) => recent.partition >= BEFORE && recent.offset < old.offset);
  Object.assign(stage.facts, {
    moved: moved.length,
    key: torn?.key ?? '',
    oldPlace: torn === undefined ? '' : placeOf(torn.old),
    newPlace: torn === undefined ? '' : placeOf(torn.recent),
  });
  stage.check({
    claim: 'C03',
    id: 'order',
    expected: 'later record, lower offset',
    observed: torn === undefined ? 'none' : 'later record, lower offset',
    refs:
      torn === undefined
        ? []
        : [torn.old, torn.recent].map(({ partition }) => ({
            kind: 'batch',
            topic,
            partition,
            baseOffset: 0,
          })),
  });
}

function placeOf({ partition, offset }: PlacedOnDisk): string {
  return `P${partition} @${offset}`;
}
