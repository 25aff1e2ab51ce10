/**
 * Produce (0): a producer hands record batches to the partitions' leader.
 *
 * v7 allows zstd · v8 names the records that were refused · v11 knows TRANSACTION_ABORTABLE · v12 adds the partition to the
 * transaction by itself (KIP-890) · v13 addresses topics by id
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, int64, records, string, struct, uuid } from '../schema/field.ts';

export const Produce = defineApi({
  key: 0,
  name: 'Produce',
  versions: [3, 13],
  flexibleSince: 9,
  request: struct({
    transactionalId: string({ nullable: true, default: null }),
    acks: int16(),
    timeoutMs: int32(),
    topicData: array(
      struct({
        name: string({ until: 12, ignorable: true }),
        topicId: uuid({ since: 13, ignorable: true }),
        partitionData: array(
          struct({
            index: int32(),
            records: records({ nullable: true }),
          }),
        ),
      }),
    ),
  }),
  response: struct({
    responses: array(
      struct({
        name: string({ until: 12, ignorable: true }),
        topicId: uuid({ since: 13, ignorable: true }),
        partitionResponses: array(
          struct({
            index: int32(),
            errorCode: int16(),
            baseOffset: int64(),
            logAppendTimeMs: int64({ default: -1, ignorable: true }),
            logStartOffset: int64({ since: 5, default: -1, ignorable: true }),
            recordErrors: array(
              struct({
                batchIndex: int32(),
                batchIndexErrorMessage: string({ nullable: true, default: null }),
              }),
              { since: 8, ignorable: true },
            ),
            errorMessage: string({ since: 8, nullable: true, default: null, ignorable: true }),
            currentLeader: struct(
              {
                leaderId: int32({ default: -1 }),
                leaderEpoch: int32({ default: -1 }),
              },
              { since: 10, tag: 0 },
            ),
          }),
        ),
      }),
    ),
    throttleTimeMs: int32({ default: 0, ignorable: true }),
    nodeEndpoints: array(
      struct({
        nodeId: int32(),
        host: string(),
        port: int32(),
        rack: string({ nullable: true, default: null }),
      }),
      { since: 10, tag: 0 },
    ),
  }),
});
