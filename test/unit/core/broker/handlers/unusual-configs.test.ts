/** Settings with names and texts that nobody chooses on purpose. What is expected was asked of Kafka 4.3.1. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import { DescribeConfigs } from '#core/protocol/messages/32-describe-configs.ts';
import { AlterConfigs } from '#core/protocol/messages/33-alter-configs.ts';
import { IncrementalAlterConfigs } from '#core/protocol/messages/44-incremental-alter-configs.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld, createTopic } from '../../../../support/broker-world.ts';

const TOPIC = 2;
const BROKER = 4;
const GROUP = 32;
const SET = 0;
const APPEND = 2;
const SUBTRACT = 3;
/** Names that every JavaScript object answers to. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

type Pair = readonly [name: string, value: string | null];

let world: BrokerWorld;
let client: TestClient;
beforeEach(async () => {
  world = await BrokerWorld.start();
  client = await world.connect();
  await createTopic(client, 't');
});
afterEach(() => world.end());

async function change(resourceType: number, resourceName: string, operation: number, ...pairs: Pair[]) {
  const configs = pairs.map(([name, value]) => ({ name, value, configOperation: operation }));
  const resources = [{ resourceType, resourceName, configs }];
  const { responses } = await client.ask(IncrementalAlterConfigs, 1, { resources });
  return [responses[0]?.errorCode, responses[0]?.errorMessage];
}

async function replace(resourceType: number, resourceName: string, ...pairs: Pair[]) {
  const configs = pairs.map(([name, value]) => ({ name, value }));
  const { responses } = await client.ask(AlterConfigs, 2, {
    resources: [{ resourceType, resourceName, configs }],
  });
  return [responses[0]?.errorCode, responses[0]?.errorMessage];
}

async function create(name: string, ...pairs: Pair[]) {
  const configs = pairs.map(([key, value]) => ({ name: key, value }));
  const topic = { name, numPartitions: 1, replicationFactor: 1, assignments: [], configs };
  const { topics } = await client.ask(CreateTopics, 7, { topics: [topic] });
  return topics[0];
}

async function described(resourceType: number, resourceName: string, keys: readonly string[] | null) {
  const { results } = await client.ask(DescribeConfigs, 4, {
    resources: [{ resourceType, resourceName, configurationKeys: keys }],
    includeSynonyms: true,
  });
  return results[0]?.configs ?? [];
}

async function settingOf(resourceType: number, resourceName: string, key: string) {
  return (await described(resourceType, resourceName, [key]))[0]?.value;
}

describe('settings called error and message', () => {
  test.each([
    [TOPIC, 't', 'topic'],
    [GROUP, 'g', 'group'],
  ])('are unknown to resource type %i', async (type, name, kind) => {
    const unknown = [40, `Unknown ${kind} config name: error`];
    expect(await change(type, name, SET, ['error', '1'], ['message', '1'])).toEqual(unknown);
    expect(await replace(type, name, ['error', '1'], ['message', '1'])).toEqual(unknown);
  });
});

describe.each(INHERITED)('a setting called %s', (key) => {
  test('is unknown to topics and groups, and leaves the settings there are', async () => {
    await change(TOPIC, 't', SET, ['retention.ms', '5']);
    const unknown = [40, `Unknown topic config name: ${key}`];
    expect(await change(TOPIC, 't', SET, [key, '1'])).toEqual(unknown);
    expect(await replace(TOPIC, 't', [key, '1'])).toEqual(unknown);
    expect(await replace(GROUP, 'g', [key, '1'])).toEqual([40, `Unknown group config name: ${key}`]);
    expect((await create('new', [key, '1']))?.errorMessage).toBe(unknown[1]);
    expect(await settingOf(TOPIC, 't', 'retention.ms')).toBe('5');
  });

  test('is no list', async () => {
    const says = `Can't APPEND to key ${key} because its type is not LIST.`;
    expect(await change(TOPIC, 't', APPEND, [key, '1'])).toEqual([40, says]);
  });
});

describe('a key given twice', () => {
  test.each([
    [TOPIC, 't'],
    [BROKER, '1'],
    [GROUP, 'g'],
  ])('is refused by AlterConfigs of resource type %i', async (type, name) => {
    const twice = [42, 'Error due to duplicate config keys'];
    expect(await replace(type, name, ['retention.ms', '1'], ['retention.ms', null])).toEqual(twice);
  });
});

describe('DescribeConfigs', () => {
  test('answers every setting when it is asked for an empty list of them', async () => {
    expect(await described(TOPIC, 't', [])).toEqual(await described(TOPIC, 't', null));
    expect((await described(TOPIC, 't', [])).length).toBeGreaterThan(30);
  });
});

describe('the text of a setting', () => {
  test.each([
    ['retention.ms', ' 7 ', '7'],
    ['retention.ms', '+7', '7'],
    ['preallocate', 'TRUE', 'true'],
    ['cleanup.policy', ' compact , delete ', 'compact,delete'],
    ['cleanup.policy', 'compact,compact', 'compact'],
    ['cleanup.policy', '', ''],
    ['leader.replication.throttled.replicas', ' 0:1 , 0:1 ', '0:1,0:1'],
  ])('%s=%j is repeated as it is by CreateTopics, and read by DescribeConfigs', async (key, text, value) => {
    const topic = await create('new', [key, text]);
    expect(topic?.configs?.find(({ name }) => name === key)?.value).toBe(text);
    expect(await settingOf(TOPIC, 'new', key)).toBe(value);
  });

  test.each([
    ['delete,compact', APPEND, 'compact, delete,compact', 'delete,compact'],
    ['compact', APPEND, ' delete', 'compact,delete'],
    ['compact, delete', SUBTRACT, ' delete', 'compact'],
    // Items are compared as they are written.
    ['compact, delete', SUBTRACT, 'delete', 'compact,delete'],
  ])('a list %j changed by operation %i with %j', async (before, operation, given, after) => {
    await change(TOPIC, 't', SET, ['cleanup.policy', before]);
    expect(await change(TOPIC, 't', operation, ['cleanup.policy', given])).toEqual([0, null]);
    expect(await settingOf(TOPIC, 't', 'cleanup.policy')).toBe(after);
  });

  test('a list grows by each item once', async () => {
    const key = 'leader.replication.throttled.replicas';
    await change(TOPIC, 't', APPEND, [key, '0:1,0:1']);
    expect(await settingOf(TOPIC, 't', key)).toBe('0:1');
  });

  test('a list with an empty item is refused', async () => {
    const topic = await create('new', ['cleanup.policy', 'compact,']);
    expect(topic?.errorMessage).toBe("Configuration 'cleanup.policy' values must not be empty.");
  });
});
