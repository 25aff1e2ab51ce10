/**
 * OffsetFetch (9): what a group has committed.
 *
 * v7 requireStable · v8 several groups at once · v10 topic ids
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int16, int32, int64, string, struct, uuid } from '../schema/field.ts';

export const OffsetFetch = defineApi({
  key: 9,
  name: 'OffsetFetch',
  versions: [1, 10],
  flexibleSince: 6,
  request: struct({
    groupId: string({ until: 7 }),
    topics: array(
      struct({
        name: string(),
        partitionIndexes: array(int32()),
      }),
      { until: 7, nullable: 2 },
    ),
    groups: array(
      struct({
        groupId: string(),
        memberId: string({ since: 9, nullable: true, default: null, ignorable: true }),
        memberEpoch: int32({ since: 9, default: -1, ignorable: true }),
        topics: array(
          struct({
            name: string({ until: 9, ignorable: true }),
            topicId: uuid({ since: 10, ignorable: true }),
            partitionIndexes: array(int32()),
          }),
          { nullable: true },
        ),
      }),
      { since: 8 },
    ),
    requireStable: bool({ since: 7, default: false }),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 3, default: 0, ignorable: true }),
    topics: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            committedOffset: int64(),
            committedLeaderEpoch: int32({ since: 5, default: -1, ignorable: true }),
            metadata: string({ nullable: true }),
            errorCode: int16(),
          }),
        ),
      }),
      { until: 7 },
    ),
    errorCode: int16({ since: 2, until: 7, default: 0, ignorable: true }),
    groups: array(
      struct({
        groupId: string(),
        topics: array(
          struct({
            name: string({ until: 9, ignorable: true }),
            topicId: uuid({ since: 10, ignorable: true }),
            partitions: array(
              struct({
                partitionIndex: int32(),
                committedOffset: int64(),
                committedLeaderEpoch: int32({ default: -1, ignorable: true }),
                metadata: string({ nullable: true }),
                errorCode: int16(),
              }),
            ),
          }),
        ),
        errorCode: int16({ default: 0 }),
      }),
      { since: 8 },
    ),
  }),
});
