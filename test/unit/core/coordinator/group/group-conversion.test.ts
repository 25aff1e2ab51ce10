import { describe, expect, test } from 'vitest';
import {
  readEmbeddedAssignment,
  writeEmbeddedAssignment,
} from '#core/coordinator/group/embedded-protocol.ts';
import type { JoinRequest } from '#core/coordinator/group/group-requests.ts';
import { encodeStored } from '#core/protocol/schema/codec.ts';
import { ConsumerProtocolSubscription } from '#core/protocol/stored/consumer-protocol.ts';
import { consumerConfig, GroupWorld } from '../../../../support/group-world.ts';

const READS_T = encodeStored(ConsumerProtocolSubscription, 1, { topics: ['t'] });
const RANGE: Partial<JoinRequest> = { protocols: [{ name: 'range', metadata: READS_T }] };

/** A classic group of one that has all of `t`; answers the member's id. */
async function classicMember(world: GroupWorld, given: Partial<JoinRequest> = {}): Promise<string> {
  const joining = world.join({ ...RANGE, ...given });
  await world.clock.advance(0);
  const { memberId, generationId } = await joining;
  const all = writeEmbeddedAssignment(READS_T, [{ topic: 't', partitions: [0, 1] }]);
  await world.groups.sync({
    groupId: 'g',
    generationId,
    memberId,
    groupInstanceId: given.groupInstanceId ?? null,
    protocolType: null,
    protocolName: null,
    assignments: [{ memberId, assignment: all }],
  });
  return memberId;
}

async function assignedTo(world: GroupWorld, memberId: string, generationId: number): Promise<string> {
  const { error, assignment } = await world.sync(memberId, generationId);
  const read = readEmbeddedAssignment(assignment)?.assignedPartitions ?? [];
  return `${error} ${read.map(({ topic, partitions }) => `${topic}[${[...partitions].sort()}]`).join(' ')}`;
}

function beatOfClassic(world: GroupWorld, memberId: string, generationId: number): string {
  return world.groups.heartbeat('g', { memberId, generationId, groupInstanceId: null });
}

describe('a classic group', () => {
  test('becomes a consumer group with the first member of the consumer protocol, and goes on', async () => {
    const world = await GroupWorld.start();
    const classic = await classicMember(world);
    expect(world.enter('b')).toMatchObject({ error: 'NONE', epoch: 2, has: '' });
    expect(world.groups.describe('g')).toMatchObject({ isOther: true });
    expect(world.consumerGroup()).toMatchObject({ state: 'Reconciling', groupEpoch: 2 });

    expect(beatOfClassic(world, classic, 1)).toBe('REBALANCE_IN_PROGRESS');
    const rejoined = await world.join({ ...RANGE, memberId: classic });
    expect(rejoined).toMatchObject({ error: 'NONE', generationId: 2, protocolName: 'range', members: [] });
    expect(await assignedTo(world, classic, 2)).toBe('NONE t[0]');
    expect(world.beat('b', 2)).toMatchObject({ has: 't[1]' });
    expect(world.consumerGroup()?.state).toBe('Stable');
  });

  test('is classic again when the last member of the consumer protocol has left', async () => {
    const world = await GroupWorld.start();
    const classic = await classicMember(world);
    world.enter('b');
    await world.join({ ...RANGE, memberId: classic });
    await world.sync(classic, 2);
    expect(world.beat('b', -1).error).toBe('NONE');
    expect(world.consumerGroup()).toBeUndefined();
    expect(world.groups.describe('g').group).toMatchObject({ state: 'PreparingRebalance' });
    expect(beatOfClassic(world, classic, 2)).toBe('REBALANCE_IN_PROGRESS');
    const joining = world.join({ ...RANGE, memberId: classic });
    await world.clock.advance(0);
    expect(await joining).toMatchObject({ error: 'NONE', generationId: 3, leader: classic });
  });

  test('is there after a restart, in whichever form it was', async () => {
    const world = await GroupWorld.start();
    const classic = await classicMember(world);
    world.enter('b');
    const before = world.consumerGroup();
    await world.restart();
    expect(world.consumerGroup()).toEqual(before);
    world.beat('b', -1);
    await world.restart();
    expect(world.groups.describe('g').group).toMatchObject({
      state: 'Stable',
      members: [{ memberId: classic }],
    });
  });

  test('that is empty makes room for a consumer group', async () => {
    const world = await GroupWorld.start();
    const classic = await classicMember(world);
    world.groups.leave('g', [{ memberId: classic, groupInstanceId: null }]);
    expect(world.enter('b')).toMatchObject({ error: 'NONE', epoch: 2, has: 't[0,1]' });
    expect(world.groups.describe('g')).toMatchObject({ group: undefined, isOther: true });
  });

  test.each([
    [
      'in which nobody reads topics',
      { protocolType: 'connect' },
      'the group does not use the consumer embedded protocol',
    ],
    [
      'whose members say nonsense',
      { protocols: [{ name: 'range', metadata: Buffer.from('m') }] },
      'the embedded consumer protocol is malformed',
    ],
  ])('%s stays one', async (_, given, reason) => {
    const world = await GroupWorld.start();
    await classicMember(world, given);
    expect(world.enter('b')).toMatchObject({
      error: 'GROUP_ID_NOT_FOUND',
      message: `Cannot upgrade classic group g to consumer group because ${reason}.`,
    });
    expect(world.groups.describe('g').group?.state).toBe('Stable');
  });
});

