/** LeaveGroup (13), v0 to v5: members leave their group. v3 takes several, also static ones by their instance id. */
import { errorCode } from '#core/protocol/errors.ts';
import { LeaveGroup } from '#core/protocol/messages/13-leave-group.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

const SEVERAL_SINCE = 3;

export const leaveGroup = serve(LeaveGroup, handle);

function handle(
  { groupId, memberId, members }: RequestOf<typeof LeaveGroup>,
  { version, services }: RequestContext,
): ResponseInit<typeof LeaveGroup> {
  if (version < SEVERAL_SINCE) {
    const left = services.groups.leave(groupId, [{ memberId, groupInstanceId: null }]);
    const error = left.error === 'NONE' ? (left.members[0]?.error ?? 'NONE') : left.error;
    return { errorCode: errorCode(error) };
  }
  const left = services.groups.leave(groupId, members);
  return {
    errorCode: errorCode(left.error),
    members: left.members.map((member) => ({
      memberId: member.memberId,
      groupInstanceId: member.groupInstanceId,
      errorCode: errorCode(member.error),
    })),
  };
}
