import { KafkaError } from '#core/protocol/kafka-error.ts';
import { errorOf } from '../client-error.ts';

const NOT_SUPPORTED =
  'The cluster does not support the new CONSUMER group protocol. Set group.protocol=classic on the consumer configs to revert to ' +
  'the CLASSIC protocol until the cluster is upgraded.';

/** What poll() rejects with when a heartbeat of the consumer protocol was refused for good. (source: ConsumerHeartbeatRequestManager) */
export function heartbeatFailure(error: unknown): Error {
  if (!(error instanceof KafkaError)) return error instanceof Error ? error : new Error(String(error));
  switch (error.error) {
    case 'UNSUPPORTED_VERSION':
      return errorOf('UNSUPPORTED_VERSION', NOT_SUPPORTED);
    case 'INVALID_REGULAR_EXPRESSION':
      return errorOf(
        'INVALID_REGULAR_EXPRESSION',
        `Invalid RE2J SubscriptionPattern provided in the call to subscribe. ${error.message}`,
      );
    default:
      return error;
  }
}
