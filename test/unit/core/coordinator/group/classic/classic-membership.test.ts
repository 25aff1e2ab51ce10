import { beforeEach, describe, expect, test } from 'vitest';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { GroupWorld } from '../../../../../support/group-world.ts';

let world: GroupWorld;

beforeEach(async () => {
  world = await GroupWorld.start();
});

describe('joining', () => {
  test('the first member of a group becomes its leader in generation 1', async () => {
    const joining = world.join();
    await world.clock.advance(0);
    const answer = await joining;
    expect(answer).toMatchObject({
      error: 'NONE',
      generationId: 1,
      protocolName: 'range',
      leader: answer.memberId,
    });
    expect(answer.members.map(({ memberId }) => memberId)).toEqual([answer.memberId]);
  });

  test('a member that names its protocol twice supports it once', async () => {
    const range = { name: 'range', metadata: Buffer.from('m') };
    const joining = world.join({ protocols: [range, range] });
    await world.clock.advance(0);
    expect(await joining).toMatchObject({ error: 'NONE', generationId: 1, protocolName: 'range' });
  });

  test('a member that must be known gets an id first, and is let in with it', async () => {
    const first = await world.join({ requiresKnownMemberId: true });
    expect(first).toMatchObject({ error: 'MEMBER_ID_REQUIRED', generationId: -1 });
    const joining = world.join({ requiresKnownMemberId: true, memberId: first.memberId });
    await world.clock.advance(0);
    expect(await joining).toMatchObject({ error: 'NONE', memberId: first.memberId, generationId: 1 });
  });

  test.each([
    ['an empty group id', { groupId: '' }, 'INVALID_GROUP_ID'],
    ['a session below the least', { sessionTimeoutMs: 5999 }, 'INVALID_SESSION_TIMEOUT'],
    ['a session above the greatest', { sessionTimeoutMs: 1_800_001 }, 'INVALID_SESSION_TIMEOUT'],
    ['no protocol', { protocols: [] }, 'INCONSISTENT_GROUP_PROTOCOL'],
    ['no protocol type', { protocolType: '' }, 'INCONSISTENT_GROUP_PROTOCOL'],
    ['a member id of a group that does not exist', { memberId: 'nobody' }, 'UNKNOWN_MEMBER_ID'],
  ])('%s is refused', async (_, request, error) => {
    expect((await world.join(request)).error).toBe(error);
  });

  test('a member with another protocol is refused, one beyond the size limit too', async () => {
    const leader = await world.stableMember();
    expect((await world.join({ protocols: [{ name: 'sticky', metadata: Buffer.alloc(0) }] })).error).toBe(
      'INCONSISTENT_GROUP_PROTOCOL',
    );
    const second = world.join();
    const rejoin = world.join({ memberId: leader });
    await Promise.all([second, rejoin]);
    expect((await world.join()).error).toBe('GROUP_MAX_SIZE_REACHED');
  });

  test('a second member starts a rebalance that ends when the first has rejoined', async () => {
    const leader = await world.stableMember();
    const second = world.join();
    const identity = { memberId: leader, generationId: 1, groupInstanceId: null };
    expect(world.groups.heartbeat('g', identity)).toBe('REBALANCE_IN_PROGRESS');
    const rejoined = await world.join({ memberId: leader });
    expect(rejoined).toMatchObject({ error: 'NONE', generationId: 2, leader });
    expect(rejoined.members).toHaveLength(2);
    expect(await second).toMatchObject({ generationId: 2, leader, members: [] });
  });
});

describe('syncing', () => {
  test('followers wait for the leader, and each gets its part', async () => {
    const leader = await world.stableMember();
    const second = world.join();
    await world.join({ memberId: leader });
    const { memberId: follower } = await second;
    const followed = world.sync(follower, 2);
    const led = await world.sync(leader, 2, { [leader]: 'one', [follower]: 'two' });
    expect([led.assignment.toString(), (await followed).assignment.toString()]).toEqual(['one', 'two']);
  });

  test('a member that does not sync in time is out', async () => {
    const joining = world.join();
    await world.clock.advance(0);
    const { memberId } = await joining;
    await world.clock.advance(30_001);
    expect(world.groups.heartbeat('g', { memberId, generationId: 1, groupInstanceId: null })).toBe(
      'UNKNOWN_MEMBER_ID',
    );
  });

  test('when the assignment cannot be stored, the leader is told and the group rebalances', async () => {
    const joining = world.join();
    await world.clock.advance(0);
    const { memberId } = await joining;
    world.log.refusals.push('NOT_ENOUGH_REPLICAS');
    expect((await world.sync(memberId, 1, { [memberId]: 'all' })).error).toBe('COORDINATOR_NOT_AVAILABLE');
    expect(world.groups.describe('g').group?.state).toBe('PreparingRebalance');
  });
});

