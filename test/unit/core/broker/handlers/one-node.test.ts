import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { DescribeAcls } from '#core/protocol/messages/29-describe-acls.ts';
import { CreateAcls } from '#core/protocol/messages/30-create-acls.ts';
import { DeleteAcls } from '#core/protocol/messages/31-delete-acls.ts';
import { DescribeLogDirs } from '#core/protocol/messages/35-describe-log-dirs.ts';
import { ElectLeaders } from '#core/protocol/messages/43-elect-leaders.ts';
import { AlterPartitionReassignments } from '#core/protocol/messages/45-alter-partition-reassignments.ts';
import { ListPartitionReassignments } from '#core/protocol/messages/46-list-partition-reassignments.ts';
import { DescribeClientQuotas } from '#core/protocol/messages/48-describe-client-quotas.ts';
import { AlterClientQuotas } from '#core/protocol/messages/49-alter-client-quotas.ts';
import { DescribeUserScramCredentials } from '#core/protocol/messages/50-describe-user-scram-credentials.ts';
import { GetTelemetrySubscriptions } from '#core/protocol/messages/71-get-telemetry-subscriptions.ts';
import { PushTelemetry } from '#core/protocol/messages/72-push-telemetry.ts';
import { ListConfigResources } from '#core/protocol/messages/74-list-config-resources.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld, createTopic } from '../../../../support/broker-world.ts';

let world: BrokerWorld;
let client: TestClient;
beforeAll(async () => {
  world = await BrokerWorld.start();
  client = await world.connect();
  await createTopic(client, 't', { partitions: 2 });
});
afterAll(() => world.end());

const EVERY_ACL = {
  resourceTypeFilter: 1,
  resourceNameFilter: null,
  patternTypeFilter: 1,
  principalFilter: null,
  hostFilter: null,
  operation: 1,
  permissionType: 1,
};

describe('access rules', () => {
  test('are refused: there is no authorizer', async () => {
    expect(await client.ask(DescribeAcls, 3, EVERY_ACL)).toMatchObject({
      errorCode: 54,
      errorMessage: 'No Authorizer is configured on the broker',
    });
    expect(await client.ask(DeleteAcls, 3, { filters: [EVERY_ACL] })).toMatchObject({
      filterResults: [{ errorCode: 54, errorMessage: 'No Authorizer is configured.' }],
    });
    const rule = {
      resourceType: 2,
      resourceName: 't',
      principal: 'User:a',
      host: '*',
      operation: 3,
      permissionType: 3,
    };
    expect(await client.ask(CreateAcls, 3, { creations: [rule, rule] })).toMatchObject({
      results: [{ errorCode: 54 }, { errorCode: 54 }],
    });
  });

  test('a filter that Kafka cannot read ends the connection', async () => {
    const other = await world.connect();
    other.send(DescribeAcls, 3, { ...EVERY_ACL, resourceTypeFilter: 0 });
    expect(await other.next()).toBe('closed');
  });
});

describe('ElectLeaders', () => {
  const partitions = [
    { topic: 't', partitions: [0, 7] },
    { topic: 'nope', partitions: [0] },
  ];

  test.each([0, 1, 2])('v%i says that no partition needs another leader', async (version) => {
    const type = version === 0 ? {} : { electionType: 0 };
    const response = await client.ask(ElectLeaders, version, { ...type, topicPartitions: partitions });
    expect(response.replicaElectionResults).toEqual([
      {
        topic: 't',
        partitionResult: [
          { partitionId: 0, errorCode: 84, errorMessage: 'Leader election not needed for topic partition.' },
          { partitionId: 7, errorCode: 3, errorMessage: 'No such partition as t-7' },
        ],
      },
      {
        topic: 'nope',
        partitionResult: [{ partitionId: 0, errorCode: 3, errorMessage: 'No such topic as nope' }],
      },
    ]);
  });

  test('all partitions: none is named, because none needs it', async () => {
    const response = await client.ask(ElectLeaders, 2, { electionType: 1, topicPartitions: null });
    expect(response).toMatchObject({
      errorCode: 0,
      replicaElectionResults: [{ topic: 't', partitionResult: [] }],
    });
  });

  test('refuses a kind of election that does not exist', async () => {
    const response = await client.ask(ElectLeaders, 2, { electionType: 5, topicPartitions: partitions });
    expect(response.errorCode).toBe(42);
    expect(response.replicaElectionResults[0]?.partitionResult[0]).toMatchObject({
      errorCode: 42,
      errorMessage: 'Unknown election type 5',
    });
  });
});

