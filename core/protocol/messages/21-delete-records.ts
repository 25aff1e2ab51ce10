/**
 * DeleteRecords (21): raises the log start offset of partitions.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, int64, string, struct } from '../schema/field.ts';

export const DeleteRecords = defineApi({
  key: 21,
  name: 'DeleteRecords',
  versions: [0, 2],
  flexibleSince: 2,
  request: struct({
    topics: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            offset: int64(),
          }),
        ),
      }),
    ),
    timeoutMs: int32(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    topics: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
            lowWatermark: int64(),
            errorCode: int16(),
          }),
        ),
      }),
    ),
  }),
});