test('whoever waits in a classic group that is to be converted is sent to rejoin, even in vain', async () => {
  const world = await GroupWorld.start();
  await classicMember(world, { protocols: [{ name: 'range', metadata: Buffer.from('m') }] });
  const waiting = world.join({ protocols: [{ name: 'range', metadata: READS_T }] });
  expect(world.enter('b').error).toBe('GROUP_ID_NOT_FOUND');
  expect(await waiting).toMatchObject({ error: 'REBALANCE_IN_PROGRESS' });
  expect(world.groups.describe('g').group).toMatchObject({ state: 'PreparingRebalance' });
});

describe('the migration policy', () => {
  test.each([
    ['disabled', 'online upgrade is disabled'],
    ['downgrade', 'online upgrade is disabled'],
  ] as const)('%s keeps classic groups classic', async (migrationPolicy, reason) => {
    const world = await GroupWorld.start({ consumer: consumerConfig({ migrationPolicy }) });
    await classicMember(world);
    expect(world.enter('b').message).toBe(
      `Cannot upgrade classic group g to consumer group because ${reason}.`,
    );
  });

  test('upgrade lets no group become classic again', async () => {
    const world = await GroupWorld.start({ consumer: consumerConfig({ migrationPolicy: 'upgrade' }) });
    await classicMember(world);
    world.enter('b');
    world.beat('b', -1);
    expect(world.consumerGroup()?.members).toHaveLength(1);
  });
});

describe('members of the classic protocol in a consumer group', () => {
  async function mixed(): Promise<{ world: GroupWorld; classic: string }> {
    const world = await GroupWorld.start();
    world.enter('a');
    await world.clock.advance(1000);
    const { memberId, generationId, error } = await world.join(RANGE);
    expect({ generationId, error }).toEqual({ generationId: 3, error: 'NONE' });
    return { world, classic: memberId };
  }

  test('are given what the others have given up', async () => {
    const { world, classic } = await mixed();
    expect(await assignedTo(world, classic, 3)).toBe('NONE ');
    expect(world.beat('a', 2)).toMatchObject({ has: 't[0]' });
    world.beat('a', 2, { topicPartitions: world.owned(0) });
    expect(beatOfClassic(world, classic, 3)).toBe('REBALANCE_IN_PROGRESS');
    expect(await world.join({ ...RANGE, memberId: classic })).toMatchObject({ generationId: 3 });
    expect(await assignedTo(world, classic, 3)).toBe('NONE t[1]');
  });

  test('are out when they do not sync in time, and when they fall silent', async () => {
    const { world, classic } = await mixed();
    await world.clock.advance(10_000);
    expect(beatOfClassic(world, classic, 3)).toBe('UNKNOWN_MEMBER_ID');
    expect(world.consumerGroup()?.members.map(({ memberId }) => memberId)).toEqual(['a']);
  });

  test('leave as they do elsewhere', async () => {
    const { world, classic } = await mixed();
    const left = world.groups.leave('g', [
      { memberId: classic, groupInstanceId: null },
      { memberId: 'nobody', groupInstanceId: null },
    ]);
    expect(left.members.map(({ error }) => error)).toEqual(['NONE', 'UNKNOWN_MEMBER_ID']);
    expect(world.consumerGroup()?.members).toHaveLength(1);
  });

  test.each([
    ['another protocol type', { protocolType: 'connect' }, 'INCONSISTENT_GROUP_PROTOCOL'],
    [
      'a protocol that another does not know',
      { protocols: [{ name: 'sticky', metadata: READS_T }] },
      'INCONSISTENT_GROUP_PROTOCOL',
    ],
    ['no member id where one is needed', { requiresKnownMemberId: true }, 'MEMBER_ID_REQUIRED'],
  ])('with %s are refused', async (_, given, error) => {
    const { world } = await mixed();
    expect((await world.join({ ...RANGE, ...given })).error).toBe(error);
  });

  test('take the place of a static member of the consumer protocol, whose group then is classic', async () => {
    const world = await GroupWorld.start();
    world.enter('a', { instanceId: 'i' });
    const joined = await world.join({ ...RANGE, groupInstanceId: 'i' });
    expect(joined).toMatchObject({ error: 'NONE', generationId: 2 });
    expect(world.groups.describe('g').group).toMatchObject({
      state: 'Stable',
      members: [{ memberId: joined.memberId, groupInstanceId: 'i' }],
    });
    await world.restart();
    expect(world.groups.describe('g').group?.members).toHaveLength(1);
  });
});
