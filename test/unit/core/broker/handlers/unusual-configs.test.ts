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
const DELETE = 1;
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
  const { responses } = await client.ask(IncrementalAlterConfigs, 1, { resources, validateOnly: false });
  return [responses[0]?.errorCode, responses[0]?.errorMessage];
}

async function replace(resourceType: number, resourceName: string, ...pairs: Pair[]) {
  const configs = pairs.map(([name, value]) => ({ name, value }));
  const { responses } = await client.ask(AlterConfigs, 2, {
    resources: [{ resourceType, resourceName, configs }],
    validateOnly: false,
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

describe('a running broker', () => {
  test.each([
    ['log.cleaner.threads', '2', { value: '2', type: 3 }],
    ['max.connections.per.ip', '100', { value: '100', type: 3 }],
    ['leader.replication.throttled.rate', '1000', { value: '1000', type: 5 }],
    // Nobody knows whether it is a password.
    ['foo.unknown', '1', { value: null, type: 0 }],
    ['__proto__', '1', { value: null, type: 0 }],
  ])('keeps %s=%s', async (key, text, { value, type }) => {
    expect(await change(BROKER, '1', SET, [key, text])).toEqual([0, null]);
    await world.restart();
    client = await world.connect();
    expect(await described(BROKER, '01', [key])).toMatchObject([
      { name: key, value, configType: type, configSource: 2, isSensitive: type === 0, readOnly: type === 0 },
    ]);
    expect(await described(BROKER, '', [key])).toEqual([]);
  });

  test.each([
    [
      '1',
      'log.cleaner.threads',
      'x',
      42,
      'Invalid value x for configuration log.cleaner.threads: Not a number of type INT',
    ],
    ['1', 'node.id', '4', 42, 'Cannot update these configs dynamically: [node.id]'],
    ['1', 'broker.rack', 'r', 42, 'Cannot update these configs dynamically: [broker.rack]'],
    [
      '1',
      'min.insync.replicas',
      '2',
      40,
      'Broker-level min.insync.replicas cannot be altered while ELR is enabled.',
    ],
    ['x', 'message.max.bytes', '1', 42, 'Node id must be an integer, but it is: x'],
  ])('called %s refuses %s=%s', async (name, key, value, error, message) => {
    expect(await change(BROKER, name, SET, [key, value])).toEqual([error, message]);
  });

  test('lets the replicas of all brokers be changed, and not left open', async () => {
    const key = 'min.insync.replicas';
    expect(await change(BROKER, '', SET, [key, '1'])).toEqual([0, null]);
    const says = 'Cluster-level min.insync.replicas cannot be removed while ELR is enabled.';
    expect(await change(BROKER, '', DELETE, [key, null])).toEqual([40, says]);
  });

  test.each([
    ['foo.unknown', 'Unknown config name: foo.unknown'],
    ['max.connections.per.ip', 'Config value append is not allowed for config key: max.connections.per.ip'],
  ])('appends nothing to %s', async (key, message) => {
    expect(await change(BROKER, '1', APPEND, [key, '2'])).toEqual([40, message]);
  });
});

describe('client metrics and loggers, of which there are none', () => {
  test.each([
    [8, '1', 40, 'Logger root does not exist!'],
    [8, '', 42, 'Node id must be an integer, but it is: '],
    [8, '2', 42, 'Unexpected node id. Expected 1, but received 2'],
    [16, '', 42, "Subscription name can't be empty"],
  ])('a change of type %i, name %j is error %i', async (type, name, error, message) => {
    expect(await change(type, name, SET, ['root', 'INFO'])).toEqual([error, message]);
  });

  test.each([
    [8, '', 'Broker id must not be empty'],
    [8, 'x', 'Broker id must be an integer, but it is: x'],
    [8, '2', 'Unexpected broker id, expected 1 but received 2'],
    [16, '', 'Client metrics subscription name must not be empty'],
  ])('type %i, name %j is not described', async (resourceType, resourceName, message) => {
    const resources = [{ resourceType, resourceName, configurationKeys: null }];
    const { results } = await client.ask(DescribeConfigs, 4, { resources });
    expect(results[0]).toMatchObject({ errorCode: 42, errorMessage: message });
  });
});
