/**
 * PushTelemetry (72), v0: metrics are checked and dropped; like its sister not named in ApiVersions.
 *
 * Left out: telling a client that pushes too often (THROTTLING_QUOTA_EXCEEDED).
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { PushTelemetry } from '#core/protocol/messages/72-push-telemetry.ts';
import type { RequestOf } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import { subscriptionIdOf, TELEMETRY_BYTES_MAX } from '../client-telemetry.ts';
import { serve } from '../handler.ts';

type Push = RequestOf<typeof PushTelemetry>;

const CODEC_MAX = 4;

export const pushTelemetry = serve(PushTelemetry, (push) => ({ errorCode: errorCode(verdict(push)) }), {
  isAdvertised: false,
});

function verdict({ clientInstanceId, subscriptionId, compressionType, metrics }: Push): ErrorName {
  if (clientInstanceId === ZERO_UUID) return 'INVALID_REQUEST';
  if (subscriptionId !== subscriptionIdOf(clientInstanceId)) return 'UNKNOWN_SUBSCRIPTION_ID';
  if (compressionType < 0 || compressionType > CODEC_MAX) return 'UNSUPPORTED_COMPRESSION_TYPE';
  return metrics.length > TELEMETRY_BYTES_MAX ? 'TELEMETRY_TOO_LARGE' : 'NONE';
}
