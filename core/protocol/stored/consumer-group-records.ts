import { defineStored } from '../schema/api.ts';
import { array, bytes, exactInt64, int8, int32, int64, string, struct, uuid } from '../schema/field.ts';
import type { CoordinatorRecord } from './coordinator-record.ts';
import { groupKey, memberKey } from './coordinator-record.ts';

const V0 = { versions: [0, 0], flexibleSince: 0 } as const;

const assignedPartitions = array(
  struct({
    topicId: uuid(),
    partitions: array(int32()),
    assignmentEpochs: array(int32(), { nullable: true, tag: 0 }),
  }),
);

/** What a member has said about itself. */
export const ConsumerGroupMemberMetadataValue = defineStored({
  name: 'ConsumerGroupMemberMetadataValue',
  ...V0,
  shape: struct({
    instanceId: string({ nullable: true }),
    rackId: string({ nullable: true }),
    clientId: string(),
    clientHost: string(),
    subscribedTopicNames: array(string()),
    subscribedTopicRegex: string({ nullable: true }),
    rebalanceTimeoutMs: int32({ default: -1 }),
    serverAssignor: string({ nullable: true }),
    classicMemberMetadata: struct(
      {
        sessionTimeoutMs: int32(),
        supportedProtocols: array(struct({ name: string(), metadata: bytes() })),
      },
      { nullable: true, tag: 0 },
    ),
  }),
});

/** The subscribed topics, as Kafka 4.0 kept them; later versions only delete it. */
export const ConsumerGroupPartitionMetadataValue = defineStored({
  name: 'ConsumerGroupPartitionMetadataValue',
  ...V0,
  shape: struct({
    topics: array(
      struct({
        topicId: uuid(),
        topicName: string(),
        numPartitions: int32(),
        partitionMetadata: array(struct({ partition: int32(), racks: array(string()) })),
      }),
    ),
  }),
});

export const ConsumerGroupRegularExpressionKey = defineStored({
  name: 'ConsumerGroupRegularExpressionKey',
  versions: [16, 16],
  shape: struct({ groupId: string(), regularExpression: string() }),
});

/** The epoch of a group, and the hash of the topics it reads. */
export const ConsumerGroupMetadataValue = defineStored({
  name: 'ConsumerGroupMetadataValue',
  ...V0,
  shape: struct({ epoch: int32(), metadataHash: exactInt64({ default: 0n, tag: 0 }) }),
});

/** The epoch for which the targets of all members were computed. */
export const ConsumerGroupTargetAssignmentMetadataValue = defineStored({
  name: 'ConsumerGroupTargetAssignmentMetadataValue',
  ...V0,
  shape: struct({
    assignmentEpoch: int32(),
    assignmentTimestamp: int64({ default: 0, tag: 0, ignorable: true }),
  }),
});

/** What a member shall have. */
export const ConsumerGroupTargetAssignmentMemberValue = defineStored({
  name: 'ConsumerGroupTargetAssignmentMemberValue',
  ...V0,
  shape: struct({ topicPartitions: array(struct({ topicId: uuid(), partitions: array(int32()) })) }),
});

/** What a member has, and what it still has to give up. */
export const ConsumerGroupCurrentMemberAssignmentValue = defineStored({
  name: 'ConsumerGroupCurrentMemberAssignmentValue',
  ...V0,
  shape: struct({
    memberEpoch: int32(),
    previousMemberEpoch: int32(),
    state: int8(),
    assignedPartitions,
    partitionsPendingRevocation: assignedPartitions,
  }),
});

/** The topics that a pattern stands for. */
export const ConsumerGroupRegularExpressionValue = defineStored({
  name: 'ConsumerGroupRegularExpressionValue',
  ...V0,
  shape: struct({ topics: array(string()), version: int64(), timestamp: int64() }),
});

export const ConsumerGroupMetadataKey = groupKey('ConsumerGroupMetadataKey', 3);
export const ConsumerGroupPartitionMetadataKey = groupKey('ConsumerGroupPartitionMetadataKey', 4);
export const ConsumerGroupMemberMetadataKey = memberKey('ConsumerGroupMemberMetadataKey', 5);
export const ConsumerGroupTargetAssignmentMetadataKey = groupKey(
  'ConsumerGroupTargetAssignmentMetadataKey',
  6,
);
export const ConsumerGroupTargetAssignmentMemberKey = memberKey('ConsumerGroupTargetAssignmentMemberKey', 7);
export const ConsumerGroupCurrentMemberAssignmentKey = memberKey(
  'ConsumerGroupCurrentMemberAssignmentKey',
  8,
);

/** Records of groups of the consumer protocol (KIP-848) in __consumer_offsets, as Kafka 4.3 writes them. */
export const CONSUMER_GROUP_RECORDS: readonly CoordinatorRecord[] = [
  { type: 3, key: ConsumerGroupMetadataKey, value: ConsumerGroupMetadataValue },
  { type: 4, key: ConsumerGroupPartitionMetadataKey, value: ConsumerGroupPartitionMetadataValue },
  { type: 5, key: ConsumerGroupMemberMetadataKey, value: ConsumerGroupMemberMetadataValue },
  {
    type: 6,
    key: ConsumerGroupTargetAssignmentMetadataKey,
    value: ConsumerGroupTargetAssignmentMetadataValue,
  },
  { type: 7, key: ConsumerGroupTargetAssignmentMemberKey, value: ConsumerGroupTargetAssignmentMemberValue },
  { type: 8, key: ConsumerGroupCurrentMemberAssignmentKey, value: ConsumerGroupCurrentMemberAssignmentValue },
  { type: 16, key: ConsumerGroupRegularExpressionKey, value: ConsumerGroupRegularExpressionValue },
];
