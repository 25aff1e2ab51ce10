/**
 * DescribeTopicPartitions (75): topics and partitions, page by page.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int16, int32, string, struct, uuid } from '../schema/field.ts';

export const DescribeTopicPartitions = defineApi({
  key: 75,
  name: 'DescribeTopicPartitions',
  versions: [0, 0],
  flexibleSince: 0,
  request: struct({
    topics: array(
      struct({
        name: string(),
      }),
    ),
    responsePartitionLimit: int32({ default: 2000 }),
    cursor: struct(
      {
        topicName: string(),
        partitionIndex: int32(),
      },
      { nullable: true, default: null },
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0, ignorable: true }),
    topics: array(
      struct({
        errorCode: int16(),
        name: string({ nullable: true }),
        topicId: uuid({ ignorable: true }),
        isInternal: bool({ default: false, ignorable: true }),
        partitions: array(
          struct({
            errorCode: int16(),
            partitionIndex: int32(),
            leaderId: int32(),
            leaderEpoch: int32({ default: -1, ignorable: true }),
            replicaNodes: array(int32()),
            isrNodes: array(int32()),
            eligibleLeaderReplicas: array(int32(), { nullable: true, default: null }),
            lastKnownElr: array(int32(), { nullable: true, default: null }),
            offlineReplicas: array(int32(), { ignorable: true }),
          }),
        ),
        topicAuthorizedOperations: int32({ default: -2147483648 }),
      }),
    ),
    nextCursor: struct(
      {
        topicName: string(),
        partitionIndex: int32(),
      },
      { nullable: true, default: null },
    ),
  }),
});
