/**
 * ConsumerGroupHeartbeat (68), v0 and v1: a member of the consumer protocol joins, stays, acknowledges or leaves, and is told what to
 * read (KIP-848). v1 knows patterns (RE2), and members bring their own id.
 *
 * At group.version 0, or without `consumer` in group.coordinator.rebalance.protocols, the answer is UNSUPPORTED_VERSION.
 */
import { orderedEpochs } from '#core/coordinator/group/consumer/assignment.ts';
import { GroupRefusal } from '#core/coordinator/group/group-turn.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { ConsumerGroupHeartbeat } from '#core/protocol/messages/68-consumer-group-heartbeat.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { servesConsumerGroups } from '../consumer-groups-served.ts';
import { consumerHeartbeatProblem } from '../consumer-heartbeat-form.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

type Response = ResponseInit<typeof ConsumerGroupHeartbeat>;

export const consumerGroupHeartbeat = serve(ConsumerGroupHeartbeat, handle);

function handle(
  request: RequestOf<typeof ConsumerGroupHeartbeat>,
  { version, clientId, clientHost, services }: RequestContext,
): Response {
  if (!servesConsumerGroups(services)) return refused(new GroupRefusal('UNSUPPORTED_VERSION'));
  const assignors = services.settings.values['group.consumer.assignors'];
  const problem = consumerHeartbeatProblem(request, version, assignors);
  if (problem !== undefined) return refused(problem);
  const answer = services.groups.consumerHeartbeat({ ...request, clientId: clientId ?? '', clientHost });
  if (answer instanceof GroupRefusal) return refused(answer);
  const { memberId, memberEpoch, heartbeatIntervalMs, assignment } = answer;
  return {
    errorCode: 0,
    memberId,
    memberEpoch,
    heartbeatIntervalMs,
    assignment: assignment === null ? null : { topicPartitions: orderedEpochs(assignment) },
  };
}

function refused({ error, message }: GroupRefusal): Response {
  return { errorCode: errorCode(error), errorMessage: message, memberEpoch: 0, heartbeatIntervalMs: 0 };
}
