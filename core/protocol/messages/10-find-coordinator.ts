/**
 * FindCoordinator (10): which broker coordinates a group or a transactional id. v4 asks for several at once.
 */
import { defineApi } from '../schema/api.ts';
import { array, int8, int16, int32, string, struct } from '../schema/field.ts';

export const FindCoordinator = defineApi({
  key: 10,
  name: 'FindCoordinator',
  versions: [0, 6],
  flexibleSince: 3,
  request: struct({
    key: string({ until: 3 }),
    keyType: int8({ since: 1, default: 0 }),
    coordinatorKeys: array(string(), { since: 4 }),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 1, default: 0, ignorable: true }),
    errorCode: int16({ until: 3 }),
    errorMessage: string({ since: 1, until: 3, nullable: true, ignorable: true }),
    nodeId: int32({ until: 3 }),
    host: string({ until: 3 }),
    port: int32({ until: 3 }),
    coordinators: array(
      struct({
        key: string(),
        nodeId: int32(),
        host: string(),
        port: int32(),
        errorCode: int16(),
        errorMessage: string({ nullable: true, ignorable: true }),
      }),
      { since: 4 },
    ),
  }),
});
