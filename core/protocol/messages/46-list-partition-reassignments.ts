/**
 * ListPartitionReassignments (46): moves that are under way.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, string, struct } from '../schema/field.ts';

export const ListPartitionReassignments = defineApi({
  key: 46,
  name: 'ListPartitionReassignments',
  versions: [0, 0],
  flexibleSince: 0,
  request: struct({
    timeoutMs: int32({ default: 60000 }),
    topics: array(
      struct({
        name: string(),
        partitionIndexes: array(int32()),
      }),
      { nullable: true, default: null },
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    errorMessage: string({ nullable: true }),
    topics: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            replicas: array(int32()),
            addingReplicas: array(int32()),
            removingReplicas: array(int32()),
          }),
        ),
      }),
    ),
  }),
});
