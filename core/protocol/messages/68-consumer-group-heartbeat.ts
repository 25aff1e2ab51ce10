/**
 * ConsumerGroupHeartbeat (68): the one request of the consumer protocol: joins, leaves, acknowledges, is assigned (KIP-848).
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, string, struct, uuid } from '../schema/field.ts';

const topicPartitions = {
  topicId: uuid(),
  partitions: array(int32()),
} as const;

export const ConsumerGroupHeartbeat = defineApi({
  key: 68,
  name: 'ConsumerGroupHeartbeat',
  versions: [0, 1],
  flexibleSince: 0,
  request: struct({
    groupId: string(),
    memberId: string(),
    memberEpoch: int32(),
    instanceId: string({ nullable: true, default: null }),
    rackId: string({ nullable: true, default: null }),
    rebalanceTimeoutMs: int32({ default: -1 }),
    subscribedTopicNames: array(string(), { nullable: true, default: null }),
    subscribedTopicRegex: string({ since: 1, nullable: true, default: null }),
    serverAssignor: string({ nullable: true, default: null }),
    topicPartitions: array(
      struct({
        topicId: uuid(),
        partitions: array(int32()),
      }),
      { nullable: true, default: null },
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    errorMessage: string({ nullable: true, default: null }),
    memberId: string({ nullable: true, default: null }),
    memberEpoch: int32(),
    heartbeatIntervalMs: int32(),
    assignment: struct(
      {
        topicPartitions: array(struct(topicPartitions)),
      },
      { nullable: true, default: null },
    ),
  }),
});
