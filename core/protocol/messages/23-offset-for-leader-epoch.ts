/**
 * OffsetForLeaderEpoch (23): where a leader epoch ended: how a reader notices truncation.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, int64, string, struct } from '../schema/field.ts';

export const OffsetForLeaderEpoch = defineApi({
  key: 23,
  name: 'OffsetForLeaderEpoch',
  versions: [2, 4],
  flexibleSince: 4,
  request: struct({
    replicaId: int32({ since: 3, default: -2, ignorable: true }),
    topics: array(
      struct({
        topic: string(),
        partitions: array(
          struct({
            partition: int32(),
            currentLeaderEpoch: int32({ default: -1, ignorable: true }),
            leaderEpoch: int32(),
          }),
        ),
      }),
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0, ignorable: true }),
    topics: array(
      struct({
        topic: string(),
        partitions: array(
          struct({
            errorCode: int16(),
            partition: int32(),
            leaderEpoch: int32({ default: -1, ignorable: true }),
            endOffset: int64({ default: -1 }),
          }),
        ),
      }),
    ),
  }),
});
