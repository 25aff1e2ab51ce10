import { defineStored } from '../schema/api.ts';
import { array, int8, int16, int32, int64, string, struct } from '../schema/field.ts';

/** Key in __transaction_state. */
export const TransactionLogKey = defineStored({
  name: 'TransactionLogKey',
  versions: [0, 0],
  shape: struct({
    transactionalId: string(),
  }),
});

/** Value in __transaction_state; a null value forgets the transactional id. v1 is written from transaction.version 1 on. */
export const TransactionLogValue = defineStored({
  name: 'TransactionLogValue',
  versions: [0, 1],
  flexibleSince: 1,
  shape: struct({
    producerId: int64(),
    previousProducerId: int64({ since: 1, default: -1, tag: 0 }),
    nextProducerId: int64({ since: 1, default: -1, tag: 1 }),
    producerEpoch: int16(),
    nextProducerEpoch: int16({ since: 1, default: -1, tag: 3 }),
    transactionTimeoutMs: int32(),
    transactionStatus: int8(),
    transactionPartitions: array(
      struct({
        topic: string(),
        partitionIds: array(int32()),
      }),
      { nullable: true },
    ),
    transactionLastUpdateTimestampMs: int64(),
    transactionStartTimestampMs: int64(),
    clientTransactionVersion: int16({ since: 1, default: 0, tag: 2 }),
  }),
});
