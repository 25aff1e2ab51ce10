/**
 * ListConfigResources (74): resources that have settings of their own.
 */
import { defineApi } from '../schema/api.ts';
import { array, int8, int16, int32, string, struct } from '../schema/field.ts';

export const ListConfigResources = defineApi({
  key: 74,
  name: 'ListConfigResources',
  versions: [0, 1],
  flexibleSince: 0,
  request: struct({
    resourceTypes: array(int8(), { since: 1 }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    configResources: array(
      struct({
        resourceName: string(),
        resourceType: int8({ since: 1, default: 16, ignorable: true }),
      }),
    ),
  }),
});
