/**
 * IncrementalAlterConfigs (44): sets, deletes, appends to or subtracts from single settings.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int8, int16, int32, string, struct } from '../schema/field.ts';

export const IncrementalAlterConfigs = defineApi({
  key: 44,
  name: 'IncrementalAlterConfigs',
  versions: [0, 1],
  flexibleSince: 1,
  request: struct({
    resources: array(
      struct({
        resourceType: int8(),
        resourceName: string(),
        configs: array(
          struct({
            name: string(),
            configOperation: int8(),
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
