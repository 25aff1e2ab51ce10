import { beforeEach, describe, expect, test } from 'vitest';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { GroupWorld } from '../../../../../support/group-world.ts';

let world: GroupWorld;

beforeEach(async () => {
  world = await GroupWorld.start();
});

/** `t[0,1]` of each member, with its epoch. */
function shares(): { [memberId: string]: string } {
  const members = world.consumerGroup()?.members ?? [];
  return Object.fromEntries(
    members.map(({ memberId, memberEpoch, assignment }) => {
      const topics = assignment.map(({ topicName, partitions }) => `${topicName}[${[...partitions].sort()}]`);
      return [memberId, `${memberEpoch}: ${topics.join(' ')}`];
    }),
  );
}

describe('joining', () => {
  test('the first member has everything at once, in epoch 2', () => {
    expect(world.enter('a')).toEqual({
      error: 'NONE',
      message: null,
      memberId: 'a',
      epoch: 2,
      intervalMs: 5000,
      has: 't[0,1]',
    });
    expect(world.consumerGroup()).toMatchObject({ state: 'Stable', groupEpoch: 2, assignmentEpoch: 2 });
  });

  test('a member without an id is given one', () => {
    const { memberId } = world.enter('');
    expect(memberId).toMatch(/^[\w-]{22}$/);
    expect(shares()).toEqual({ [memberId]: '2: t[0,1]' });
  });

  test('a second member waits until the first has given up its part', async () => {
    world.enter('a');
    await world.clock.advance(1000);
    expect(world.enter('b')).toMatchObject({ epoch: 3, has: '' });
    expect(world.consumerGroup()?.state).toBe('Reconciling');
    expect(world.beat('a', 2)).toMatchObject({ epoch: 2, has: 't[0]' });
    expect(world.beat('b', 3)).toMatchObject({ epoch: 3, has: null });
    expect(world.beat('a', 2, { topicPartitions: world.owned(0) })).toMatchObject({ epoch: 3, has: null });
    expect(world.beat('b', 3)).toMatchObject({ epoch: 3, has: 't[1]' });
    expect(world.consumerGroup()?.state).toBe('Stable');
  });

  test('a member whose first answer was lost joins again and keeps what it has', () => {
    world.enter('a');
    expect(world.enter('a')).toMatchObject({ error: 'NONE', epoch: 2, has: 't[0,1]' });
    expect(world.consumerGroup()?.groupEpoch).toBe(2);
  });

  test('who joins within a second after the assignor has run is assigned later', async () => {
    world.enter('a');
    expect(world.enter('b')).toMatchObject({ epoch: 2, has: '' });
    expect(world.consumerGroup()).toMatchObject({ state: 'Assigning', groupEpoch: 3, assignmentEpoch: 2 });
    await world.clock.advance(1000);
    expect(world.beat('a', 2)).toMatchObject({ has: 't[0]' });
    expect(world.consumerGroup()?.assignmentEpoch).toBe(3);
  });

  test('one beyond the size limit is refused', () => {
    for (const memberId of ['a', 'b', 'c']) world.enter(memberId);
    expect(world.enter('d')).toMatchObject({
      error: 'GROUP_MAX_SIZE_REACHED',
      message: 'The consumer group has reached its maximum capacity of 3 members.',
    });
    expect(world.enter('a').error).toBe('NONE');
  });

  test('a refused request leaves no trace', () => {
    const before = world.records().length;
    expect(world.enter('a', { subscribedTopicRegex: '(' }).error).toBe('INVALID_REGULAR_EXPRESSION');
    expect(world.consumerGroup()).toBeUndefined();
    expect(world.records()).toHaveLength(before);
  });
});

describe('epochs', () => {
  test('heartbeats without news write nothing', () => {
    world.enter('a');
    const before = world.records().length;
    expect(world.beat('a', 2)).toMatchObject({ epoch: 2, has: null });
    expect(world.records()).toHaveLength(before);
  });

  test.each([
    ['a greater epoch', 3, 'greater member epoch (3) than the one known by the group coordinator (2)'],
    ['a smaller epoch', 1, 'smaller member epoch (1) than the one known by the group coordinator (2)'],
  ])('%s than the member is at is fenced', (_, epoch, words) => {
    world.enter('a');
    const { error, message } = world.beat('a', epoch);
    expect(error).toBe('FENCED_MEMBER_EPOCH');
    expect(message).toContain(words);
  });

  test('the epoch before passes while the answer may have been lost: with nothing but what it was given', async () => {
    world.enter('a');
    await world.clock.advance(1000);
    world.enter('b');
    world.beat('a', 2);
    world.beat('a', 2, { topicPartitions: world.owned(0) });
    expect(world.beat('a', 2, { topicPartitions: world.owned(0) })).toMatchObject({
      error: 'NONE',
      epoch: 3,
    });
    expect(world.beat('a', 2, { topicPartitions: world.owned(0, 1) }).error).toBe('FENCED_MEMBER_EPOCH');
    expect(world.beat('a', 2).error).toBe('FENCED_MEMBER_EPOCH');
  });

  test('strangers are told so', () => {
    expect(world.beat('a', 1)).toMatchObject({
      error: 'GROUP_ID_NOT_FOUND',
      message: 'Consumer group g not found.',
    });
    world.enter('a');
    expect(world.beat('x', 2)).toMatchObject({
      error: 'UNKNOWN_MEMBER_ID',
      message: 'Member x is not a member of group g.',
    });
  });
});

