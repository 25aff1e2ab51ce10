/**
 * CreatePartitions (37): raises the partition count of topics.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int16, int32, string, struct } from '../schema/field.ts';

export const CreatePartitions = defineApi({
  key: 37,
  name: 'CreatePartitions',
  versions: [0, 3],
  flexibleSince: 2,
  request: struct({
    topics: array(
      struct({
        name: string(),
        count: int32(),
        assignments: array(
          struct({
            brokerIds: array(int32()),
          }),
          { nullable: true },
        ),
      }),
    ),
    timeoutMs: int32(),
    validateOnly: bool(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    results: array(
      struct({
        name: string(),
        errorCode: int16(),
        errorMessage: string({ nullable: true, default: null }),
      }),
    ),
  }),
});
