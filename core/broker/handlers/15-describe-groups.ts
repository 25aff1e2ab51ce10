/**
 * DescribeGroups (15), v0 to v6: state, protocol and members of classic groups.
 *
 * An unknown group, or one of the consumer protocol, is Dead without an error up to v5, and GROUP_ID_NOT_FOUND since v6.
 */
import { errorCode } from '#core/protocol/errors.ts';
import { DescribeGroups } from '#core/protocol/messages/15-describe-groups.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { GROUP_OPERATIONS, OPERATIONS_NOT_ASKED } from '../authorized-operations.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

const NOT_FOUND_SINCE = 6;

type GroupResponse = ResponseInit<typeof DescribeGroups>['groups'][number];

export const describeGroups = serve(DescribeGroups, handle);

function handle(
  request: RequestOf<typeof DescribeGroups>,
  { version, services }: RequestContext,
): ResponseInit<typeof DescribeGroups> {
  const authorizedOperations = request.includeAuthorizedOperations ? GROUP_OPERATIONS : OPERATIONS_NOT_ASKED;
  return {
    groups: request.groups.map((groupId): GroupResponse => {
      const { error, group, isOther } = services.groups.describe(groupId);
      if (error !== 'NONE') return { ...nothing(groupId, ''), errorCode: errorCode(error) };
      if (group === undefined) return { ...unknown(groupId, { version, isOther }), authorizedOperations };
      return {
        errorCode: 0,
        groupId,
        groupState: group.state,
        protocolType: group.protocolType,
        protocolData: group.protocol,
        members: group.members.map(({ metadata, assignment, ...member }) => ({
          ...member,
          memberMetadata: metadata,
          memberAssignment: assignment,
        })),
        authorizedOperations,
      };
    }),
  };
}

function nothing(groupId: string, groupState: string): GroupResponse {
  return { errorCode: 0, groupId, groupState, protocolType: '', protocolData: '', members: [] };
}

function unknown(
  groupId: string,
  { version, isOther = false }: { readonly version: number; readonly isOther?: boolean | undefined },
): GroupResponse {
  const dead = nothing(groupId, 'Dead');
  if (version < NOT_FOUND_SINCE) return dead;
  return {
    ...dead,
    errorCode: errorCode('GROUP_ID_NOT_FOUND'),
    errorMessage: isOther ? `Group ${groupId} is not a classic group.` : `Group ${groupId} not found.`,
  };
}