describe('leaving', () => {
  test('what a member had is free for the others at once', async () => {
    world.enter('a');
    world.enter('b');
    await world.clock.advance(1000);
    expect(world.beat('a', -1)).toMatchObject({ error: 'NONE', epoch: -1, intervalMs: 0 });
    expect(world.beat('b', 2)).toMatchObject({ has: 't[0,1]' });
    expect(world.beat('a', 2).error).toBe('UNKNOWN_MEMBER_ID');
  });

  test('the group is empty after its last member, and stays', () => {
    world.enter('a');
    world.beat('a', -1);
    expect(world.consumerGroup()).toMatchObject({ state: 'Empty', groupEpoch: 3, members: [] });
  });

  test('a member silent for its session is fenced', async () => {
    world.enter('a');
    await world.clock.advance(44_999);
    expect(world.beat('a', 2).error).toBe('NONE');
    await world.clock.advance(45_000);
    expect(world.consumerGroup()?.state).toBe('Empty');
  });

  test('a member that does not give up its part within its rebalance timeout is fenced', async () => {
    world.enter('a', { rebalanceTimeoutMs: 2000 });
    await world.clock.advance(1000);
    world.enter('b');
    world.beat('a', 2);
    await world.clock.advance(1999);
    expect(world.beat('a', 2).error).toBe('NONE');
    await world.clock.advance(1);
    expect(world.beat('a', 2).error).toBe('UNKNOWN_MEMBER_ID');
    await world.clock.advance(1000);
    expect(world.beat('b', 3)).toMatchObject({ has: 't[0,1]' });
  });

  test('whoever gave up its part in time is not fenced by the old deadline', async () => {
    world.enter('a', { rebalanceTimeoutMs: 2000 });
    await world.clock.advance(1000);
    world.enter('b');
    world.beat('a', 2);
    world.beat('a', 2, { topicPartitions: world.owned(0) });
    await world.clock.advance(3000);
    expect(world.beat('a', 3).error).toBe('NONE');
  });

  test('a fencing that the log refuses is tried again', async () => {
    world.enter('a');
    world.log.refusals.push('NOT_ENOUGH_REPLICAS');
    await world.clock.advance(45_000);
    expect(world.consumerGroup()?.state).toBe('Stable');
    await world.clock.advance(500);
    expect(world.consumerGroup()?.state).toBe('Empty');
  });
});

describe('static members', () => {
  const instance = { instanceId: 'i' };

  test('whoever comes back under the instance id gets what was left, without a rebalance', () => {
    world.enter('a', instance);
    expect(world.beat('a', -2, instance)).toMatchObject({ error: 'NONE', epoch: -2 });
    expect(shares()).toEqual({ a: '-2: t[0,1]' });
    expect(world.enter('b', instance)).toMatchObject({ error: 'NONE', epoch: 2, has: 't[0,1]' });
    expect(shares()).toEqual({ b: '2: t[0,1]' });
    expect(world.consumerGroup()?.groupEpoch).toBe(2);
  });

  test('whoever does not come back within the session is gone', async () => {
    world.enter('a', instance);
    world.beat('a', -2, instance);
    await world.clock.advance(45_000);
    expect(world.consumerGroup()?.state).toBe('Empty');
  });

  test('an instance id in use is not given away, and fences others', () => {
    world.enter('a', instance);
    expect(world.enter('b', instance)).toMatchObject({
      error: 'UNRELEASED_INSTANCE_ID',
      message:
        'Static member b with instance id i cannot join the group because the instance id is owned by a member.',
    });
    expect(world.beat('b', 2, instance)).toMatchObject({
      error: 'FENCED_INSTANCE_ID',
      message: 'Static member b with instance id i was fenced by member a.',
    });
    expect(world.beat('b', -1, instance).error).toBe('FENCED_INSTANCE_ID');
    expect(world.beat('a', 2, { instanceId: 'x' })).toMatchObject({
      error: 'UNKNOWN_MEMBER_ID',
      message: 'Instance id x is unknown.',
    });
  });

  test('leaving for good ends the instance', async () => {
    world.enter('a', instance);
    expect(world.beat('a', -1, instance).error).toBe('NONE');
    await world.clock.advance(1000);
    expect(world.enter('b', instance)).toMatchObject({ error: 'NONE', has: 't[0,1]' });
  });
});

test('every change of the state is announced, with what made it', async () => {
  const seen: AnyEvent[] = [];
  world.bus.subscribe((event) => seen.push(event));
  world.enter('a');
  await world.clock.advance(1000);
  world.enter('b');
  world.beat('a', -1);
  await world.clock.advance(1000);
  world.beat('b', 3);
  world.beat('b', -1);
  const changes = seen.flatMap((event) => (event.type === 'group.stateChanged' ? [event.data] : []));
  expect(changes.map(({ from, to, members }) => `${from} ${to} ${members}`)).toEqual([
    'Dead Stable 1',
    'Stable Reconciling 2',
    'Reconciling Assigning 1',
    'Assigning Stable 1',
    'Stable Empty 0',
  ]);
  expect(changes[0]?.reason).toBe('member a sent a heartbeat');
});
