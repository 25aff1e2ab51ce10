/**
 * TxnOffsetCommit (28): a group's offsets as part of a transaction.
 *
 * v3 is fenced by generation and member (KIP-447) · v5 registers the offsets partition by itself (KIP-890)
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, int64, string, struct } from '../schema/field.ts';

export const TxnOffsetCommit = defineApi({
  key: 28,
  name: 'TxnOffsetCommit',
  versions: [0, 5],
  flexibleSince: 3,
  request: struct({
    transactionalId: string(),
    groupId: string(),
    producerId: int64(),
    producerEpoch: int16(),
    generationId: int32({ since: 3, default: -1 }),
    memberId: string({ since: 3, default: '' }),
    groupInstanceId: string({ since: 3, nullable: true, default: null }),
    topics: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            committedOffset: int64(),
            committedLeaderEpoch: int32({ since: 2, default: -1, ignorable: true }),
            committedMetadata: string({ nullable: true }),
          }),
        ),
      }),
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    topics: array(
      struct({
        name: string(),
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
