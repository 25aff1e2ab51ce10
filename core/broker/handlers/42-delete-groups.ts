/** DeleteGroups (42), v0 to v2: removes empty groups with their offsets. */
import { errorCode } from '#core/protocol/errors.ts';
import { DeleteGroups } from '#core/protocol/messages/42-delete-groups.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

export const deleteGroups = serve(DeleteGroups, handle);

function handle(
  { groupsNames }: RequestOf<typeof DeleteGroups>,
  { services }: RequestContext,
): ResponseInit<typeof DeleteGroups> {
  return {
    results: [...new Set(groupsNames)].map((groupId) => ({
      groupId,
      errorCode: errorCode(services.groups.delete(groupId)),
    })),
  };
}
