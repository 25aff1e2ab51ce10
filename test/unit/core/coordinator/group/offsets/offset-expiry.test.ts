import { beforeEach, describe, expect, test } from 'vitest';
import type { CommitRequest } from '#core/coordinator/group/group-requests.ts';
import { encodeStored } from '#core/protocol/schema/codec.ts';
import { ConsumerProtocolSubscription } from '#core/protocol/stored/consumer-protocol.ts';
import { GroupWorld } from '../../../../../support/group-world.ts';

const RETENTION_MS = 60_000;
const CHECK_MS = 10_000;

let world: GroupWorld;

beforeEach(async () => {
  world = await GroupWorld.start({
    offsetsRetentionMs: RETENTION_MS,
    offsetsRetentionCheckIntervalMs: CHECK_MS,
  });
});

function commit(topic: string, given: Partial<CommitRequest> = {}): string | undefined {
  return world.groups.commitOffsets({
    groupId: 'g',
    generationId: -1,
    memberId: '',
    groupInstanceId: null,
    knowsMemberEpochs: true,
    retentionMs: -1,
    offsets: [{ topic, partition: 0, offset: 7, leaderEpoch: -1, metadata: '' }],
    ...given,
  })[0]?.error;
}

/** Topics for which the group has an offset. */
function kept(): string[] {
  return world.fetch(null).offsets.map(({ topic }) => topic);
}

function groups(): string[] {
  return world.groups.list().groups.map(({ groupId, type, state }) => `${groupId} ${type} ${state}`);
}

/** A stable classic group of one that reads `t`. */
async function reader(): Promise<string> {
  const metadata = encodeStored(ConsumerProtocolSubscription, 0, { topics: ['t'] });
  const joining = world.join({ protocols: [{ name: 'range', metadata }], sessionTimeoutMs: 1_800_000 });
  await world.clock.advance(0);
  const { memberId } = await joining;
  await world.sync(memberId, 1);
  return memberId;
}

describe('offsets of a group that never had members', () => {
  test('go when their time since the commit is over, and the group with the last of them', async () => {
    commit('t');
    await world.clock.advance(30_000);
    commit('u');
    await world.clock.advance(30_000);
    expect(kept()).toEqual(['u']);
    await world.clock.advance(30_000);
    expect(kept()).toEqual([]);
    expect(groups()).toEqual([]);
    expect(world.records().at(-1)).toEqual({ kind: 'group', group: 'g', value: null });
  });

  test('are gone for good', async () => {
    commit('t');
    await world.clock.advance(RETENTION_MS);
    await world.restart();
    expect(kept()).toEqual([]);
    expect(groups()).toEqual([]);
  });

  test('keep a time of their own when they were committed with one', async () => {
    commit('t', { retentionMs: 5000 });
    commit('u', { retentionMs: 200_000 });
    await world.clock.advance(CHECK_MS);
    expect(kept()).toEqual(['u']);
    await world.clock.advance(RETENTION_MS);
    expect(kept()).toEqual(['u']);
  });

  test('stay while an open transaction is about to replace them', async () => {
    commit('t');
    world.groups.commitTransactionalOffsets({
      groupId: 'g',
      generationId: -1,
      memberId: '',
      groupInstanceId: null,
      producerId: 1000,
      producerEpoch: 0,
      offsets: [{ topic: 't', partition: 0, offset: 8, leaderEpoch: -1, metadata: '' }],
    });
    await world.clock.advance(2 * RETENTION_MS);
    expect(kept()).toEqual(['t']);
    expect(groups()).toEqual(['g classic Empty']);
    world.groups.completeTransaction({
      partition: 0,
      producerId: 1000,
      producerEpoch: 0,
      coordinatorEpoch: 0,
      transactionVersion: 1,
      isCommit: false,
    });
    await world.clock.advance(CHECK_MS);
    expect(groups()).toEqual([]);
  });

  test('are tried again when the log refuses their end', async () => {
    commit('t');
    await world.clock.advance(RETENTION_MS - 1);
    world.log.refusals.push('NOT_ENOUGH_REPLICAS');
    await world.clock.advance(1);
    expect(kept()).toEqual(['t']);
    await world.clock.advance(CHECK_MS);
    expect(kept()).toEqual([]);
  });
});

describe('offsets of a classic group', () => {
  test('stay while a member reads their topic; others go', async () => {
    const memberId = await reader();
    const identity = { generationId: 1, memberId };
    commit('t', identity);
    commit('other', identity);
    await world.clock.advance(2 * RETENTION_MS);
    expect(kept()).toEqual(['t']);
  });

  test('count from when the last member left', async () => {
    const memberId = await reader();
    commit('t', { generationId: 1, memberId });
    await world.clock.advance(2 * RETENTION_MS);
    world.groups.leave('g', [{ memberId, groupInstanceId: null }]);
    await world.clock.advance(RETENTION_MS - CHECK_MS);
    expect(kept()).toEqual(['t']);
    await world.clock.advance(CHECK_MS);
    expect(kept()).toEqual([]);
    expect(groups()).toEqual([]);
  });

  test('all stay while nobody knows what the members read', async () => {
    const memberId = await world.stableMember();
    commit('other', { generationId: 1, memberId });
    for (let i = 0; i < 20; i++) {
      await world.clock.advance(9000);
      world.groups.heartbeat('g', { memberId, generationId: 1, groupInstanceId: null });
    }
    expect(kept()).toEqual(['other']);
  });
});

describe('offsets of a consumer group', () => {
  test('stay while a member reads their topic; others go', async () => {
    world.enter('a');
    commit('t', { generationId: 2, memberId: 'a' });
    commit('other', { generationId: 2, memberId: 'a' });
    for (let i = 0; i < 4; i++) {
      await world.clock.advance(30_000);
      world.beat('a', 2);
    }
    expect(kept()).toEqual(['t']);
  });

  test('count from their commit also when nobody is there; then the group goes with everything', async () => {
    world.enter('a');
    commit('t', { generationId: 2, memberId: 'a' });
    world.beat('a', -1);
    await world.clock.advance(RETENTION_MS);
    expect(kept()).toEqual([]);
    expect(groups()).toEqual([]);
    expect(world.records().at(-1)).toEqual({ kind: 'groupEpoch', group: 'g', value: null });
    await world.restart();
    expect(groups()).toEqual([]);
  });
});

test('a group that nothing is left of goes with the next look', async () => {
  world.enter('a');
  world.beat('a', -1);
  const memberId = await (async () => {
    const joining = world.join({ groupId: 'h' });
    await world.clock.advance(0);
    return (await joining).memberId;
  })();
  world.groups.leave('h', [{ memberId, groupInstanceId: null }]);
  expect(groups()).toEqual(['g consumer Empty', 'h classic Empty']);
  await world.clock.advance(CHECK_MS);
  expect(groups()).toEqual([]);
});
