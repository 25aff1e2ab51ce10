import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DescribeConfigs } from '#core/protocol/messages/32-describe-configs.ts';
import { AlterConfigs } from '#core/protocol/messages/33-alter-configs.ts';
import { IncrementalAlterConfigs } from '#core/protocol/messages/44-incremental-alter-configs.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld, batchOf, createTopic, produceTo } from '../../../../support/broker-world.ts';

const TOPIC = 2;
const BROKER = 4;
const SET = 0;
const DELETE = 1;

let world: BrokerWorld;
let client: TestClient;
beforeEach(async () => {
  world = await BrokerWorld.start();
  client = await world.connect();
  await createTopic(client, 't');
});
afterEach(() => world.end());

async function change(
  resourceType: number,
  resourceName: string,
  ...configs: { readonly name: string; readonly configOperation: number; readonly value: string | null }[]
) {
  const { responses } = await client.ask(IncrementalAlterConfigs, 1, {
    resources: [{ resourceType, resourceName, configs }],
    validateOnly: false,
  });
  return { error: responses[0]?.errorCode, message: responses[0]?.errorMessage };
}

async function configOf(resourceType: number, resourceName: string, name: string) {
  const { results } = await client.ask(DescribeConfigs, 4, {
    resources: [{ resourceType, resourceName, configurationKeys: [name] }],
    includeSynonyms: true,
  });
  const config = results[0]?.configs[0];
  return config && { value: config.value, source: config.configSource };
}

describe('a setting of a topic', () => {
  test('takes effect on the next append, and outlives a restart', async () => {
    const tooSmall = { name: 'max.message.bytes', configOperation: SET, value: '70' };
    expect(await change(TOPIC, 't', tooSmall)).toEqual({ error: 0, message: null });
    expect((await produceTo(client, 't', batchOf(['a long value']))).errorCode).toBe(10);
    await world.restart();
    client = await world.connect();
    expect(await configOf(TOPIC, 't', 'max.message.bytes')).toEqual({ value: '70', source: 1 });
    expect((await produceTo(client, 't', batchOf(['a long value']))).errorCode).toBe(10);
    await change(TOPIC, 't', { ...tooSmall, configOperation: DELETE });
    expect((await produceTo(client, 't', batchOf(['a long value']))).errorCode).toBe(0);
  });

  test('AlterConfigs replaces all of them', async () => {
    await change(TOPIC, 't', { name: 'retention.ms', configOperation: SET, value: '5' });
    const resource = { resourceType: TOPIC, resourceName: 't' };
    const configs = [{ name: 'cleanup.policy', value: 'compact' }];
    await client.ask(AlterConfigs, 2, { resources: [{ ...resource, configs }], validateOnly: false });
    expect(await configOf(TOPIC, 't', 'retention.ms')).toEqual({ value: '604800000', source: 5 });
    expect(await configOf(TOPIC, 't', 'cleanup.policy')).toEqual({ value: 'compact', source: 1 });
  });
});

describe('a setting of the broker', () => {
  test('is the default of every topic from then on', async () => {
    await change(BROKER, '1', { name: 'message.max.bytes', configOperation: SET, value: '70' });
    expect(await configOf(TOPIC, 't', 'max.message.bytes')).toEqual({ value: '70', source: 2 });
    expect((await produceTo(client, 't', batchOf(['a long value']))).errorCode).toBe(10);
  });

  test.each([
    ['1', 'num.partitions', '5', 42, 'Cannot update these configs dynamically: [num.partitions]'],
    [
      '1',
      'group.consumer.assignment.interval.ms',
      '16000',
      42,
      'group.consumer.assignment.interval.ms must be less than or equal to group.consumer.max.assignment.interval.ms',
    ],
    ['9', 'message.max.bytes', '5', 42, 'Unexpected broker id, expected 1, but received 9'],
    [
      '1',
      'message.max.bytes',
      'x',
      42,
      'Invalid value x for configuration message.max.bytes: Not a number of type INT',
    ],
  ])('broker %s, %s=%s is error %i', async (broker, name, value, error, message) => {
    expect(await change(BROKER, broker, { name, configOperation: SET, value })).toEqual({ error, message });
  });

  test('are all described, with what they are for', async () => {
    const { results } = await client.ask(DescribeConfigs, 4, {
      resources: [{ resourceType: BROKER, resourceName: '1', configurationKeys: null }],
      includeDocumentation: true,
    });
    const configs = results[0]?.configs ?? [];
    expect(configs.length).toBeGreaterThan(70);
    expect(configs.every(({ documentation }) => documentation !== null && documentation !== '')).toBe(true);
  });
});
