import { defineStored } from '../schema/api.ts';
import { int32, struct } from '../schema/field.ts';

/** Value of an ABORT or COMMIT control record. */
export const EndTxnMarker = defineStored({
  name: 'EndTxnMarker',
  versions: [0, 0],
  shape: struct({
    coordinatorEpoch: int32(),
  }),
});
