import { defineStored } from '../schema/api.ts';
import { int32, int64, string, struct, uuid } from '../schema/field.ts';

/** Key of a committed offset in __consumer_offsets: record type 1 (and 0, which only old brokers wrote). */
export const OffsetCommitKey = defineStored({
  name: 'OffsetCommitKey',
  versions: [0, 1],
  shape: struct({
    group: string(),
    topic: string(),
    partition: int32(),
  }),
});

/** A committed offset; a null value deletes it. */
export const OffsetCommitValue = defineStored({
  name: 'OffsetCommitValue',
  versions: [0, 4],
  flexibleSince: 4,
  shape: struct({
    offset: int64(),
    leaderEpoch: int32({ since: 3, default: -1, ignorable: true }),
    metadata: string(),
    commitTimestamp: int64(),
    expireTimestamp: int64({ since: 1, until: 1, default: -1, ignorable: true }),
    topicId: uuid({ since: 4, tag: 0, ignorable: true }),
  }),
});
