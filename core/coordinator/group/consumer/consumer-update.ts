/**
 * What every request of a member of a consumer group goes through, by whichever protocol it came: its subscription is noted, the
 * group's epoch is raised if need be, the assignor runs for it, and the member is brought nearer to its target.
 * (source: GroupMetadataManager, the parts that consumerGroupHeartbeat and classicGroupJoinToConsumerGroup share)
 */

import { present } from '#core/base/assert.ts';
import { sameSets } from '#core/base/same-sets.ts';
import { patternProblem } from '../../transaction/id-pattern.ts';
import type { Draft } from '../group-turn.ts';
import { GroupRefusal } from '../group-turn.ts';
import type { Assignment, TopicPartitions } from './assignment.ts';
import { NO_PARTITIONS } from './assignment.ts';
import { ASSIGNORS } from './assignors/built-in.ts';
import type { ConsumerContext } from './consumer-context.ts';
import type { ConsumerGroup } from './consumer-group.ts';
import type { ConsumerMember } from './consumer-member.ts';
import { isReconciledTo, sameMember } from './consumer-member.ts';
import { reconcile } from './current-assignment.ts';
import { currentAssignmentRecord, memberRecord } from './member-records.ts';
import {
  membersWith,
  preferredAssignor,
  subscribedRegexes,
  subscribedTopics,
  topicNamesOf,
} from './subscriptions.ts';
import { computeTarget } from './target-assignment.ts';

/** A member changes. */
export interface MemberChange {
  readonly group: ConsumerGroup;
  readonly draft: Draft;
  /** As it was; a new one, or one under a new id, as it begins. */
  readonly before: ConsumerMember;
  /** With what the request says. */
  readonly after: ConsumerMember;
}

/** What a member shall have, as of an epoch. */
export interface TargetOfMember {
  readonly epoch: number;
  readonly target: Assignment;
}

/** `resolved`: the topics behind the new pattern are known already, or there is no pattern any more. */
export type RegexStatus = 'unchanged' | 'updated' | 'resolved';

/** The members as they are with the change. */
function membersAfter({ group, after }: MemberChange): readonly ConsumerMember[] {
  const standing = group.staticMemberId(after.instanceId);
  return membersWith(group, after, standing === after.memberId ? undefined : standing);
}

/** Notes what the member says; answers whether the topics it names are others. */
export function noteMember({ group, draft, before, after }: MemberChange): boolean {
  if (sameMember(before, after)) return false;
  draft.add(memberRecord(group.groupId, after));
  return !sameSets(before.subscribedTopicNames, after.subscribedTopicNames);
}

/** Checks a new pattern, and has the patterns of the group looked up when it is time. */
export function noteRegex(context: ConsumerContext, change: MemberChange): RegexStatus | GroupRefusal {
  const { group, draft, after } = change;
  const users = subscribedRegexes(group.members.values());
  const status = regexStatus(change, users);
  if (status instanceof GroupRefusal) return status;
  const isNew =
    status === 'updated' && after.subscribedTopicRegex !== '' && !users.has(after.subscribedTopicRegex);
  if (!isNew && users.size === 0) return status;
  const regexes = subscribedRegexes(membersAfter(change));
  const isDue = context.regexes.isDue(group, regexes, {
    mustRefresh: isNew,
    refreshIntervalMs: context.config.regexRefreshIntervalMs,
  });
  if (isDue) draft.afterwards(() => context.regexes.schedule(group.groupId, [...regexes.keys()]));
  return status;
}

function regexStatus(
  { group, draft, before, after }: MemberChange,
  users: ReadonlyMap<string, number>,
): RegexStatus | GroupRefusal {
  const old = before.subscribedTopicRegex;
  const regex = after.subscribedTopicRegex;
  if (old === regex) return 'unchanged';
  if (old !== '' && users.get(old) === 1) {
    draft.add({ kind: 'regex', group: group.groupId, regex: old, value: null });
  }
  if (regex === '') return 'resolved';
  if (users.has(regex)) return group.resolvedRegexes.has(regex) ? 'resolved' : 'updated';
  const problem = patternProblem(regex);
  if (problem === undefined) return 'updated';
  return new GroupRefusal(
    'INVALID_REGULAR_EXPRESSION',
    `SubscribedTopicRegex \`${regex}\` is not a valid regular expression: ${problem}.`,
  );
}

