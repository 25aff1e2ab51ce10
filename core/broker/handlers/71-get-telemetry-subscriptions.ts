/**
 * GetTelemetrySubscriptions (71), v0: answered with a subscription to nothing, but not named in ApiVersions, as a Kafka whose
 * brokers collect no client metrics.
 */
import { GetTelemetrySubscriptions } from '#core/protocol/messages/71-get-telemetry-subscriptions.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { randomUuid, ZERO_UUID } from '#core/protocol/uuid.ts';
import {
  PUSH_INTERVAL_MS,
  subscriptionIdOf,
  TELEMETRY_BYTES_MAX,
  TELEMETRY_CODECS,
} from '../client-telemetry.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

export const getTelemetrySubscriptions = serve(GetTelemetrySubscriptions, handle, { isAdvertised: false });

function handle(
  request: RequestOf<typeof GetTelemetrySubscriptions>,
  { services }: RequestContext,
): ResponseInit<typeof GetTelemetrySubscriptions> {
  const isNew = request.clientInstanceId === ZERO_UUID;
  const clientInstanceId = isNew ? randomUuid(services.random) : request.clientInstanceId;
  return {
    errorCode: 0,
    clientInstanceId,
    subscriptionId: subscriptionIdOf(clientInstanceId),
    acceptedCompressionTypes: [...TELEMETRY_CODECS],
    pushIntervalMs: PUSH_INTERVAL_MS,
    telemetryMaxBytes: TELEMETRY_BYTES_MAX,
    deltaTemporality: true,
    requestedMetrics: [],
  };
}
