/**
 * ListGroups (16): the groups a broker coordinates, by state and type.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, string, struct } from '../schema/field.ts';

export const ListGroups = defineApi({
  key: 16,
  name: 'ListGroups',
  versions: [0, 5],
  flexibleSince: 3,
  request: struct({
    statesFilter: array(string(), { since: 4 }),
    typesFilter: array(string(), { since: 5 }),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 1, default: 0, ignorable: true }),
    errorCode: int16(),
    groups: array(
      struct({
        groupId: string(),
        protocolType: string(),
        groupState: string({ since: 4, ignorable: true }),
        groupType: string({ since: 5, ignorable: true }),
      }),
    ),
  }),
});
