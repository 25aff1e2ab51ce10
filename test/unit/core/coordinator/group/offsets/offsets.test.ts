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
