/**
 * Live groups change their protocol: a member of the consumer protocol that joins a classic group makes it a consumer group, in which
 * the classic members go on as they are; when the last member of the consumer protocol is gone, the group is classic again. Empty
 * groups become what their next member is. (source: GroupMetadataManager.convertToConsumerGroup, convertToClassicGroup; KIP-848)
 */

import { ClassicGroup, CONSUMER } from './classic/classic-group.ts';
import { ClassicMember } from './classic/classic-member.ts';
import type { Assignment } from './consumer/assignment.ts';
import { withEpoch } from './consumer/assignment.ts';
import type { ConsumerContext } from './consumer/consumer-context.ts';
import { ConsumerGroup } from './consumer/consumer-group.ts';
import type { ConsumerMember } from './consumer/consumer-member.ts';
import { newMember } from './consumer/consumer-member.ts';
import { groupNotFound } from './consumer/consumer-refusals.ts';
import { consumerGroupRecords, consumerGroupTombstones } from './consumer/member-records.ts';
import { subscribedTopics } from './consumer/subscriptions.ts';
import type { TopicImage } from './consumer/topic-image.ts';
import { readEmbeddedAssignment, readSubscription, writeEmbeddedAssignment } from './embedded-protocol.ts';
import { assignmentsOf, groupRecordOf } from './group-records.ts';
import type { Draft } from './group-turn.ts';
import { GroupRefusal } from './group-turn.ts';

/** The consumer group that a heartbeat is for. One that joins may make it, or make it of a classic group. */
export function consumerGroupFor(
  context: ConsumerContext,
  {
    groupId,
    isJoining,
    draft,
  }: { readonly groupId: string; readonly isJoining: boolean; readonly draft: Draft },
): ConsumerGroup | GroupRefusal {
  const group = context.groups.get(groupId);
  if (group === undefined)
    return isJoining ? new ConsumerGroup(groupId) : groupNotFound(`Consumer group ${groupId} not found.`);
  if (group.type === 'consumer') return group;
  if (!isJoining) return groupNotFound(`Group ${groupId} is not a consumer group.`);
  if (!group.isIn('Empty')) return refuseUpgrade(context, group) ?? upgrade(context, group, draft);
  draft.add({ kind: 'group', group: groupId, value: null });
  draft.afterwards(() => context.rebalance.bury(group, 'REBALANCE_IN_PROGRESS'));
  return new ConsumerGroup(groupId);
}

function refuseUpgrade({ config }: ConsumerContext, group: ClassicGroup): GroupRefusal | undefined {
  const cannot = (reason: string) =>
    groupNotFound(`Cannot upgrade classic group ${group.groupId} to consumer group because ${reason}.`);
  const { migrationPolicy, maxSize } = config;
  if (migrationPolicy !== 'bidirectional' && migrationPolicy !== 'upgrade')
    return cannot('online upgrade is disabled');
  if (group.protocolType !== CONSUMER) return cannot('the group does not use the consumer embedded protocol');
  if (group.members.size > maxSize) return cannot('the group size exceeds the consumer group maximum size');
  return undefined;
}

/** The classic group as a consumer group. Whoever waits in the classic one is sent to rejoin. */
function upgrade(
  context: ConsumerContext,
  classic: ClassicGroup,
  draft: Draft,
): ConsumerGroup | GroupRefusal {
  const { groupId } = classic;
  // As in Kafka also when the group turns out to be one that cannot be converted.
  context.rebalance.sendAway(classic, 'REBALANCE_IN_PROGRESS');
  const group = new ConsumerGroup(groupId);
  group.groupEpoch = classic.generationId;
  group.assignmentEpoch = classic.generationId;
  for (const member of classic.inOrder()) {
    const converted = convertMember(context.topics, classic, member);
    if (converted instanceof GroupRefusal) return converted;
    group.setTarget(member.memberId, converted.target);
    group.putMember(converted.member);
  }
  group.metadataHash = context.hashes.ofGroup(subscribedTopics(group.members.values(), new Map()).keys());
  draft.add({ kind: 'group', group: groupId, value: null }, ...consumerGroupRecords(group));
  draft.afterwards(() => {
    context.rebalance.bury(classic, 'REBALANCE_IN_PROGRESS');
    for (const { memberId, sessionTimeoutMs } of classic.members.values()) {
      context.timers.startSession({ groupId, memberId }, sessionTimeoutMs);
    }
  });
  return group;
}

