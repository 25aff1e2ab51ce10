/** ListGroups (16), v0 to v5: every group, filtered by state (v4) and type (v5); filters do not tell capitals from small letters. */
import { errorCode } from '#core/protocol/errors.ts';
import { ListGroups } from '#core/protocol/messages/16-list-groups.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

export const listGroups = serve(ListGroups, handle);

function handle(
  { statesFilter, typesFilter }: RequestOf<typeof ListGroups>,
  { services }: RequestContext,
): ResponseInit<typeof ListGroups> {
  const { error, groups } = services.groups.list();
  if (error !== 'NONE') return { errorCode: errorCode(error), groups: [] };
  return {
    errorCode: 0,
    groups: groups
      .filter(({ state, type }) => passes(statesFilter, state) && passes(typesFilter, type))
      .map(({ groupId, protocolType, state, type }) => ({
        groupId,
        protocolType,
        groupState: state,
        groupType: type,
      })),
  };
}

function passes(filter: readonly string[], value: string): boolean {
  return filter.length === 0 || filter.some((wanted) => wanted.trim().toLowerCase() === value.toLowerCase());
}
