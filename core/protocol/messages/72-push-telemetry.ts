/**
 * PushTelemetry (72): client metrics.
 */
import { defineApi } from '../schema/api.ts';
import { bool, bytes, int8, int16, int32, struct, uuid } from '../schema/field.ts';

export const PushTelemetry = defineApi({
  key: 72,
  name: 'PushTelemetry',
  versions: [0, 0],
  flexibleSince: 0,
  request: struct({
    clientInstanceId: uuid(),
    subscriptionId: int32(),
    terminating: bool(),
    compressionType: int8(),
    metrics: bytes(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
  }),
});