function convertMember(
  topics: TopicImage,
  group: ClassicGroup,
  classic: ClassicMember,
): { readonly member: ConsumerMember; readonly target: Assignment } | GroupRefusal {
  // A group that has never had a generation has chosen no protocol yet: Kafka fails here, too.
  if (group.protocolName === null) return new GroupRefusal('UNKNOWN_SERVER_ERROR');
  const cannot = (reason: string) =>
    groupNotFound(`Cannot upgrade classic group ${group.groupId} to consumer group because ${reason}.`);
  const subscription = readSubscription(classic.metadataOf(group.protocolName));
  const isUnassigned = classic.assignment.length === 0;
  const assignment = isUnassigned ? undefined : readEmbeddedAssignment(classic.assignment);
  if (subscription === undefined || (assignment === undefined && !isUnassigned))
    return cannot('the embedded consumer protocol is malformed');
  if (assignment?.userData != null && assignment.userData.length > 0) {
    return cannot(
      'an unsupported custom assignor is in use. Please refer to the documentation or switch to a default assignor before re-attempting the upgrade',
    );
  }
  const target: Assignment = new Map(
    (assignment?.assignedPartitions ?? []).flatMap(({ topic, partitions }) => {
      const id = topics.byName(topic)?.id;
      return id === undefined ? [] : [[id, new Set(partitions)]];
    }),
  );
  const { memberId, groupInstanceId, clientId, clientHost, rebalanceTimeoutMs } = classic;
  const member: ConsumerMember = {
    ...newMember(memberId),
    memberEpoch: group.generationId,
    previousMemberEpoch: group.generationId,
    instanceId: groupInstanceId,
    rackId: subscription.rackId === '' ? null : subscription.rackId,
    rebalanceTimeoutMs,
    clientId,
    clientHost,
    subscribedTopicNames: new Set(subscription.topics),
    assigned: withEpoch(target, group.generationId),
    classic: { sessionTimeoutMs: classic.sessionTimeoutMs, supportedProtocols: classic.protocols },
  };
  return { member, target };
}

/** When these members are gone, are those that remain all of the classic protocol, and may they be a classic group? */
export function canDowngrade(
  context: ConsumerContext,
  group: ConsumerGroup,
  leaving: readonly ConsumerMember[],
): boolean {
  const remaining = [...group.members.values()].filter((member) => !leaving.includes(member));
  return remaining.length > 0 && mayBeClassic(context, remaining, remaining.length);
}

/** As `canDowngrade`, when a member of the classic protocol takes the place of `replaced`. */
export function canDowngradeReplacing(
  context: ConsumerContext,
  group: ConsumerGroup,
  replaced: ConsumerMember,
): boolean {
  const others = [...group.members.values()].filter((member) => member !== replaced);
  return replaced.classic === null && mayBeClassic(context, others, group.members.size);
}

function mayBeClassic(
  { config, classicMaxSize }: ConsumerContext,
  members: readonly ConsumerMember[],
  size: number,
): boolean {
  const { migrationPolicy } = config;
  const isAllowed = migrationPolicy === 'bidirectional' || migrationPolicy === 'downgrade';
  return isAllowed && size <= classicMaxSize && members.every(({ classic }) => classic !== null);
}

export interface Downgrade {
  readonly draft: Draft;
  readonly leaving: readonly ConsumerMember[];
  /** A static member of the classic protocol that takes the place of the last one of the consumer protocol. */
  readonly joining?: { readonly member: ConsumerMember; readonly replacedId: string };
  /** Undefined: everybody has what it shall have. */
  readonly rebalanceReason?: string;
}

/** The consumer group goes, and a classic one with those that remain takes its place. */
export function downgrade(context: ConsumerContext, group: ConsumerGroup, options: Downgrade): void {
  const { draft, leaving, joining, rebalanceReason } = options;
  const { groupId } = group;
  const gone = new Set([...leaving.map(({ memberId }) => memberId), joining?.replacedId]);
  const remaining = group.inOrder().filter(({ memberId }) => !gone.has(memberId));
  if (joining !== undefined) remaining.push(joining.member);
  const classic = classicGroupOf(context, group, remaining);
  const renamed = joining && { from: joining.replacedId, to: joining.member.memberId };
  draft.add(...consumerGroupTombstones(group, renamed), groupRecordOf(classic, assignmentsOf(classic)));
  draft.afterwards(() => {
    for (const memberId of group.members.keys()) context.timers.forget({ groupId, memberId });
    context.groups.put(classic);
    for (const member of classic.members.values()) context.rebalance.refreshSession(classic, member);
    if (rebalanceReason !== undefined) context.rebalance.prepareOrContinue(classic, rebalanceReason);
  });
}

function classicGroupOf(
  { clock, topics }: ConsumerContext,
  group: ConsumerGroup,
  members: readonly ConsumerMember[],
): ClassicGroup {
  const classic = new ClassicGroup(group.groupId, clock.nowMs());
  classic.state = 'Stable';
  classic.generationId = group.groupEpoch;
  for (const member of members) {
    const { memberId, instanceId, clientId, clientHost, rebalanceTimeoutMs } = member;
    const converted = new ClassicMember({
      memberId,
      groupInstanceId: instanceId,
      clientId,
      clientHost,
      rebalanceTimeoutMs,
      sessionTimeoutMs: member.classic?.sessionTimeoutMs ?? 0,
      protocols: member.classic?.supportedProtocols ?? [],
    });
    classic.add(converted, CONSUMER);
  }
  classic.protocolName = classic.selectProtocol();
  classic.subscribedTopics = classic.readSubscribedTopics();
  for (const member of members) {
    const converted = classic.members.get(member.memberId);
    if (converted === undefined) continue;
    const target = group.targetOf(member);
    converted.assignment = embeddedAssignmentOf(topics, target, converted.metadataOf(classic.protocolName));
  }
  return classic;
}

/** The target as a classic consumer reads it, in the version in which it wrote `subscription`. Topics that are gone are left out. */
export function embeddedAssignmentOf(topics: TopicImage, target: Assignment, subscription: Buffer): Buffer {
  const assigned = [...target].flatMap(([topicId, partitions]) => {
    const topic = topics.byId(topicId)?.name;
    return topic === undefined ? [] : [{ topic, partitions: [...partitions] }];
  });
  return writeEmbeddedAssignment(subscription, assigned);
}
