/**
 * DescribeTransactions (65): what the coordinator knows of transactional ids (KIP-664).
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, int64, string, struct } from '../schema/field.ts';

export const DescribeTransactions = defineApi({
  key: 65,
  name: 'DescribeTransactions',
  versions: [0, 0],
  flexibleSince: 0,
  request: struct({
    transactionalIds: array(string()),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    transactionStates: array(
      struct({
        errorCode: int16(),
        transactionalId: string(),
        transactionState: string(),
        transactionTimeoutMs: int32(),
        transactionStartTimeMs: int64(),
        producerId: int64(),
        producerEpoch: int16(),
        topics: array(
          struct({
            topic: string(),
            partitions: array(int32()),
          }),
        ),
      }),
    ),
  }),
});
