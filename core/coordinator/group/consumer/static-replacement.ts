import type { Draft } from '../group-turn.ts';
import { NO_PARTITIONS } from './assignment.ts';
import type { ConsumerGroup } from './consumer-group.ts';
import type { ConsumerMember } from './consumer-member.ts';
import { JOIN_EPOCH } from './consumer-member.ts';
import { currentAssignmentRecord, memberRecord, memberTombstones } from './member-records.ts';

/**
 * A static member comes back under another member id: it takes over what the old one had, from epoch 0 on.
 * (source: GroupMetadataManager.replaceMember)
 */
export function replaceMember(
  { groupId, targets }: ConsumerGroup,
  standing: ConsumerMember,
  { memberId, draft }: { readonly memberId: string; readonly draft: Draft },
): ConsumerMember {
  const replacement: ConsumerMember = {
    ...standing,
    memberId,
    memberEpoch: JOIN_EPOCH,
    previousMemberEpoch: JOIN_EPOCH,
  };
  const target = targets.get(standing.memberId) ?? NO_PARTITIONS;
  draft.add(
    ...memberTombstones(groupId, standing.memberId),
    memberRecord(groupId, replacement),
    { kind: 'target', group: groupId, memberId, value: target },
    currentAssignmentRecord(groupId, replacement),
  );
  return replacement;
}
