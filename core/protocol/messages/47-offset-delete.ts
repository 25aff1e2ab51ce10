/**
 * OffsetDelete (47): committed offsets of a group to delete. Has errorCode before throttleTimeMs.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, string, struct } from '../schema/field.ts';

export const OffsetDelete = defineApi({
  key: 47,
  name: 'OffsetDelete',
  versions: [0, 0],
  request: struct({
    groupId: string(),
    topics: array(
      struct({
        name: string(),
        partitions: array(
          struct({
            partitionIndex: int32(),
          }),
        ),
      }),
    ),
  }),
  response: struct({
    errorCode: int16(),
    throttleTimeMs: int32({ default: 0, ignorable: true }),
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
