/**
 * AlterConfigs (33): replaces all dynamic settings of a resource.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int8, int16, int32, string, struct } from '../schema/field.ts';

export const AlterConfigs = defineApi({
  key: 33,
  name: 'AlterConfigs',
  versions: [0, 2],
  flexibleSince: 2,
  request: struct({
    resources: array(
      struct({
        resourceType: int8(),
        resourceName: string(),
        configs: array(
          struct({
            name: string(),
            value: string({ nullable: true }),
          }),
        ),
      }),
    ),
    validateOnly: bool(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    responses: array(
      struct({
        errorCode: int16(),
        errorMessage: string({ nullable: true }),
        resourceType: int8(),
        resourceName: string(),
      }),
    ),
  }),
});
