import { beforeEach, describe, expect, test } from 'vitest';
import type { CommitRequest } from '#core/coordinator/group/group-requests.ts';
import { GroupWorld } from '../../../../../support/group-world.ts';

let world: GroupWorld;

beforeEach(async () => {
  world = await GroupWorld.start();
});

const PLACE = { topic: 't', partition: 0 };
const NOBODY = { generationId: -1, memberId: '', groupInstanceId: null };

function commit(offset: number, given: Partial<CommitRequest> = {}): string | undefined {
  return world.groups.commitOffsets({
    groupId: 'g',
    ...NOBODY,
    knowsMemberEpochs: false,
    retentionMs: -1,
    offsets: [{ ...PLACE, offset, leaderEpoch: -1, metadata: '' }],
    ...given,
  })[0]?.error;
}

function commitInTransaction(offset: number, producerId = 1000): string | undefined {
  return world.groups.commitTransactionalOffsets({
    groupId: 'g',
    ...NOBODY,
    producerId,
    producerEpoch: 0,
    offsets: [{ ...PLACE, offset, leaderEpoch: -1, metadata: '' }],
  })[0]?.error;
}

function end(isCommit: boolean, producerId = 1000): string {
  const marker = { partition: 0, producerId, producerEpoch: 0, coordinatorEpoch: 0, transactionVersion: 1 };
  return world.groups.completeTransaction({ ...marker, isCommit });
}

function committed(requireStable = false) {
  const { offset, error } = world.fetch([PLACE], requireStable).offsets[0] ?? {};
  return { offset, error };
}

describe('plain commits', () => {
  test('what was committed is fetched, also after a restart', async () => {
    expect(committed()).toEqual({ offset: -1, error: 'NONE' });
    expect(commit(7)).toBe('NONE');
    await world.restart();
    expect(committed()).toEqual({ offset: 7, error: 'NONE' });
    expect(world.groups.describe('g').group?.state).toBe('Empty');
  });

  test('offsets are not checked against the log', () => {
    expect(commit(-5)).toBe('NONE');
    expect(committed().offset).toBe(-5);
  });

  test.each([
    ['a generation of a group that does not exist', { generationId: 3, memberId: 'm' }, 'ILLEGAL_GENERATION'],
    [
      'the same under the newer name',
      { generationId: 3, memberId: 'm', knowsMemberEpochs: true },
      'GROUP_ID_NOT_FOUND',
    ],
  ])('%s is refused', (_, given, error) => {
    expect(commit(1, given)).toBe(error);
  });

  test('metadata beyond the limit is refused, the rest of the request is kept', () => {
    const offsets = [
      { ...PLACE, offset: 1, leaderEpoch: -1, metadata: 'm'.repeat(4097) },
      { topic: 't', partition: 1, offset: 2, leaderEpoch: -1, metadata: '' },
    ];
    const results = world.groups.commitOffsets({
      groupId: 'g',
      ...NOBODY,
      knowsMemberEpochs: false,
      retentionMs: -1,
      offsets,
    });
    expect(results.map(({ error }) => error)).toEqual(['OFFSET_METADATA_TOO_LARGE', 'NONE']);
    expect(world.fetch(null, false).offsets).toMatchObject([{ partition: 1, offset: 2 }]);
  });

  test('in a group with members only they may commit, and only in their generation', async () => {
    const memberId = await world.stableMember();
    expect(commit(1)).toBe('UNKNOWN_MEMBER_ID');
    expect(commit(1, { memberId, generationId: 2 })).toBe('ILLEGAL_GENERATION');
    expect(commit(1, { memberId: 'other', generationId: 1 })).toBe('UNKNOWN_MEMBER_ID');
    expect(commit(1, { memberId, generationId: 1, groupInstanceId: 'i' })).toBe('UNKNOWN_MEMBER_ID');
    expect(commit(3, { memberId, generationId: 1 })).toBe('NONE');
  });

  test('while the assignment is awaited nobody commits', async () => {
    const joining = world.join();
    await world.clock.advance(0);
    const { memberId } = await joining;
    expect(commit(1, { memberId, generationId: 1 })).toBe('REBALANCE_IN_PROGRESS');
  });
});