/** Looks at the topics that are read now; answers the group's epoch, one higher if they changed or `mustBump`. */
export function refreshMetadata(context: ConsumerContext, change: MemberChange, mustBump: boolean): number {
  const { group, draft } = change;
  const { groupId } = group;
  const topics = subscribedTopics(membersAfter(change), group.resolvedRegexes);
  const metadataHash = context.hashes.ofGroup(topics.keys());
  draft.afterwards(() => {
    const standing = context.groups.consumer(groupId);
    if (standing !== undefined) standing.isMetadataStale = false;
  });
  const isBumped = mustBump || metadataHash !== group.metadataHash;
  const epoch = group.groupEpoch + (isBumped ? 1 : 0);
  if (isBumped) draft.add({ kind: 'groupEpoch', group: groupId, value: { epoch, metadataHash } });
  if (group.hasPartitionMetadataRecord) draft.add({ kind: 'partitionMetadata', group: groupId, value: null });
  return epoch;
}

/** Runs the assignor when the group has a newer epoch than the target, and the last run is long enough ago. */
export function updateTarget(
  context: ConsumerContext,
  change: MemberChange,
  groupEpoch: number,
): TargetOfMember {
  const { group, draft, after } = change;
  const { assignmentIntervalMs } = context.config.timesOf(group.groupId);
  const nowMs = context.clock.nowMs();
  const isDue =
    group.assignmentTimestampMs === 0 || nowMs >= group.assignmentTimestampMs + assignmentIntervalMs;
  if (group.assignmentEpoch >= groupEpoch || !isDue) {
    return { epoch: group.assignmentEpoch, target: group.targetOf(after) };
  }
  const members = membersAfter(change);
  const name = preferredAssignor(members) ?? present(context.config.assignors[0], 'assignor');
  const assignor = present(ASSIGNORS[name], `assignor ${name}`);
  const { records, targets } = computeTarget({
    group,
    members,
    epoch: groupEpoch,
    assignor,
    topics: context.topics,
    nowMs,
  });
  draft.add(...records);
  return { epoch: groupEpoch, target: targets.get(after.memberId) ?? NO_PARTITIONS };
}

/** Brings the member nearer to its target; answers it as it is from now on. */
export function reconcileMember(
  context: ConsumerContext,
  { group, draft, after: member }: MemberChange,
  options: TargetOfMember & {
    readonly hasSubscriptionChanged: boolean;
    readonly owned: readonly TopicPartitions[] | null;
  },
): ConsumerMember | GroupRefusal {
  const { epoch, target, hasSubscriptionChanged, owned } = options;
  if (!hasSubscriptionChanged && isReconciledTo(member, epoch)) return member;
  const names = topicNamesOf(member, group.resolvedRegexes);
  const reconciled = reconcile(member, {
    targetEpoch: epoch,
    target,
    hasSubscriptionChanged,
    isSubscribedTo: (topicId) => names.has(context.topics.byId(topicId)?.name ?? ''),
    isOwned: (topicId, partition) => group.isOwned(topicId, partition),
    owned,
  });
  if (reconciled instanceof GroupRefusal || sameMember(reconciled, member)) return reconciled;
  draft.add(currentAssignmentRecord(group.groupId, reconciled));
  if (reconciled.classic === null) draft.afterwards(() => timeRevocation(context, group.groupId, reconciled));
  return reconciled;
}

function timeRevocation({ timers }: ConsumerContext, groupId: string, member: ConsumerMember): void {
  const { memberId, memberEpoch, rebalanceTimeoutMs } = member;
  const place = { groupId, memberId };
  if (member.state === 'UnrevokedPartitions') timers.startRebalance(place, memberEpoch, rebalanceTimeoutMs);
  else timers.endRebalance(place);
}
