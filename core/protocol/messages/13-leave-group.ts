/**
 * LeaveGroup (13): members leave a classic group. v3 takes several at once.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, string, struct } from '../schema/field.ts';

export const LeaveGroup = defineApi({
  key: 13,
  name: 'LeaveGroup',
  versions: [0, 5],
  flexibleSince: 4,
  request: struct({
    groupId: string(),
    memberId: string({ until: 2 }),
    members: array(
      struct({
        memberId: string(),
        groupInstanceId: string({ nullable: true, default: null }),
        reason: string({ since: 5, nullable: true, default: null, ignorable: true }),
      }),
      { since: 3 },
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 1, default: 0, ignorable: true }),
    errorCode: int16(),
    members: array(
      struct({
        memberId: string(),
        groupInstanceId: string({ nullable: true }),
        errorCode: int16(),
      }),
      { since: 3 },
    ),
  }),
});
