/**
 * JoinGroup (11), v0 to v9: a member asks to be let into the next generation of a classic group, and waits until it is.
 *
 * A consumer group takes members of this protocol, too, while an application moves from one to the other (KIP-848): they are answered
 * at once, and nobody leads.
 *
 * v1 has its own rebalance timeout; v4 makes dynamic members come back with the id they are given; v5 knows static members; v9
 * tells a returning static leader to skip the assignment.
 */
import { errorCode } from '#core/protocol/errors.ts';
import { JoinGroup } from '#core/protocol/messages/11-join-group.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

const KNOWN_MEMBER_ID_SINCE = 4;
const NULL_PROTOCOL_NAME_SINCE = 7;
const SKIP_ASSIGNMENT_SINCE = 9;

export const joinGroup = serve(JoinGroup, handle);

async function handle(
  request: RequestOf<typeof JoinGroup>,
  { version, clientId, clientHost, services }: RequestContext,
): Promise<ResponseInit<typeof JoinGroup>> {
  const { groupId, memberId, groupInstanceId, sessionTimeoutMs, protocolType, protocols } = request;
  const answer = await services.groups.join({
    groupId,
    memberId,
    groupInstanceId,
    clientId: clientId ?? '',
    clientHost,
    sessionTimeoutMs,
    rebalanceTimeoutMs: version === 0 ? sessionTimeoutMs : request.rebalanceTimeoutMs,
    protocolType,
    protocols,
    requiresKnownMemberId: version >= KNOWN_MEMBER_ID_SINCE,
    supportsSkippingAssignment: version >= SKIP_ASSIGNMENT_SINCE,
  });
  return {
    errorCode: errorCode(answer.error),
    generationId: answer.generationId,
    protocolType: answer.protocolType,
    protocolName: answer.protocolName ?? (version >= NULL_PROTOCOL_NAME_SINCE ? null : ''),
    leader: answer.leader,
    skipAssignment: answer.skipAssignment,
    memberId: answer.memberId,
    members: answer.members,
  };
}
