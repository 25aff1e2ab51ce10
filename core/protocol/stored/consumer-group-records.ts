import { defineStored } from '../schema/api.ts';
import { array, bytes, int8, int32, int64, string, struct, uuid } from '../schema/field.ts';
import type { CoordinatorRecord } from './coordinator-record.ts';
import { groupKey, memberKey } from './coordinator-record.ts';

const V0 = { versions: [0, 0], flexibleSince: 0 } as const;

const assignedPartitions = array(
  struct({
    topicId: uuid(),
    partitions: array(int32()),
    assignmentEpochs: array(int32(), { nullable: true, default: null, tag: 0 }),
  }),
);

const ConsumerGroupMemberMetadataValue = defineStored({
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
      { nullable: true, default: null, tag: 0 },
    ),
  }),
});

const ConsumerGroupPartitionMetadataValue = defineStored({
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

const ConsumerGroupRegularExpressionKey = defineStored({
  name: 'ConsumerGroupRegularExpressionKey',
  versions: [16, 16],
  shape: struct({ groupId: string(), regularExpression: string() }),
});

/** Records of groups of the consumer protocol (KIP-848) in __consumer_offsets, as Kafka 4.3 writes them. */
export const CONSUMER_GROUP_RECORDS: readonly CoordinatorRecord[] = [
  {
    type: 3,
    key: groupKey('ConsumerGroupMetadataKey', 3),
    value: defineStored({
      name: 'ConsumerGroupMetadataValue',
      ...V0,
      shape: struct({ epoch: int32(), metadataHash: int64({ default: 0, tag: 0 }) }),
    }),
  },
  {
    type: 4,
    key: groupKey('ConsumerGroupPartitionMetadataKey', 4),
    value: ConsumerGroupPartitionMetadataValue,
  },
  { type: 5, key: memberKey('ConsumerGroupMemberMetadataKey', 5), value: ConsumerGroupMemberMetadataValue },
  {
    type: 6,
    key: groupKey('ConsumerGroupTargetAssignmentMetadataKey', 6),
    value: defineStored({
      name: 'ConsumerGroupTargetAssignmentMetadataValue',
      ...V0,
      shape: struct({
        assignmentEpoch: int32(),
        assignmentTimestamp: int64({ default: 0, tag: 0, ignorable: true }),
      }),
    }),
  },
  {
    type: 7,
    key: memberKey('ConsumerGroupTargetAssignmentMemberKey', 7),
    value: defineStored({
      name: 'ConsumerGroupTargetAssignmentMemberValue',
      ...V0,
      shape: struct({ topicPartitions: array(struct({ topicId: uuid(), partitions: array(int32()) })) }),
    }),
  },
  {
    type: 8,
    key: memberKey('ConsumerGroupCurrentMemberAssignmentKey', 8),
    value: defineStored({
      name: 'ConsumerGroupCurrentMemberAssignmentValue',
      ...V0,
      shape: struct({
        memberEpoch: int32(),
        previousMemberEpoch: int32(),
        state: int8(),
        assignedPartitions,
        partitionsPendingRevocation: assignedPartitions,
      }),
    }),
  },
  {
    type: 16,
    key: ConsumerGroupRegularExpressionKey,
    value: defineStored({
      name: 'ConsumerGroupRegularExpressionValue',
      ...V0,
      shape: struct({ topics: array(string()), version: int64(), timestamp: int64() }),
    }),
  },
];
