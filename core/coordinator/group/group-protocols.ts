/**
 * JoinGroup, SyncGroup, Heartbeat and LeaveGroup, sent to where the group's kind has them handled: members of the classic protocol may
 * be in a classic group or in a consumer group. (source: GroupMetadataManager, its classicGroup… methods)
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { joinRefusal } from './classic/classic-group.ts';
import { syncRefusal } from './classic/classic-rebalance.ts';
import {
  heartbeatInConsumerGroup,
  joinConsumerGroup,
  leaveFromConsumerGroup,
  syncInConsumerGroup,
} from './consumer/classic-in-consumer.ts';
import { consumerGroupTombstones } from './consumer/member-records.ts';
import { emptyGroupRecord } from './group-records.ts';
import type {
  JoinAnswer,
  JoinRequest,
  LeaveAnswer,
  MemberIdentity,
  MemberToLeave,
  SyncAnswer,
  SyncRequest,
} from './group-requests.ts';
import type { GroupShard } from './group-shard.ts';
import { Draft } from './group-turn.ts';

/** `answer` is called once, now or when the join phase ends. */
export function joinGroup(
  shard: GroupShard,
  request: JoinRequest,
  answer: (answer: JoinAnswer) => void,
): void {
  const { groupId, memberId } = request;
  const group = shard.groups.get(groupId);
  if (group?.type === 'classic') {
    shard.membership.join(group, request, answer);
  } else if (group?.isEmpty === false) {
    const joined = shard.run(groupId, 'a member of the classic protocol joined', () =>
      joinConsumerGroup(shard.consumer, group, request),
    );
    answer(joined.error === 'NONE' ? joined.answer : joinRefusal(joined.error, ''));
  } else if (memberId !== '') {
    answer(joinRefusal('UNKNOWN_MEMBER_ID', memberId));
  } else {
    joinNewGroup(shard, request, answer);
  }
}

/** The first member of a classic group: a record says that there is one. An empty consumer group makes room for it. */
function joinNewGroup(shard: GroupShard, request: JoinRequest, answer: (answer: JoinAnswer) => void): void {
  const { groupId } = request;
  const written = shard.run(groupId, 'a member of the classic protocol joined', () => {
    const draft = new Draft();
    const emptied = shard.groups.consumer(groupId);
    if (emptied !== undefined) draft.add(...consumerGroupTombstones(emptied));
    draft.add(emptyGroupRecord(groupId, shard.consumer.clock.nowMs()));
    return draft.turn(null);
  });
  const group = shard.groups.classic(groupId);
  if (written.error !== 'NONE' || group === undefined) answer(joinRefusal(written.error, ''));
  else shard.membership.join(group, request, answer);
}

/** `answer` is called once, now or when the leader has assigned. */
export function syncGroup(
  shard: GroupShard,
  request: SyncRequest,
  answer: (answer: SyncAnswer) => void,
): void {
  const { groupId } = request;
  const group = shard.groups.get(groupId);
  if (group === undefined || group.isEmpty) {
    answer(syncRefusal('UNKNOWN_MEMBER_ID'));
  } else if (group.type === 'classic') {
    shard.membership.sync(group, request, answer);
  } else {
    const synced = shard.run(groupId, 'a member synced', () =>
      syncInConsumerGroup(shard.consumer, group, request),
    );
    answer(synced.error === 'NONE' ? synced.answer : syncRefusal(synced.error));
  }
}

export function heartbeatGroup(shard: GroupShard, groupId: string, identity: MemberIdentity): ErrorName {
  const group = shard.groups.get(groupId);
  if (group === undefined) return 'UNKNOWN_MEMBER_ID';
  if (group.type === 'classic') return shard.membership.heartbeat(group, identity);
  const beaten = shard.run(groupId, 'a member sent a heartbeat', () =>
    heartbeatInConsumerGroup(shard.consumer, group, identity),
  );
  return beaten.error === 'NONE' ? beaten.answer : beaten.error;
}

export function leaveGroup(
  shard: GroupShard,
  groupId: string,
  members: readonly MemberToLeave[],
): LeaveAnswer {
  const group = shard.groups.get(groupId);
  if (group === undefined) {
    return { error: 'NONE', members: members.map((member) => ({ ...member, error: 'UNKNOWN_MEMBER_ID' })) };
  }
  if (group.type === 'classic') return shard.membership.leave(group, members);
  const left = shard.run(groupId, 'members left', () =>
    leaveFromConsumerGroup(shard.consumer, group, members),
  );
  return left.error === 'NONE' ? left.answer : { error: left.error, members: [] };
}
