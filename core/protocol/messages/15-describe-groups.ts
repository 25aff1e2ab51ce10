/**
 * DescribeGroups (15): state and members of classic groups. v6 answers GROUP_ID_NOT_FOUND.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, bytes, int16, int32, string, struct } from '../schema/field.ts';

export const DescribeGroups = defineApi({
  key: 15,
  name: 'DescribeGroups',
  versions: [0, 6],
  flexibleSince: 5,
  request: struct({
    groups: array(string()),
    includeAuthorizedOperations: bool({ since: 3 }),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 1, default: 0, ignorable: true }),
    groups: array(
      struct({
        errorCode: int16(),
        errorMessage: string({ since: 6, nullable: true, default: null }),
        groupId: string(),
        groupState: string(),
        protocolType: string(),
        protocolData: string(),
        members: array(
          struct({
            memberId: string(),
            groupInstanceId: string({ since: 4, nullable: true, default: null, ignorable: true }),
            clientId: string(),
            clientHost: string(),
            memberMetadata: bytes(),
            memberAssignment: bytes(),
          }),
        ),
        authorizedOperations: int32({ since: 3, default: -2147483648 }),
      }),
    ),
  }),
});
