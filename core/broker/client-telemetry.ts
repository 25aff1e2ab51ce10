/**
 * Telemetry of clients, switched off: the broker wants no metrics. (source: ClientMetricsManager, KIP-714)
 */
import { crc32c } from '@node-rs/crc32';
import { uuidToBytes } from '#core/protocol/uuid.ts';

/** How often a client would push, ms. */
export const PUSH_INTERVAL_MS = 300_000;
/** Most bytes of one push: Kafka's `telemetry.max.bytes`. */
export const TELEMETRY_BYTES_MAX = 1_048_576;
/** zstd, lz4, gzip, snappy: in the order in which Kafka prefers them. */
export const TELEMETRY_CODECS: readonly number[] = [4, 3, 1, 2];

/** The empty set of metrics and the interval, as Kafka writes them. */
const EMPTY_SUBSCRIPTION = crc32c(Buffer.from(`[]${PUSH_INTERVAL_MS}`)) | 0;

/** What Kafka gives a client instance as the id of a subscription to nothing. */
export function subscriptionIdOf(clientInstanceId: string): number {
  const bytes = uuidToBytes(clientInstanceId);
  let hash = 0;
  for (let at = 0; at < bytes.length; at += 4) hash ^= bytes.readInt32BE(at);
  return EMPTY_SUBSCRIPTION ^ hash;
}
