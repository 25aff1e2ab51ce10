/**
 * WriteTxnMarkers (27): the coordinator has markers written. v2 says under which transaction.version (KIP-1228).
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int8, int16, int32, int64, string, struct } from '../schema/field.ts';

export const WriteTxnMarkers = defineApi({
  key: 27,
  name: 'WriteTxnMarkers',
  versions: [1, 2],
  flexibleSince: 1,
  request: struct({
    markers: array(
      struct({
        producerId: int64(),
        producerEpoch: int16(),
        transactionResult: bool(),
        topics: array(
          struct({
            name: string(),
            partitionIndexes: array(int32()),
          }),
        ),
        coordinatorEpoch: int32(),
        transactionVersion: int8({ since: 2, default: 0, ignorable: true }),
      }),
    ),
  }),
  response: struct({
    markers: array(
      struct({
        producerId: int64(),
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
    ),
  }),
});
