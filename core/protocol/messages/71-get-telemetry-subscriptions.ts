/**
 * GetTelemetrySubscriptions (71): which client metrics the broker wants.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int8, int16, int32, string, struct, uuid } from '../schema/field.ts';

export const GetTelemetrySubscriptions = defineApi({
  key: 71,
  name: 'GetTelemetrySubscriptions',
  versions: [0, 0],
  flexibleSince: 0,
  request: struct({
    clientInstanceId: uuid(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    clientInstanceId: uuid(),
    subscriptionId: int32(),
    acceptedCompressionTypes: array(int8()),
    pushIntervalMs: int32(),
    telemetryMaxBytes: int32(),
    deltaTemporality: bool(),
    requestedMetrics: array(string()),
  }),
});
