/** Groups as DescribeGroups, ConsumerGroupDescribe and ListGroups show them. */

import type { ClassicGroup } from './classic/classic-group.ts';
import { CONSUMER } from './classic/classic-group.ts';
import type { TopicPartitions } from './consumer/assignment.ts';
import { NO_PARTITIONS, orderedEpochs, topicPartitionsOf } from './consumer/assignment.ts';
import type { ConsumerGroup } from './consumer/consumer-group.ts';
import type { ConsumerMember } from './consumer/consumer-member.ts';
import { namesInOrder, preferredAssignor } from './consumer/subscriptions.ts';
import type { TopicImage } from './consumer/topic-image.ts';
import type { GroupDescription, GroupListing } from './group-requests.ts';
import type { Group } from './group-table.ts';

/** Partitions of a topic that exists. */
export interface NamedPartitions {
  readonly topicId: string;
  readonly topicName: string;
  readonly partitions: readonly number[];
}

export interface ConsumerMemberDescription
  extends Pick<
    ConsumerMember,
    'memberId' | 'instanceId' | 'rackId' | 'memberEpoch' | 'clientId' | 'clientHost' | 'subscribedTopicRegex'
  > {
  readonly subscribedTopicNames: readonly string[];
  /** What it has, and what it still has to give up. */
  readonly assignment: readonly NamedPartitions[];
  readonly targetAssignment: readonly NamedPartitions[];
  readonly isClassic: boolean;
}

export interface ConsumerGroupDescription {
  readonly groupId: string;
  readonly state: string;
  readonly groupEpoch: number;
  readonly assignmentEpoch: number;
  readonly assignorName: string;
  readonly members: readonly ConsumerMemberDescription[];
}

export function describeClassicGroup(group: ClassicGroup): GroupDescription {
  const isStable = group.isIn('Stable');
  return {
    groupId: group.groupId,
    state: group.state,
    protocolType: group.protocolType ?? '',
    protocol: isStable ? (group.protocolName ?? '') : '',
    members: group.inOrder().map((member) => ({
      memberId: member.memberId,
      groupInstanceId: member.groupInstanceId,
      clientId: member.clientId,
      clientHost: member.clientHost,
      metadata: isStable ? member.metadataOf(group.protocolName) : Buffer.alloc(0),
      assignment: member.assignment,
    })),
  };
}

/** source: ConsumerGroup.asDescribedGroup */
export function describeConsumerGroup(
  group: ConsumerGroup,
  topics: TopicImage,
  defaultAssignor: string,
): ConsumerGroupDescription {
  const { groupId, state, groupEpoch, assignmentEpoch } = group;
  return {
    groupId,
    state,
    groupEpoch,
    assignmentEpoch,
    assignorName: preferredAssignor(group.members.values()) ?? defaultAssignor,
    members: group.inOrder().map((member) => describeMember(group, member, topics)),
  };
}

function describeMember(
  group: ConsumerGroup,
  member: ConsumerMember,
  topics: TopicImage,
): ConsumerMemberDescription {
  const { memberId, instanceId, rackId, memberEpoch, clientId, clientHost, subscribedTopicRegex } = member;
  return {
    memberId,
    instanceId,
    rackId,
    memberEpoch,
    clientId,
    clientHost,
    subscribedTopicRegex,
    subscribedTopicNames: namesInOrder(member.subscribedTopicNames),
    assignment: namedPartitions(topics, [
      ...orderedEpochs(member.assigned),
      ...orderedEpochs(member.pendingRevocation),
    ]),
    targetAssignment: namedPartitions(
      topics,
      topicPartitionsOf(group.targets.get(memberId) ?? NO_PARTITIONS),
    ),
    isClassic: member.classic !== null,
  };
}

/** Of topics that exist. Partitions of a topic that stand in several places are put together. */
function namedPartitions(topics: TopicImage, assigned: readonly TopicPartitions[]): NamedPartitions[] {
  const partitions = new Map<string, number[]>();
  for (const { topicId, partitions: ids } of assigned) {
    partitions.set(topicId, [...(partitions.get(topicId) ?? []), ...ids]);
  }
  return [...partitions].flatMap(([topicId, ids]) => {
    const topicName = topics.byId(topicId)?.name;
    return topicName === undefined ? [] : [{ topicId, topicName, partitions: ids }];
  });
}

export function listGroup(group: Group): GroupListing {
  const { groupId, type, state } = group;
  return {
    groupId,
    protocolType: group.type === 'classic' ? (group.protocolType ?? '') : CONSUMER,
    state,
    type,
  };
}
