/**
 * AddOffsetsToTxn (25): registers a group's offsets partition with the transaction coordinator.
 */
import { defineApi } from '../schema/api.ts';
import { int16, int32, int64, string, struct } from '../schema/field.ts';

export const AddOffsetsToTxn = defineApi({
  key: 25,
  name: 'AddOffsetsToTxn',
  versions: [0, 4],
  flexibleSince: 3,
  request: struct({
    transactionalId: string(),
    producerId: int64(),
    producerEpoch: int16(),
    groupId: string(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
  }),
});
