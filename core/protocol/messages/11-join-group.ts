/**
 * JoinGroup (11): a member enters or re-enters a classic group. v4 demands a member id first · v5 static members.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, bytes, int16, int32, string, struct } from '../schema/field.ts';

export const JoinGroup = defineApi({
  key: 11,
  name: 'JoinGroup',
  versions: [0, 9],
  flexibleSince: 6,
  request: struct({
    groupId: string(),
    sessionTimeoutMs: int32(),
    rebalanceTimeoutMs: int32({ since: 1, default: -1, ignorable: true }),
    memberId: string(),
    groupInstanceId: string({ since: 5, nullable: true, default: null }),
    protocolType: string(),
    protocols: array(
      struct({
        name: string(),
        metadata: bytes(),
      }),
    ),
    reason: string({ since: 8, nullable: true, default: null, ignorable: true }),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 2, default: 0, ignorable: true }),
    errorCode: int16(),
    generationId: int32({ default: -1 }),
    protocolType: string({ since: 7, nullable: true, default: null, ignorable: true }),
    protocolName: string({ nullable: 7 }),
    leader: string(),
    skipAssignment: bool({ since: 9, default: false }),
    memberId: string(),
    members: array(
      struct({
        memberId: string(),
        groupInstanceId: string({ since: 5, nullable: true, default: null, ignorable: true }),
        metadata: bytes(),
      }),
    ),
  }),
});
