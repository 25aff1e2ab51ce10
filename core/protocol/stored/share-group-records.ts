import { defineStored } from '../schema/api.ts';
import { array, int8, int32, int64, string, struct, uuid } from '../schema/field.ts';
import type { CoordinatorRecord } from './coordinator-record.ts';
import { groupKey, memberKey } from './coordinator-record.ts';

const V0 = { versions: [0, 0], flexibleSince: 0 } as const;

const topicPartitions = array(struct({ topicId: uuid(), partitions: array(int32()) }));
const namedPartitions = array(struct({ topicId: uuid(), topicName: string(), partitions: array(int32()) }));

/** Records of share groups (KIP-932) in __consumer_offsets, as Kafka 4.3 writes them. */
export const SHARE_GROUP_RECORDS: readonly CoordinatorRecord[] = [
  {
    type: 10,
    key: memberKey('ShareGroupMemberMetadataKey', 10),
    value: defineStored({
      name: 'ShareGroupMemberMetadataValue',
      ...V0,
      shape: struct({
        rackId: string({ nullable: true }),
        clientId: string(),
        clientHost: string(),
        subscribedTopicNames: array(string()),
      }),
    }),
  },
  {
    type: 11,
    key: groupKey('ShareGroupMetadataKey', 11),
    value: defineStored({
      name: 'ShareGroupMetadataValue',
      ...V0,
      shape: struct({ epoch: int32(), metadataHash: int64() }),
    }),
  },
  {
    type: 12,
    key: groupKey('ShareGroupTargetAssignmentMetadataKey', 12),
    value: defineStored({
      name: 'ShareGroupTargetAssignmentMetadataValue',
      ...V0,
      shape: struct({
        assignmentEpoch: int32(),
        assignmentTimestamp: int64({ default: 0, tag: 0, ignorable: true }),
      }),
    }),
  },
  {
    type: 13,
    key: memberKey('ShareGroupTargetAssignmentMemberKey', 13),
    value: defineStored({
      name: 'ShareGroupTargetAssignmentMemberValue',
      ...V0,
      shape: struct({ topicPartitions }),
    }),
  },
  {
    type: 14,
    key: memberKey('ShareGroupCurrentMemberAssignmentKey', 14),
    value: defineStored({
      name: 'ShareGroupCurrentMemberAssignmentValue',
      ...V0,
      shape: struct({
        memberEpoch: int32(),
        previousMemberEpoch: int32(),
        state: int8(),
        assignedPartitions: topicPartitions,
      }),
    }),
  },
  {
    type: 15,
    key: groupKey('ShareGroupStatePartitionMetadataKey', 15),
    value: defineStored({
      name: 'ShareGroupStatePartitionMetadataValue',
      ...V0,
      shape: struct({
        initializingTopics: namedPartitions,
        initializedTopics: namedPartitions,
        deletingTopics: array(struct({ topicId: uuid(), topicName: string() })),
      }),
    }),
  },
];