describe('reassignments', () => {
  test.each([
    [[1], 0, null],
    [null, 85, null],
    [[], 39, 'The manual partition assignment includes an empty replica list.'],
    [[1, 1], 39, 'The manual partition assignment includes the broker 1 more than once.'],
    [[1, 2], 39, 'The manual partition assignment includes broker 2, but no such broker is registered.'],
  ])('to %j is answered with %i', async (replicas, errorCode, errorMessage) => {
    const response = await client.ask(AlterPartitionReassignments, 1, {
      topics: [
        {
          name: 't',
          partitions: [
            { partitionIndex: 0, replicas },
            { partitionIndex: 9, replicas },
          ],
        },
        { name: 'nope', partitions: [{ partitionIndex: 0, replicas }] },
      ],
    });
    expect(response.responses).toEqual([
      {
        name: 't',
        partitions: [
          { partitionIndex: 0, errorCode, errorMessage },
          { partitionIndex: 9, errorCode: 3, errorMessage: 'Unable to find partition t:9.' },
        ],
      },
      {
        name: 'nope',
        partitions: [{ partitionIndex: 0, errorCode: 3, errorMessage: 'Unable to find a topic named nope.' }],
      },
    ]);
  });

  test('none is ever under way', async () => {
    expect(await client.ask(ListPartitionReassignments, 0, {})).toMatchObject({ errorCode: 0, topics: [] });
  });
});

describe('client quotas', () => {
  const described = (entityType: string, matchType: number, match: string | null) =>
    client.ask(DescribeClientQuotas, 1, { components: [{ entityType, matchType, match }], strict: false });

  test('there are none', async () => {
    expect(await described('user', 0, 'a')).toMatchObject({ errorCode: 0, errorMessage: '', entries: [] });
    expect(await described('ip', 2, null)).toMatchObject({ errorCode: 0, entries: [] });
  });

  test.each([
    ['user', 3, null, 42, 'Unknown match type 3'],
    ['user', 0, null, 42, 'Request specified MATCH_TYPE_EXACT, but set match string to null.'],
    ['user', 1, 'a', 42, 'Request specified MATCH_TYPE_DEFAULT, but also specified a match string.'],
    ['', 0, 'a', 42, 'Invalid empty entity type.'],
    ['bogus', 0, 'a', 35, 'Unsupported entity type bogus'],
  ])('filter %j %i %j is refused', async (entityType, matchType, match, errorCode, errorMessage) => {
    expect(await described(entityType, matchType, match)).toMatchObject({
      errorCode,
      errorMessage,
      entries: null,
    });
  });

  async function changed(
    entity: readonly { readonly entityType: string; readonly entityName: string | null }[],
    ops: readonly { readonly key: string; readonly value: number; readonly remove: boolean }[],
  ) {
    const { entries } = await client.ask(AlterClientQuotas, 1, {
      entries: [{ entity, ops }],
      validateOnly: true,
    });
    return entries[0];
  }
  const user = [{ entityType: 'user', entityName: 'a' }];
  const address = [{ entityType: 'ip', entityName: '1.2.3.4' }];
  const set = (key: string, value: number) => ({ key, value, remove: false });

  test('a new one is refused, for nobody would be throttled', async () => {
    expect(await changed(user, [set('producer_byte_rate', 1000)])).toMatchObject({
      errorCode: 44,
      entity: user,
    });
    expect(await changed(address, [set('connection_creation_rate', 10)])).toMatchObject({ errorCode: 44 });
  });

  test('taking one away succeeds', async () => {
    expect(await changed(user, [{ key: 'producer_byte_rate', value: 0, remove: true }])).toMatchObject({
      errorCode: 0,
      errorMessage: null,
    });
  });

  test.each([
    [user, [set('bogus', 1)], 'Invalid configuration key bogus'],
    [user, [set('producer_byte_rate', -5)], 'Quota producer_byte_rate must be greater than 0'],
    [user, [set('producer_byte_rate', 1.5)], 'producer_byte_rate cannot be a fractional value.'],
    [address, [set('producer_byte_rate', 1)], 'Invalid configuration key producer_byte_rate'],
    [[], [], 'Invalid empty client quota entity'],
    [
      [...user, ...address],
      [],
      'Invalid quota entity combination, IP entity shouldnot be combined with User or ClientId',
    ],
    [
      user,
      [set('producer_byte_rate', 1), set('producer_byte_rate', 2)],
      'Ignoring duplicate entity ClientQuotaEntity(entries={user=a})',
    ],
  ])('%j %j is wrong in itself', async (entity, ops, errorMessage) => {
    expect(await changed(entity, ops)).toMatchObject({ errorCode: 42, errorMessage });
  });
});

