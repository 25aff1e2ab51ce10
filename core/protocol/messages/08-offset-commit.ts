/**
 * OffsetCommit (8): a group's next offsets to read.
 *
 * v7 static members · v9 the consumer protocol (KIP-848) · v10 topic ids
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, int64, string, struct, uuid } from '../schema/field.ts';

export const OffsetCommit = defineApi({
  key: 8,
  name: 'OffsetCommit',
  versions: [2, 10],
  flexibleSince: 8,
  request: struct({
    groupId: string(),
    generationIdOrMemberEpoch: int32({ default: -1, ignorable: true }),
    memberId: string({ ignorable: true }),
    groupInstanceId: string({ since: 7, nullable: true, default: null }),
    retentionTimeMs: int64({ until: 4, default: -1, ignorable: true }),
    topics: array(
      struct({
        name: string({ until: 9, ignorable: true }),
        topicId: uuid({ since: 10, ignorable: true }),
        partitions: array(
          struct({
            partitionIndex: int32(),
            committedOffset: int64(),
            committedLeaderEpoch: int32({ since: 6, default: -1, ignorable: true }),
            committedMetadata: string({ nullable: true }),
          }),
        ),
      }),
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ since: 3, default: 0, ignorable: true }),
    topics: array(
      struct({
        name: string({ until: 9, ignorable: true }),
        topicId: uuid({ since: 10, ignorable: true }),
        partitions: array(
          struct({
            partitionIndex: int32(),
            errorCode: int16(),
          }),
        ),
      }),
    ),
  }),
});
