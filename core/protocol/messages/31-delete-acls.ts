/**
 * DeleteAcls (31): access rules to delete. Refused: the lab has no authorizer.
 */
import { defineApi } from '../schema/api.ts';
import { array, int8, int16, int32, string, struct } from '../schema/field.ts';

export const DeleteAcls = defineApi({
  key: 31,
  name: 'DeleteAcls',
  versions: [1, 3],
  flexibleSince: 2,
  request: struct({
    filters: array(
      struct({
        resourceTypeFilter: int8(),
        resourceNameFilter: string({ nullable: true }),
        patternTypeFilter: int8({ default: 3 }),
        principalFilter: string({ nullable: true }),
        hostFilter: string({ nullable: true }),
        operation: int8(),
        permissionType: int8(),
      }),
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    filterResults: array(
      struct({
        errorCode: int16(),
        errorMessage: string({ nullable: true }),
        matchingAcls: array(
          struct({
            errorCode: int16(),
            errorMessage: string({ nullable: true }),
            resourceType: int8(),
            resourceName: string(),
            patternType: int8({ default: 3 }),
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
