/**
 * SyncGroup (14): the leader hands out, and every member fetches, the assignment of a generation.
 */
import { defineApi } from '../schema/api.ts';
import { array, bytes, int16, int32, string, struct } from '../schema/field.ts';

export const SyncGroup = defineApi({
  key: 14,
  name: 'SyncGroup',
  versions: [0, 5],
  flexibleSince: 4,
  request: struct({
    groupId: string(),
    generationId: int32(),
    memberId: string(),
    groupInstanceId: string({ since: 3, nullable: true, default: null }),
    protocolType: string({ since: 5, nullable: true, default: null, ignorable: true }),
    protocolName: string({ since: 5, nullable: true, default: null, ignorable: true }),
    assignments: array(
      struct({
        memberId: string(),
        assignment: bytes(),
      }),
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 1, default: 0, ignorable: true }),
    errorCode: int16(),
    protocolType: string({ since: 5, nullable: true, default: null, ignorable: true }),
    protocolName: string({ since: 5, nullable: true, default: null, ignorable: true }),
    assignment: bytes(),
  }),
});
