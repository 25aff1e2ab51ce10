import { afterEach, describe, expect, test } from 'vitest';
import type { ProfileName } from '#core/broker/version-profile.ts';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { DescribeConfigs } from '#core/protocol/messages/32-describe-configs.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import type { TestClient } from '../../../support/broker-world.ts';
import { BrokerWorld, createTopic, produceTo } from '../../../support/broker-world.ts';

const DAY_MS = 86_400_000;
const software = { clientSoftwareName: 'test', clientSoftwareVersion: '1' };

let world: BrokerWorld;
let client: TestClient;
afterEach(() => world.end());

async function start(profile: ProfileName): Promise<void> {
  world = await BrokerWorld.start({ profile });
  client = await world.connect();
}

async function newest() {
  const { apiKeys } = await client.ask(ApiVersions, 3, software);
  return Object.fromEntries(apiKeys.map(({ apiKey, maxVersion }) => [apiKey, maxVersion]));
}

async function setting(resourceType: number, resourceName: string, key: string) {
  const { results } = await client.ask(DescribeConfigs, 4, {
    resources: [{ resourceType, resourceName, configurationKeys: [key] }],
  });
  return results[0]?.configs[0]?.value;
}

async function created(name: string, configs: { name: string; value: string }[]) {
  const topic = { name, numPartitions: 1, replicationFactor: 1, assignments: [], configs };
  const { topics } = await client.ask(CreateTopics, 5, { topics: [topic] });
  return topics[0]?.errorCode;
}

/** One record, a day ahead of the broker's clock. */
function futureBatch(): Buffer {
  return buildBatch({
    records: [{ timestamp: Date.now() + DAY_MS, key: null, value: Buffer.from('x'), headers: [] }],
  });
}

describe('a broker shown as 2.x', () => {
  test('offers the versions of Kafka 2.8 and no feature', async () => {
    await start('2.x');
    expect(await newest()).toMatchObject({
      0: 9,
      1: 12,
      3: 11,
      10: 3,
      18: 3,
      22: 4,
      24: 3,
      26: 3,
      28: 3,
      61: 0,
    });
    for (const key of [65, 66, 68, 69, 74, 75]) expect(await newest()).not.toHaveProperty(String(key));
    const { finalizedFeatures, supportedFeatures } = await client.ask(ApiVersions, 3, software);
    expect(finalizedFeatures).toEqual([]);
    expect(supportedFeatures).toEqual([]);
    expect(world.broker.transactionVersion).toBe(0);
  });

  test('answers ApiVersions v4 as a version it does not know, and closes on others', async () => {
    await start('2.x');
    client.send(ApiVersions, 4, software);
    const fallback = await client.receive(ApiVersions, 0);
    expect(fallback).toMatchObject({
      errorCode: 35,
      apiKeys: [{ apiKey: 18, minVersion: 0, maxVersion: 3 }],
    });
    client.send(InitProducerId, 5, {
      transactionalId: null,
      transactionTimeoutMs: 1000,
      producerId: -1,
      producerEpoch: -1,
    });
    expect(await client.next()).toBe('closed');
  });

  test('has the defaults and limits of then', async () => {
    await start('2.x');
    const node = String(world.broker.nodeId);
    expect(await setting(4, node, 'producer.id.expiration.ms')).toBe(String(7 * DAY_MS));
    expect(await setting(4, node, 'transaction.partition.verification.enable')).toBe('false');
    expect(await created('small', [{ name: 'segment.bytes', value: '14' }])).toBe(0);
    expect(await created('smaller', [{ name: 'segment.bytes', value: '13' }])).toBe(40);
  });
});

describe('a broker shown as 3.x', () => {
  test('offers the versions of Kafka 3.9, which end before the second transaction protocol', async () => {
    await start('3.x');
    expect(await newest()).toMatchObject({
      0: 11,
      1: 17,
      3: 12,
      22: 5,
      24: 5,
      26: 4,
      28: 4,
      57: 1,
      66: 1,
      75: 0,
    });
    for (const key of [68, 69]) expect(await newest()).not.toHaveProperty(String(key));
    expect(world.broker.transactionVersion).toBe(0);
  });

  test('does not compare the clocks of producers with its own, which 4.x does', async () => {
    await start('3.x');
    await createTopic(client, 't');
    expect(await setting(2, 't', 'message.timestamp.after.max.ms')).toBe('9223372036854775807');
    expect((await produceTo(client, 't', futureBatch())).errorCode).toBe(0);
    await world.end();
    await start('4.x');
    await createTopic(client, 't');
    expect(await setting(2, 't', 'message.timestamp.after.max.ms')).toBe('3600000');
    expect((await produceTo(client, 't', futureBatch())).errorCode).toBe(32);
    expect(await created('small', [{ name: 'segment.bytes', value: '1000' }])).toBe(40);
  });
});

describe('the format of messages', () => {
  test.each([
    ['2.x', '2.8-IV1', '2.3-IV1', '3.0'],
    ['3.x', '3.0-IV1', '2.8.1', '4.0'],
  ] as const)(
    'may be set for a topic of %s, where it is %s by default',
    async (profile, byDefault, known, unknown) => {
      await start(profile);
      const key = 'message.format.version';
      expect(await created('plain', [])).toBe(0);
      expect(await setting(2, 'plain', key)).toBe(byDefault);
      expect(await created('old', [{ name: key, value: known }])).toBe(0);
      expect(await setting(2, 'old', key)).toBe(known);
      for (const value of [unknown, '2.8-IV9', '1', 'constructor']) {
        expect(await created('new', [{ name: key, value }])).toBe(40);
      }
    },
  );

  test('is no setting any more in 4.x', async () => {
    await start('4.x');
    expect(await created('t', [{ name: 'message.format.version', value: '3.0' }])).toBe(40);
  });
});
