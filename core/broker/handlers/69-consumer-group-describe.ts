/**
 * ConsumerGroupDescribe (69), v0 and v1: state, epochs and members of groups of the consumer protocol (KIP-848). v1 tells members that
 * came by the classic protocol from the others.
 *
 * At group.version 0, or without `consumer` in group.coordinator.rebalance.protocols, each group is answered UNSUPPORTED_VERSION.
 */
import type { ConsumerGroupDescription } from '#core/coordinator/group/group-descriptions.ts';
import { GroupRefusal } from '#core/coordinator/group/group-turn.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { ConsumerGroupDescribe } from '#core/protocol/messages/69-consumer-group-describe.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { GROUP_OPERATIONS, OPERATIONS_NOT_ASKED } from '../authorized-operations.ts';
import { servesConsumerGroups } from '../consumer-groups-served.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

type Described = ResponseInit<typeof ConsumerGroupDescribe>['groups'][number];

const CLASSIC_MEMBER = 0;
const CONSUMER_MEMBER = 1;

export const consumerGroupDescribe = serve(ConsumerGroupDescribe, handle);

function handle(
  { groupIds, includeAuthorizedOperations }: RequestOf<typeof ConsumerGroupDescribe>,
  { services }: RequestContext,
): ResponseInit<typeof ConsumerGroupDescribe> {
  const isServed = servesConsumerGroups(services);
  const authorizedOperations = includeAuthorizedOperations ? GROUP_OPERATIONS : OPERATIONS_NOT_ASKED;
  return {
    groups: groupIds.map((groupId): Described => {
      if (!isServed) return refused(groupId, new GroupRefusal('UNSUPPORTED_VERSION'));
      const group = services.groups.describeConsumer(groupId);
      return group instanceof GroupRefusal
        ? refused(groupId, group)
        : { ...described(group), authorizedOperations };
    }),
  };
}

function refused(groupId: string, { error, message }: GroupRefusal): Described {
  return {
    errorCode: errorCode(error),
    errorMessage: message,
    groupId,
    groupState: '',
    groupEpoch: 0,
    assignmentEpoch: 0,
    assignorName: '',
    members: [],
  };
}

function described({
  groupId,
  state,
  groupEpoch,
  assignmentEpoch,
  assignorName,
  members,
}: ConsumerGroupDescription): Described {
  return {
    errorCode: 0,
    groupId,
    groupState: state,
    groupEpoch,
    assignmentEpoch,
    assignorName,
    members: members.map(({ assignment, targetAssignment, isClassic, ...member }) => ({
      ...member,
      assignment: { topicPartitions: assignment },
      targetAssignment: { topicPartitions: targetAssignment },
      memberType: isClassic ? CLASSIC_MEMBER : CONSUMER_MEMBER,
    })),
  };
}