test('nobody has SCRAM credentials', async () => {
  const asked = (names: string[] | null) =>
    client.ask(DescribeUserScramCredentials, 0, { users: names?.map((name) => ({ name })) ?? null });
  expect(await asked(null)).toMatchObject({ errorCode: 0, results: [] });
  expect(await asked(['a', 'b', 'b'])).toMatchObject({
    errorCode: 0,
    results: [
      { user: 'a', errorCode: 91 },
      { user: 'b', errorCode: 92 },
    ],
  });
});

describe('telemetry', () => {
  test('is not advertised', async () => {
    const software = { clientSoftwareName: 'test', clientSoftwareVersion: '1' };
    const { apiKeys } = await client.ask(ApiVersions, 4, software);
    const keys = apiKeys.map(({ apiKey }) => apiKey);
    expect(keys).not.toContain(71);
    expect(keys).not.toContain(72);
    expect(keys).toContain(74);
  });

  test('the subscription id of nothing is the one Kafka computes', async () => {
    const clientInstanceId = 'Wm3RRi2cQTqSJq0mLvFyBg';
    expect(await client.ask(GetTelemetrySubscriptions, 0, { clientInstanceId })).toMatchObject({
      errorCode: 0,
      clientInstanceId,
      subscriptionId: 534844546,
      acceptedCompressionTypes: [4, 3, 1, 2],
      pushIntervalMs: 300000,
      requestedMetrics: [],
    });
  });

  test('a push needs an instance and its subscription', async () => {
    const fresh = await client.ask(GetTelemetrySubscriptions, 0, { clientInstanceId: ZERO_UUID });
    const push = { terminating: false, compressionType: 0, metrics: Buffer.alloc(0) };
    const pushed = async (clientInstanceId: string, subscriptionId: number, compressionType = 0) =>
      (await client.ask(PushTelemetry, 0, { ...push, compressionType, clientInstanceId, subscriptionId }))
        .errorCode;
    expect(await pushed(ZERO_UUID, 0)).toBe(42);
    expect(await pushed(fresh.clientInstanceId, fresh.subscriptionId + 1)).toBe(117);
    expect(await pushed(fresh.clientInstanceId, fresh.subscriptionId, 9)).toBe(76);
    expect(await pushed(fresh.clientInstanceId, fresh.subscriptionId)).toBe(0);
  });
});

test('ListConfigResources names topics, the broker and its loggers, in the order of types', async () => {
  const listed = async (...resourceTypes: number[]) => {
    const { errorCode, configResources } = await client.ask(ListConfigResources, 1, { resourceTypes });
    return [
      errorCode,
      ...configResources.map(({ resourceType, resourceName }) => `${resourceType} ${resourceName}`),
    ];
  };
  expect(await listed()).toEqual([0, '8 1', '4 1', '2 t']);
  expect(await listed(2, 4)).toEqual([0, '4 1', '2 t']);
  expect(await listed(16)).toEqual([0]);
  expect(await listed(1)).toEqual([35]);
  expect(await client.ask(ListConfigResources, 0, {})).toMatchObject({ errorCode: 0, configResources: [] });
});

test('DescribeLogDirs tells the size of the volume since v4', async () => {
  const v4 = await client.ask(DescribeLogDirs, 4, { topics: null });
  const v1 = await client.ask(DescribeLogDirs, 1, { topics: null });
  expect(v4.results[0]?.totalBytes).toBeGreaterThan(v4.results[0]?.usableBytes ?? Number.POSITIVE_INFINITY);
  expect(v4.results[0]?.usableBytes).toBeGreaterThan(0);
  expect(v1.results[0]).toMatchObject({ totalBytes: -1, usableBytes: -1 });
});
