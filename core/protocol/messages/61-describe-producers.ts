/**
 * DescribeProducers (61): what a partition's leader knows of its producers (KIP-664).
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, int64, string, struct } from '../schema/field.ts';

export const DescribeProducers = defineApi({
  key: 61,
  name: 'DescribeProducers',
  versions: [0, 0],
  flexibleSince: 0,
  request: struct({
    topics: array(
      struct({
        name: string(),
        partitionIndexes: array(int32()),
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
            errorMessage: string({ nullable: true, default: null }),
            activeProducers: array(
              struct({
                producerId: int64(),
                producerEpoch: int32(),
                lastSequence: int32({ default: -1 }),
                lastTimestamp: int64({ default: -1 }),
                coordinatorEpoch: int32(),
                currentTxnStartOffset: int64({ default: -1 }),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
});