describe('commits in a transaction', () => {
  test('are seen by nobody before the COMMIT marker, and say so to readers that want stable offsets', () => {
    commit(1);
    expect(commitInTransaction(5)).toBe('NONE');
    expect(committed()).toEqual({ offset: 1, error: 'NONE' });
    expect(committed(true)).toEqual({ offset: -1, error: 'UNSTABLE_OFFSET_COMMIT' });
    expect(end(true)).toBe('NONE');
    expect(committed(true)).toEqual({ offset: 5, error: 'NONE' });
  });

  test('vanish with an ABORT marker', () => {
    commitInTransaction(5);
    end(false);
    expect(committed(true)).toEqual({ offset: -1, error: 'NONE' });
  });

  test('lose against a plain commit that was written later', () => {
    commitInTransaction(5);
    commit(9);
    end(true);
    expect(committed().offset).toBe(9);
  });

  test.each([true, false])(
    'are decided the same when the coordinator restarts before the marker (commit: %s)',
    async (isCommit) => {
      commitInTransaction(5);
      await world.restart();
      expect(committed(true).error).toBe('UNSTABLE_OFFSET_COMMIT');
      end(isCommit);
      await world.restart();
      expect(committed(true)).toEqual({ offset: isCommit ? 5 : -1, error: 'NONE' });
    },
  );
});

describe('commits of members of a consumer group', () => {
  const commitAs = (memberId: string, epoch: number, partition = 0): string | undefined =>
    commit(1, {
      memberId,
      generationId: epoch,
      knowsMemberEpochs: true,
      offsets: [{ topic: 't', partition, offset: 1, leaderEpoch: -1, metadata: '' }],
    });

  beforeEach(() => {
    world.enter('a');
  });

  test('name the epoch of the member', () => {
    expect(commitAs('a', 2)).toBe('NONE');
    expect(commitAs('a', 1)).toBe('STALE_MEMBER_EPOCH');
    expect(commitAs('a', 3)).toBe('STALE_MEMBER_EPOCH');
    expect(commitAs('a', -1)).toBe('STALE_MEMBER_EPOCH');
    expect(commitAs('x', 2)).toBe('UNKNOWN_MEMBER_ID');
    expect(commit(1, { knowsMemberEpochs: true })).toBe('UNKNOWN_MEMBER_ID');
  });

  test('may name an earlier epoch for partitions that the member has had since then', async () => {
    await world.clock.advance(1000);
    world.enter('b');
    world.beat('a', 2);
    expect(world.beat('a', 2, { topicPartitions: world.owned(0) }).epoch).toBe(3);
    expect(commitAs('a', 2, 0)).toBe('NONE');
    expect(commitAs('a', 2, 1)).toBe('STALE_MEMBER_EPOCH');
    expect(commitAs('a', 1, 0)).toBe('STALE_MEMBER_EPOCH');
  });

  test('in versions that know no epochs are refused', () => {
    expect(commit(1, { memberId: 'a', generationId: 2 })).toBe('UNSUPPORTED_VERSION');
  });

  test('in a transaction are refused with the error that this request knows', () => {
    const inTransaction = (memberId: string, generationId: number): string | undefined =>
      world.groups.commitTransactionalOffsets({
        groupId: 'g',
        generationId,
        memberId,
        groupInstanceId: null,
        producerId: 1000,
        producerEpoch: 0,
        offsets: [{ ...PLACE, offset: 1, leaderEpoch: -1, metadata: '' }],
      })[0]?.error;
    expect(inTransaction('a', 2)).toBe('NONE');
    expect(inTransaction('a', 1)).toBe('ILLEGAL_GENERATION');
    expect(inTransaction('x', 2)).toBe('UNKNOWN_MEMBER_ID');
    expect(inTransaction('', -1)).toBe('NONE');
  });

  test('anybody may commit when nobody is left', () => {
    world.beat('a', -1);
    expect(commit(4)).toBe('NONE');
    expect(commitAs('a', 3)).toBe('UNKNOWN_MEMBER_ID');
  });

  test.each([
    ['the member at its epoch', 'a', 2, 'NONE'],
    ['the member at another epoch', 'a', 1, 'STALE_MEMBER_EPOCH'],
    ['a stranger', 'x', 2, 'UNKNOWN_MEMBER_ID'],
    ['whoever does not say', null, -1, 'NONE'],
    ['nobody at an epoch', null, 2, 'UNKNOWN_SERVER_ERROR'],
  ] as const)('are read by %s: %s', (_, memberId, memberEpoch, error) => {
    const asked = { groupId: 'g', memberId, memberEpoch, partitions: [PLACE], requireStable: false };
    expect(world.groups.fetchOffsets(asked).error).toBe(error);
  });
});

