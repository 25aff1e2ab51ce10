/**
 * ListOffsets (2): the offset that belongs to a point in time, or to one of the special times.
 *
 * v2 isolation level · v7 maximum timestamp · v8 to v11 the special times of tiered storage
 */
import { defineApi } from '../schema/api.ts';
import { array, int8, int16, int32, int64, string, struct } from '../schema/field.ts';

export const ListOffsets = defineApi({
  key: 2,
  name: 'ListOffsets',
  versions: [1, 11],
  flexibleSince: 6,
  request: struct({
    replicaId: int32(),
    isolationLevel: int8({ since: 2 }),
    topics: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            currentLeaderEpoch: int32({ since: 4, default: -1, ignorable: true }),
            timestamp: int64(),
          }),
        ),
      }),
    ),
    timeoutMs: int32({ since: 10, ignorable: true }),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 2, default: 0, ignorable: true }),
    topics: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            errorCode: int16(),
            timestamp: int64({ default: -1 }),
            offset: int64({ default: -1 }),
            leaderEpoch: int32({ since: 4, default: -1 }),
          }),
        ),
      }),
    ),
  }),
});
