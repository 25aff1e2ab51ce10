import { GroupRefusal } from '#core/coordinator/group/group-turn.ts';
import type { ConsumerGroupHeartbeat } from '#core/protocol/messages/68-consumer-group-heartbeat.ts';
import type { RequestOf } from '#core/protocol/schema/api.ts';

const MEMBER_ID_GIVEN_SINCE = 1;
const JOIN_EPOCH = 0;
const LEAVE_EPOCH = -1;
const STATIC_LEAVE_EPOCH = -2;

type Request = RequestOf<typeof ConsumerGroupHeartbeat>;

/**
 * What is wrong with the form of a heartbeat, whatever group it is for; undefined when nothing is.
 * (source: GroupCoordinatorService.throwIfConsumerGroupHeartbeatRequestIsInvalid)
 */
export function consumerHeartbeatProblem(
  request: Request,
  version: number,
  assignors: readonly string[],
): GroupRefusal | undefined {
  const problem = emptyProblem(request, version) ?? epochProblem(request);
  if (problem !== undefined) return new GroupRefusal('INVALID_REQUEST', problem);
  const { serverAssignor } = request;
  if (serverAssignor === null || assignors.includes(serverAssignor)) return undefined;
  return new GroupRefusal(
    'UNSUPPORTED_ASSIGNOR',
    `ServerAssignor ${serverAssignor} is not supported. Supported assignors: ${assignors.join(', ')}.`,
  );
}

function emptyProblem(request: Request, version: number): string | undefined {
  const { memberId, memberEpoch, groupId, instanceId, rackId } = request;
  const mustHaveId = version >= MEMBER_ID_GIVEN_SINCE || memberEpoch > 0 || memberEpoch === LEAVE_EPOCH;
  if (mustHaveId && isBlank(memberId)) return "MemberId can't be empty.";
  if (isBlank(groupId)) return "GroupId can't be empty.";
  if (isBlank(instanceId)) return "InstanceId can't be empty.";
  return isBlank(rackId) ? "RackId can't be empty." : undefined;
}

function isBlank(text: string | null): boolean {
  return text !== null && text.trim() === '';
}

function epochProblem(request: Request): string | undefined {
  const { memberEpoch, instanceId } = request;
  if (memberEpoch === JOIN_EPOCH) return joinProblem(request);
  if (memberEpoch === STATIC_LEAVE_EPOCH && instanceId === null) return "InstanceId can't be null.";
  return memberEpoch < STATIC_LEAVE_EPOCH ? 'MemberEpoch is invalid.' : undefined;
}

function joinProblem(request: Request): string | undefined {
  const { rebalanceTimeoutMs, topicPartitions, subscribedTopicNames, subscribedTopicRegex } = request;
  if (rebalanceTimeoutMs === -1) return 'RebalanceTimeoutMs must be provided in first request.';
  if (topicPartitions === null || topicPartitions.length > 0)
    return 'TopicPartitions must be empty when (re-)joining.';
  if (subscribedTopicNames === null && subscribedTopicRegex === null)
    return 'Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.';
  return undefined;
}
