/**
 * DeleteGroups (42): groups to delete, which must be empty.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, string, struct } from '../schema/field.ts';

export const DeleteGroups = defineApi({
  key: 42,
  name: 'DeleteGroups',
  versions: [0, 2],
  flexibleSince: 2,
  request: struct({
    groupsNames: array(string()),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    results: array(
      struct({
        groupId: string(),
        errorCode: int16(),
      }),
    ),
  }),
});
