/**
 * CreateAcls (30): new access rules. Refused: the lab has no authorizer.
 */
import { defineApi } from '../schema/api.ts';
import { array, int8, int16, int32, string, struct } from '../schema/field.ts';

export const CreateAcls = defineApi({
  key: 30,
  name: 'CreateAcls',
  versions: [1, 3],
  flexibleSince: 2,
  request: struct({
    creations: array(
      struct({
        resourceType: int8(),
        resourceName: string(),
        resourcePatternType: int8({ default: 3 }),
        principal: string(),
        host: string(),
        operation: int8(),
        permissionType: int8(),
      }),
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    results: array(
      struct({
        errorCode: int16(),
        errorMessage: string({ nullable: true }),
      }),
    ),
  }),
});