describe('deleting offsets', () => {
  const remove = (...topics: string[]) =>
    world.groups.deleteOffsets(
      'g',
      topics.map((topic) => ({ topic, partition: 0 })),
    );

  test('of topics that a member reads is refused, the others go', async () => {
    world.enter('a');
    const offsets = ['t', 'u'].map((topic) => ({
      topic,
      partition: 0,
      offset: 1,
      leaderEpoch: -1,
      metadata: '',
    }));
    commit(1, { memberId: 'a', generationId: 2, knowsMemberEpochs: true, offsets });
    expect(remove('t', 'u')).toEqual({ error: 'NONE', errors: ['GROUP_SUBSCRIBED_TO_TOPIC', 'NONE'] });
    await world.restart();
    expect(world.fetch(null).offsets.map(({ topic }) => topic)).toEqual(['t']);
    world.beat('a', -1);
    expect(remove('t')).toEqual({ error: 'NONE', errors: ['NONE'] });
  });

  test('is refused to a group that is not there, or whose members are no consumers', async () => {
    expect(remove('t').error).toBe('GROUP_ID_NOT_FOUND');
    const joining = world.join({ protocolType: 'connect' });
    await world.clock.advance(0);
    await joining;
    expect(remove('t').error).toBe('NON_EMPTY_GROUP');
  });

  test('is the end of what a transaction still holds, too', () => {
    commitInTransaction(5);
    expect(remove('t')).toEqual({ error: 'NONE', errors: ['NONE'] });
    end(true);
    expect(committed()).toEqual({ offset: -1, error: 'NONE' });
  });
});

test('a commit that the log refuses makes no group', () => {
  world.log.refusals.push('NOT_ENOUGH_REPLICAS');
  expect(commit(1)).toBe('COORDINATOR_NOT_AVAILABLE');
  expect(world.groups.list().groups).toEqual([]);
});

describe('a topic that is deleted', () => {
  test('takes the offsets of every group with it, but not those of a topic that had its name before', async () => {
    commit(7);
    const { id } = world.topics.byName('t') ?? { id: '' };
    world.topics.remove('t');
    world.groups.onTopicDeleted('t', 'AAAAAAAAAAAAAAAAAAAACQ');
    expect(committed().offset).toBe(7);
    world.groups.onTopicDeleted('t', id);
    await world.restart();
    expect(committed().offset).toBe(-1);
  });
});

describe('deleting a group', () => {
  test('takes its offsets, also from the log', async () => {
    commit(7);
    expect(world.groups.delete('g')).toBe('NONE');
    await world.restart();
    expect(committed().offset).toBe(-1);
    expect(world.groups.describe('g').group).toBeUndefined();
    expect(world.groups.delete('g')).toBe('GROUP_ID_NOT_FOUND');
  });

  test('is refused while it has members', async () => {
    await world.stableMember();
    expect(world.groups.delete('g')).toBe('NON_EMPTY_GROUP');
  });
});
