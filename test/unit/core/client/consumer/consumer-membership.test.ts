import { beforeEach, describe, expect, test } from 'vitest';
import type { RebalanceListener } from '#core/client/consumer/consumer.ts';
import type { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { ClientWorld, outcomeOf } from '../../../../support/client-world.ts';
import type { Message } from '../../../../support/scripted-broker.ts';
import { idOfTopic } from '../../../../support/scripted-broker.ts';
import type { ScriptedGroup } from '../../../../support/scripted-group.ts';
import { scriptGroup } from '../../../../support/scripted-group.ts';

const GROUP = {
  'group.id': 'g',
  'group.protocol': 'consumer',
  'auto.offset.reset': 'earliest',
  'enable.auto.commit': 'false',
};
const INTERVAL_MS = 1000;

let world: ClientWorld;
let group: ScriptedGroup;
/** What the coordinator has: the member's epoch, and an assignment that it has not sent yet. */
let epoch: number;
let pending: readonly number[] | undefined;

function assignmentOf(partitions: readonly number[]): Message {
  return {
    topicPartitions:
      partitions.length === 0 ? [] : [{ topicId: idOfTopic('t'), partitions: [...partitions] }],
  };
}

beforeEach(() => {
  world = new ClientWorld({ topics: { t: 4 } });
  group = scriptGroup(world);
  epoch = 0;
  pending = [0, 1];
  world.broker.on('ConsumerGroupHeartbeat', ({ memberId, memberEpoch }) => {
    if (memberEpoch < 0)
      return { errorCode: 0, memberId, memberEpoch, heartbeatIntervalMs: 0, assignment: null };
    if (memberEpoch === 0) epoch++;
    const assignment = pending === undefined ? null : assignmentOf(pending);
    pending = undefined;
    return { errorCode: 0, memberId, memberEpoch: epoch, heartbeatIntervalMs: INTERVAL_MS, assignment };
  });
});

/** The coordinator wants the member to have these, in a new epoch. */
function reassign(partitions: readonly number[]): void {
  epoch++;
  pending = partitions;
}

const heartbeats = (): readonly Message[] =>
  world.broker.of('ConsumerGroupHeartbeat').map(({ body }) => body);

/** The next heartbeat is refused. */
function refuse(error: ErrorName): void {
  world.broker.next('ConsumerGroupHeartbeat', () => ({
    errorCode: errorCode(error),
    memberEpoch: 0,
    heartbeatIntervalMs: 0,
    assignment: null,
  }));
}

function told(): { readonly calls: string[]; readonly listener: RebalanceListener } {
  const calls: string[] = [];
  const note =
    (what: string) =>
    (partitions: readonly { readonly partition: number }[]): void =>
      void calls.push(`${what} ${partitions.map(({ partition }) => partition)}`);
  return {
    calls,
    listener: {
      onPartitionsAssigned: note('assigned'),
      onPartitionsRevoked: note('revoked'),
      onPartitionsLost: note('lost'),
    },
  };
}

async function pollFor(consumer: KafkaConsumer, ms: number): Promise<number> {
  let records = 0;
  const until = world.clock.monotonicMs() + ms;
  while (world.clock.monotonicMs() < until) records += (await world.settle(consumer.poll(100))).length;
  return records;
}

async function joined(config: { readonly [key: string]: string } = {}) {
  const consumer = world.consumer({ ...GROUP, ...config });
  const { calls, listener } = told();
  consumer.subscribe(['t'], listener);
  await pollFor(consumer, 500);
  return { consumer, calls };
}

describe('a member under the consumer protocol', () => {
  test('joins with epoch 0, says everything once, and acknowledges what it has taken', async () => {
    const { consumer, calls } = await joined({ 'group.remote.assignor': 'uniform', 'client.rack': 'r' });
    const [join, ack] = heartbeats();
    expect(join).toMatchObject({
      groupId: 'g',
      memberEpoch: 0,
      instanceId: null,
      rackId: 'r',
      rebalanceTimeoutMs: 300000,
      subscribedTopicNames: ['t'],
      serverAssignor: 'uniform',
      topicPartitions: [],
    });
    expect(join.memberId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(ack).toMatchObject({
      memberId: join.memberId,
      memberEpoch: 1,
      rackId: null,
      rebalanceTimeoutMs: -1,
      subscribedTopicNames: null,
      serverAssignor: null,
      topicPartitions: [{ topicId: idOfTopic('t'), partitions: [0, 1] }],
    });
    expect(calls).toEqual(['assigned 0,1']);
    expect(consumer.groupMetadata()).toEqual({
      groupId: 'g',
      generationId: 1,
      memberId: join.memberId,
      groupInstanceId: null,
    });
    await pollFor(consumer, 5 * INTERVAL_MS);
    expect(heartbeats().at(-1)).toMatchObject({ memberEpoch: 1, topicPartitions: null });
    expect(heartbeats().length).toBeLessThan(9);
  });

  test('gives up before it takes, keeps the rest, and reads on', async () => {
    const { consumer, calls } = await joined();
    const before = world.broker.of('OffsetFetch').length;
    reassign([1, 2]);
    await pollFor(consumer, 2 * INTERVAL_MS);
    expect(calls).toEqual(['assigned 0,1', 'revoked 0', 'assigned 2']);
    expect(new Set(consumer.assignment().map(({ partition }) => partition))).toEqual(new Set([1, 2]));
    expect(consumer.groupMetadata().generationId).toBe(2);
    const acks = heartbeats().filter(({ topicPartitions }) => topicPartitions?.length > 0);
    expect(acks.at(-1).topicPartitions).toEqual([{ topicId: idOfTopic('t'), partitions: [1, 2] }]);
    // Only the new partition asks where to begin.
    expect(world.broker.of('OffsetFetch').length).toBe(before + 1);
    expect(world.broker.of('OffsetFetch').at(-1)?.body.groups[0].topics[0].partitionIndexes).toEqual([2]);
  });

  test('commits by itself before partitions go', async () => {
    const { consumer, calls } = await joined({ 'enable.auto.commit': 'true' });
    reassign([1]);
    await pollFor(consumer, 2 * INTERVAL_MS);
    expect(calls).toEqual(['assigned 0,1', 'revoked 0', 'assigned ']);
    expect(group.committed.get(0)?.offset).toBe(10);
    const [commit] = world.broker.of('OffsetCommit');
    expect(commit?.body).toMatchObject({ generationIdOrMemberEpoch: 2, memberId: heartbeats()[0].memberId });
  });

  test.each(['FENCED_MEMBER_EPOCH', 'UNKNOWN_MEMBER_ID'] as const)(
    'has lost its partitions after %s, and joins anew as the same member',
    async (error) => {
      const { consumer, calls } = await joined();
      refuse(error);
      pending = [3];
      await pollFor(consumer, 3 * INTERVAL_MS);
      expect(calls).toEqual(['assigned 0,1', 'lost 0,1', 'assigned 3']);
      const joins = heartbeats().filter(({ memberEpoch }) => memberEpoch === 0);
      expect(joins).toHaveLength(2);
      expect(joins[1].memberId).toBe(joins[0].memberId);
      expect(joins[1].topicPartitions).toEqual([]);
    },
  );

  test.each([
    ['a dynamic member', {}, -1],
    ['a static member', { 'group.instance.id': 'i' }, -2],
  ])('%s leaves with its epoch', async (_who, config, leaveEpoch) => {
    const { consumer, calls } = await joined(config);
    await world.settle(consumer.close());
    expect(calls).toEqual(['assigned 0,1', 'revoked 0,1']);
    expect(heartbeats().at(-1)).toMatchObject({ memberEpoch: leaveEpoch, topicPartitions: null });
    await world.pass(1000);
    expect(world.clock.pendingCount).toBe(0);
  });

  test('that does not poll for max.poll.interval.ms leaves, and joins with the next poll', async () => {
    const { consumer, calls } = await joined({ 'max.poll.interval.ms': '10000' });
    await world.pass(15_000);
    expect(heartbeats().at(-1)).toMatchObject({ memberEpoch: -1 });
    const silent = heartbeats().length;
    await world.pass(15_000);
    expect(heartbeats()).toHaveLength(silent);
    expect(calls).toEqual(['assigned 0,1']);
    pending = [0];
    await pollFor(consumer, 500);
    expect(calls).toEqual(['assigned 0,1', 'lost 0,1', 'assigned 0']);
  });

  test.each([
    ['UNSUPPORTED_ASSIGNOR', 'UnsupportedAssignorException'],
    ['UNRELEASED_INSTANCE_ID', 'UnreleasedInstanceIdException'],
    ['GROUP_MAX_SIZE_REACHED', 'GroupMaxSizeReachedException'],
    ['INVALID_REQUEST', 'InvalidRequestException'],
  ] as const)('is told %s, and is out for good', async (error, exception) => {
    refuse(error);
    const consumer = world.consumer(GROUP);
    consumer.subscribe(['t']);
    const outcome = outcomeOf(consumer.poll(5000));
    await world.pass(5000);
    expect(outcome.error).toMatchObject({ exception });
    const sent = heartbeats().length;
    await pollFor(consumer, 5000);
    expect(heartbeats()).toHaveLength(sent);
  });

  test('waits while the coordinator loads, and looks for it when it has moved', async () => {
    refuse('COORDINATOR_LOAD_IN_PROGRESS');
    const { consumer } = await joined();
    expect(consumer.assignment()).toHaveLength(2);
    const before = world.broker.of('FindCoordinator').length;
    refuse('NOT_COORDINATOR');
    await pollFor(consumer, 2 * INTERVAL_MS);
    expect(world.broker.of('FindCoordinator')).toHaveLength(before + 1);
    // Whether the coordinator knew of the heartbeat is not known: all is said again.
    expect(
      heartbeats().some(
        ({ memberEpoch, subscribedTopicNames }) => memberEpoch === 1 && subscribedTopicNames?.length === 1,
      ),
    ).toBe(true);
  });

  test('is told that the cluster does not speak it', async () => {
    world = new ClientWorld({ topics: { t: 1 }, maxVersions: { ConsumerGroupHeartbeat: -1 } });
    scriptGroup(world);
    const consumer = world.consumer(GROUP);
    consumer.subscribe(['t']);
    await expect(world.settle(consumer.poll(5000))).rejects.toThrow(
      'The cluster does not support the new CONSUMER group protocol. Set group.protocol=classic',
    );
  });

  test('sends a pattern to the coordinator, and takes topics that it never named', async () => {
    const consumer = world.consumer(GROUP);
    consumer.subscribe({ re2: 't.*' });
    await pollFor(consumer, 500);
    expect(heartbeats()[0]).toMatchObject({ subscribedTopicNames: [], subscribedTopicRegex: 't.*' });
    expect(consumer.assignment()).toHaveLength(2);
    await world.settle(consumer.unsubscribe());
    pending = [1];
    consumer.subscribe(['t']);
    await pollFor(consumer, 500);
    expect(heartbeats().at(-2)).toMatchObject({ subscribedTopicNames: ['t'], subscribedTopicRegex: null });
  });

  test('goes on when a callback fails, and tells of it', async () => {
    const consumer = world.consumer(GROUP);
    let fails = true;
    consumer.subscribe(['t'], {
      onPartitionsAssigned: () => {
        if (fails) throw new Error('mine');
      },
    });
    await expect(pollFor(consumer, 500)).rejects.toMatchObject({
      exception: 'KafkaException',
      message: 'User rebalance callback throws an error',
      cause: new Error('mine'),
    });
    fails = false;
    expect(await pollFor(consumer, 1000)).toBe(20);
    expect(heartbeats().some(({ topicPartitions }) => topicPartitions?.length === 1)).toBe(true);
  });

  test('whose commit comes with an old epoch is told CommitFailedException', async () => {
    const { consumer } = await joined();
    world.broker.next('OffsetCommit', () => ({
      topics: [
        { name: 't', partitions: [{ partitionIndex: 0, errorCode: errorCode('STALE_MEMBER_EPOCH') }] },
      ],
    }));
    await expect(world.settle(consumer.commitSync())).rejects.toMatchObject({
      exception: 'CommitFailedException',
    });
    expect(consumer.assignment()).toHaveLength(2);
  });
});
