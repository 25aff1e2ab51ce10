import { beforeEach, describe, expect, test } from 'vitest';
import { ClassicGroup } from '#core/coordinator/group/classic/classic-group.ts';
import { NO_EPOCHS } from '#core/coordinator/group/consumer/assignment.ts';
import type { ConsumerGroupRecord } from '#core/coordinator/group/consumer/consumer-group-records.ts';
import { newMember } from '#core/coordinator/group/consumer/consumer-member.ts';
import { GroupTable } from '#core/coordinator/group/group-table.ts';

const MEMBER = newMember('m');
const { memberEpoch, previousMemberEpoch, state, assigned, pendingRevocation, ...SELF } = MEMBER;
const HAS = { memberEpoch, previousMemberEpoch, state, assigned, pendingRevocation };
const TARGET = new Map([['topic-id', new Set([0])]]);
const EPOCH: ConsumerGroupRecord = {
  kind: 'groupEpoch',
  group: 'g',
  value: { epoch: 7, metadataHash: 5n },
};

let table: GroupTable;

beforeEach(() => {
  table = new GroupTable();
});

describe('records of consumer groups', () => {
  test('make the group, in whatever order they stand', () => {
    table.replay({ kind: 'target', group: 'g', memberId: 'm', value: TARGET });
    table.replay({
      kind: 'currentAssignment',
      group: 'g',
      memberId: 'm',
      value: { ...HAS, memberEpoch: 7 },
    });
    table.replay({ kind: 'member', group: 'g', memberId: 'm', value: { ...SELF, clientId: 'c' } });
    table.replay({ kind: 'targetEpoch', group: 'g', value: { epoch: 7, timestampMs: 1 } });
    table.replay(EPOCH);
    const group = table.consumer('g');
    expect(group).toMatchObject({ groupEpoch: 7, metadataHash: 5n, assignmentEpoch: 7 });
    expect(group?.state).toBe('Stable');
    expect(group?.members.get('m')).toMatchObject({ memberEpoch: 7, clientId: 'c' });
    expect(group?.targetOf(MEMBER)).toEqual(TARGET);
  });

  test('end it, too; what is deleted twice is about nothing', () => {
    table.replay(EPOCH);
    table.replay({ ...EPOCH, value: null });
    for (const kind of ['currentAssignment', 'target', 'member'] as const) {
      table.replay({ kind, group: 'g', memberId: 'm', value: null });
    }
    table.replay({ ...EPOCH, value: null });
    expect(table.get('g')).toBeUndefined();
  });

  test('without an assignment take a member back to where it began', () => {
    const owned = new Map([['topic-id', new Map([[0, 7]])]]);
    table.replay({ kind: 'member', group: 'g', memberId: 'm', value: { ...SELF, clientId: 'c' } });
    table.replay({
      kind: 'currentAssignment',
      group: 'g',
      memberId: 'm',
      value: { ...HAS, assigned: owned },
    });
    expect(table.consumer('g')?.isOwned('topic-id', 0)).toBe(true);
    table.replay({ kind: 'currentAssignment', group: 'g', memberId: 'm', value: null });
    expect(table.consumer('g')?.isOwned('topic-id', 0)).toBe(false);
    expect(table.consumer('g')?.members.get('m')).toMatchObject({ assigned: NO_EPOCHS, clientId: 'c' });
  });

  test('turn a group that has only offsets into theirs, and do not go together with any other classic group', () => {
    table.getOrNew('g', 0);
    table.replay(EPOCH);
    expect(table.get('g')?.type).toBe('consumer');
    const classic = new ClassicGroup('h', 0);
    classic.protocolType = 'consumer';
    table.put(classic);
    expect(() => table.replay({ ...EPOCH, group: 'h' })).toThrow(RangeError);
  });

  test('of Kafka 4.0 about partitions are noted, so that they can be deleted', () => {
    table.replay({ kind: 'partitionMetadata', group: 'g', value: true });
    expect(table.consumer('g')?.hasPartitionMetadataRecord).toBe(true);
    table.replay({ kind: 'partitionMetadata', group: 'g', value: null });
    expect(table.consumer('g')?.hasPartitionMetadataRecord).toBe(false);
  });
});
