/**
 * DescribeAcls (29): access rules. Refused: the lab has no authorizer.
 */
import { defineApi } from '../schema/api.ts';
import { array, int8, int16, int32, string, struct } from '../schema/field.ts';

export const DescribeAcls = defineApi({
  key: 29,
  name: 'DescribeAcls',
  versions: [1, 3],
  flexibleSince: 2,
  request: struct({
    resourceTypeFilter: int8(),
    resourceNameFilter: string({ nullable: true }),
    patternTypeFilter: int8({ default: 3 }),
    principalFilter: string({ nullable: true }),
    hostFilter: string({ nullable: true }),
    operation: int8(),
    permissionType: int8(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    errorMessage: string({ nullable: true }),
    resources: array(
      struct({
        resourceType: int8(),
        resourceName: string(),
        patternType: int8({ default: 3 }),
        acls: array(
          struct({
            principal: string(),
            host: string(),
            operation: int8(),
            permissionType: int8(),
          }),
        ),
      }),
    ),
  }),
});
