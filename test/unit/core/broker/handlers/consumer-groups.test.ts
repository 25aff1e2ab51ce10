import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errorCode } from '#core/protocol/errors.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { ListGroups } from '#core/protocol/messages/16-list-groups.ts';
import { ConsumerGroupHeartbeat } from '#core/protocol/messages/68-consumer-group-heartbeat.ts';
import { ConsumerGroupDescribe } from '#core/protocol/messages/69-consumer-group-describe.ts';
import type { RequestInit } from '#core/protocol/schema/api.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld, createTopic } from '../../../../support/broker-world.ts';

let world: BrokerWorld;
let client: TestClient;

async function start(config: { readonly [key: string]: string } = {}): Promise<void> {
  world = await BrokerWorld.start({ config });
  client = await world.connect();
  await client.ask(FindCoordinator, 1, { key: 'g', keyType: 0 });
}
afterEach(() => world.end());

const JOIN = {
  groupId: 'g',
  memberId: 'm',
  memberEpoch: 0,
  rebalanceTimeoutMs: 1000,
  subscribedTopicNames: ['t'],
  topicPartitions: [],
};

function beat(body: Partial<RequestInit<typeof ConsumerGroupHeartbeat>> = {}, version = 1) {
  return client.ask(ConsumerGroupHeartbeat, version, { ...JOIN, ...body });
}

describe('a broker that serves the consumer protocol', () => {
  beforeEach(() => start({ 'group.consumer.assignment.interval.ms': '0' }));

  test('assigns, describes and lists, also after a restart', async () => {
    const topicId = await createTopic(client, 't', { partitions: 2 });
    const { memberEpoch, assignment } = await beat();
    expect({ memberEpoch, assignment }).toMatchObject({
      memberEpoch: 2,
      assignment: { topicPartitions: [{ topicId, partitions: [0, 1] }] },
    });
    await world.restart();
    client = await world.connect();
    const { groups } = await client.ask(ConsumerGroupDescribe, 1, {
      groupIds: ['g'],
      includeAuthorizedOperations: false,
    });
    expect(groups).toMatchObject([
      {
        groupState: 'Stable',
        groupEpoch: 2,
        assignmentEpoch: 2,
        members: [{ memberId: 'm', memberEpoch: 2, memberType: 1 }],
      },
    ]);
    const listed = await client.ask(ListGroups, 5, { statesFilter: ['stable'], typesFilter: ['Consumer'] });
    expect(listed.groups).toMatchObject([{ groupId: 'g', groupState: 'Stable', groupType: 'consumer' }]);
    expect((await client.ask(ListGroups, 5, { statesFilter: [], typesFilter: ['classic'] })).groups).toEqual(
      [],
    );
  });

  test('a new partition and a new topic reach the group', async () => {
    await beat({ subscribedTopicNames: ['t'] });
    const topicId = await createTopic(client, 't');
    const { assignment } = await beat();
    expect(assignment).toMatchObject({ topicPartitions: [{ topicId, partitions: [0] }] });
  });

  test.each([
    ['no member id', { memberId: '' }, "MemberId can't be empty."],
    ['no group id', { groupId: ' ' }, "GroupId can't be empty."],
    ['an empty instance id', { instanceId: '' }, "InstanceId can't be empty."],
    ['an empty rack', { rackId: '' }, "RackId can't be empty."],
    [
      'no rebalance timeout',
      { rebalanceTimeoutMs: -1 },
      'RebalanceTimeoutMs must be provided in first request.',
    ],
    ['partitions', { topicPartitions: null }, 'TopicPartitions must be empty when (re-)joining.'],
    [
      'no subscription',
      { subscribedTopicNames: null },
      'Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.',
    ],
    ['an epoch that is none', { memberEpoch: -3 }, 'MemberEpoch is invalid.'],
    ['no instance id to leave for a while', { memberEpoch: -2 }, "InstanceId can't be null."],
  ])('refuses a heartbeat with %s', async (_, body, problem) => {
    const { errorCode: code, errorMessage } = await beat(body);
    expect({ code, errorMessage }).toEqual({ code: errorCode('INVALID_REQUEST'), errorMessage: problem });
  });

  test('gives members of version 0 an id', async () => {
    const { errorCode: code, memberId } = await beat({ memberId: '' }, 0);
    expect({ code, length: memberId?.length }).toEqual({ code: 0, length: 22 });
  });

  test('names the assignors it has', async () => {
    const { errorCode: code, errorMessage } = await beat({ serverAssignor: 'sticky' });
    expect(code).toBe(errorCode('UNSUPPORTED_ASSIGNOR'));
    expect(errorMessage).toBe('ServerAssignor sticky is not supported. Supported assignors: uniform, range.');
  });
});

test('a broker without the consumer protocol says so', async () => {
  await start({ 'group.coordinator.rebalance.protocols': 'classic' });
  expect((await beat()).errorCode).toBe(errorCode('UNSUPPORTED_VERSION'));
  const { groups } = await client.ask(ConsumerGroupDescribe, 1, {
    groupIds: ['g'],
    includeAuthorizedOperations: false,
  });
  expect(groups[0]?.errorCode).toBe(errorCode('UNSUPPORTED_VERSION'));
});
