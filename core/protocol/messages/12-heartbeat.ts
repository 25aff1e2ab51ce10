/**
 * Heartbeat (12): a classic member says that it lives.
 */
import { defineApi } from '../schema/api.ts';
import { int16, int32, string, struct } from '../schema/field.ts';

export const Heartbeat = defineApi({
  key: 12,
  name: 'Heartbeat',
  versions: [0, 4],
  flexibleSince: 4,
  request: struct({
    groupId: string(),
    generationId: int32(),
    memberId: string(),
    groupInstanceId: string({ since: 3, nullable: true, default: null }),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 1, default: 0, ignorable: true }),
    errorCode: int16(),
  }),
});