describe('staying and leaving', () => {
  test('a silent member is removed after its session timeout, and the group is empty', async () => {
    const events: AnyEvent[] = [];
    world.bus.subscribe((event) => events.push(event));
    await world.stableMember();
    await world.clock.advance(10_001);
    expect(world.groups.describe('g').group).toMatchObject({ state: 'Empty', members: [] });
    const last = events.filter((event) => event.type === 'group.stateChanged').at(-1);
    expect(last?.data).toMatchObject({ groupId: 'g', to: 'Empty', generation: 2 });
  });

  test('a heartbeat keeps the session alive; a wrong generation or member does not pass', async () => {
    const memberId = await world.stableMember();
    for (let i = 0; i < 3; i++) {
      await world.clock.advance(9000);
      expect(world.groups.heartbeat('g', { memberId, generationId: 1, groupInstanceId: null })).toBe('NONE');
    }
    expect(world.groups.heartbeat('g', { memberId, generationId: 2, groupInstanceId: null })).toBe(
      'ILLEGAL_GENERATION',
    );
    expect(world.groups.heartbeat('g', { memberId: 'x', generationId: 1, groupInstanceId: null })).toBe(
      'UNKNOWN_MEMBER_ID',
    );
  });

  test('a member that leaves empties the group at once; leaving again is refused', async () => {
    const memberId = await world.stableMember();
    expect(world.groups.leave('g', [{ memberId, groupInstanceId: null }]).members[0]?.error).toBe('NONE');
    expect(world.groups.describe('g').group?.state).toBe('Empty');
    expect(world.groups.leave('g', [{ memberId, groupInstanceId: null }]).members[0]?.error).toBe(
      'UNKNOWN_MEMBER_ID',
    );
  });
});

describe('static members', () => {
  test('a member that comes back under its instance id is replaced without a rebalance, its old id is fenced', async () => {
    const joining = world.join({ groupInstanceId: 'i1' });
    await world.clock.advance(0);
    const { memberId: before } = await joining;
    await world.groups.sync({
      groupId: 'g',
      generationId: 1,
      memberId: before,
      groupInstanceId: 'i1',
      protocolType: null,
      protocolName: null,
      assignments: [{ memberId: before, assignment: Buffer.from('all') }],
    });
    const again = await world.join({ groupInstanceId: 'i1' });
    expect(again).toMatchObject({ error: 'NONE', generationId: 1, skipAssignment: true });
    const old = { memberId: before, generationId: 1, groupInstanceId: 'i1' };
    expect(world.groups.heartbeat('g', old)).toBe('FENCED_INSTANCE_ID');
    expect(world.groups.heartbeat('g', { ...old, memberId: again.memberId })).toBe('NONE');
  });
});

describe('after a restart of the coordinator', () => {
  test('a stable group is still there, with its members, generation and assignments', async () => {
    const memberId = await world.stableMember();
    const before = world.groups.describe('g');
    await world.restart();
    expect(world.groups.describe('g')).toEqual(before);
    expect((await world.sync(memberId, 1)).assignment.toString()).toBe('all');
  });

  test('whoever waited in the old coordinator is sent away', async () => {
    await world.stableMember();
    const waiting = world.join();
    await world.restart();
    expect((await waiting).error).toBe('NOT_COORDINATOR');
  });

  test('a group that is larger than is allowed by now must rejoin, and the last to come is out', async () => {
    const leader = await world.stableMember();
    const second = world.join();
    await world.join({ memberId: leader });
    const { memberId: follower } = await second;
    const followed = world.sync(follower, 2);
    await world.sync(leader, 2);
    await followed;
    world.config = { ...world.config, maxSize: 1 };
    await world.restart();
    const identity = { memberId: leader, generationId: 2, groupInstanceId: null };
    expect(world.groups.heartbeat('g', identity)).toBe('REBALANCE_IN_PROGRESS');
    const rejoined = world.join({ memberId: leader });
    expect((await world.join({ memberId: follower })).error).toBe('GROUP_MAX_SIZE_REACHED');
    await world.clock.advance(30_000);
    expect((await rejoined).members).toHaveLength(1);
  });
});

describe('what members choose', () => {
  const protocols = (...names: string[]) => names.map((name) => ({ name, metadata: Buffer.from(name) }));

  test('is the protocol with the most votes among those that all know', async () => {
    world.config = { ...world.config, maxSize: 9 };
    await world.restart();
    const joins = [
      world.join({ protocols: protocols('a', 'b', 'c') }),
      world.join({ protocols: protocols('c', 'b') }),
      world.join({ protocols: protocols('a', 'c', 'b') }),
    ];
    await world.clock.advance(0);
    const answers = await Promise.all(joins);
    expect(answers.map(({ protocolName }) => protocolName)).toEqual(['c', 'c', 'c']);
    const leader = answers.find(({ members }) => members.length > 0);
    expect(leader?.members.map(({ metadata }) => metadata.toString())).toEqual(['c', 'c', 'c']);
  });
});
