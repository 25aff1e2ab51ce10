/**
 * ConsumerGroupDescribe (69): state and members of groups of the consumer protocol.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int8, int16, int32, string, struct, uuid } from '../schema/field.ts';

const topicPartitions = {
  topicId: uuid(),
  topicName: string(),
  partitions: array(int32()),
} as const;

const assignment = {
  topicPartitions: array(struct(topicPartitions)),
} as const;

export const ConsumerGroupDescribe = defineApi({
  key: 69,
  name: 'ConsumerGroupDescribe',
  versions: [0, 1],
  flexibleSince: 0,
  request: struct({
    groupIds: array(string()),
    includeAuthorizedOperations: bool(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    groups: array(
      struct({
        errorCode: int16(),
        errorMessage: string({ nullable: true, default: null }),
        groupId: string(),
        groupState: string(),
        groupEpoch: int32(),
        assignmentEpoch: int32(),
        assignorName: string(),
        members: array(
          struct({
            memberId: string(),
            instanceId: string({ nullable: true, default: null }),
            rackId: string({ nullable: true, default: null }),
            memberEpoch: int32(),
            clientId: string(),
            clientHost: string(),
            subscribedTopicNames: array(string()),
            subscribedTopicRegex: string({ nullable: true, default: null }),
            assignment: struct(assignment),
            targetAssignment: struct(assignment),
            memberType: int8({ since: 1, default: -1, ignorable: true }),
          }),
        ),
        authorizedOperations: int32({ default: -2147483648 }),
      }),
    ),
  }),
});
