/** Lets the assignor decide anew who shall have what. (source: TargetAssignmentBuilder) */
import { inHashOrder, javaStringHash } from '#core/base/java-hash.ts';
import type { GroupRecord } from '../group-records.ts';
import type { Assignment } from './assignment.ts';
import { NO_PARTITIONS, sameAssignment } from './assignment.ts';
import type { Assignor, AssignorMember } from './assignors/assignor.ts';
import type { ConsumerGroup } from './consumer-group.ts';
import type { ConsumerMember } from './consumer-member.ts';
import { isHomogeneous, topicIdsOf, topicNamesOf } from './subscriptions.ts';
import type { TopicImage } from './topic-image.ts';

export interface TargetComputation {
  readonly group: ConsumerGroup;
  /** The members as they are with this request. */
  readonly members: readonly ConsumerMember[];
  readonly epoch: number;
  readonly assignor: Assignor;
  readonly topics: TopicImage;
  readonly nowMs: number;
}

export interface ComputedTarget {
  /** Targets that differ from those before, then the epoch they are for. */
  readonly records: readonly GroupRecord[];
  readonly targets: ReadonlyMap<string, Assignment>;
}

export function computeTarget(computation: TargetComputation): ComputedTarget {
  const { group, epoch, assignor, topics, nowMs } = computation;
  const members = inHashOrder(computation.members, ({ memberId }) => javaStringHash(memberId));
  const assigned = assignedPartitions(group);
  const targets = assignor({
    members: members.map((member) => viewOf(member, group, topics)),
    isHomogeneous: isHomogeneous(members, group.resolvedRegexes),
    partitionCount: (topicId) => topics.byId(topicId)?.partitionCount ?? 0,
    isAssigned: (topicId, partition) => assigned.has(`${topicId} ${partition}`),
  });
  const records = members.flatMap(({ memberId }): GroupRecord[] => {
    const before = group.targets.get(memberId);
    const target = targets.get(memberId) ?? NO_PARTITIONS;
    if (before !== undefined && sameAssignment(before, target)) return [];
    return [{ kind: 'target', group: group.groupId, memberId, value: target }];
  });
  records.push({ kind: 'targetEpoch', group: group.groupId, value: { epoch, timestampMs: nowMs } });
  return { records, targets };
}

function viewOf(member: ConsumerMember, group: ConsumerGroup, topics: TopicImage): AssignorMember {
  return {
    memberId: member.memberId,
    instanceId: member.instanceId,
    subscribedTopicIds: topicIdsOf(topicNamesOf(member, group.resolvedRegexes), topics),
    target: previousTarget(member, group),
  };
}

/** A static member that comes under a new id goes on with the target of the old one. */
function previousTarget(member: ConsumerMember, group: ConsumerGroup): Assignment {
  const before = group.staticMemberId(member.instanceId);
  return group.targets.get(before ?? member.memberId) ?? NO_PARTITIONS;
}

function assignedPartitions({ targets }: ConsumerGroup): ReadonlySet<string> {
  const assigned = new Set<string>();
  for (const target of targets.values()) {
    for (const [topicId, partitions] of target) {
      for (const partition of partitions) assigned.add(`${topicId} ${partition}`);
    }
  }
  return assigned;
}
