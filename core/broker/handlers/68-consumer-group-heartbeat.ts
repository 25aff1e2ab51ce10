/**
 * ConsumerGroupHeartbeat (68), v0 and v1: answered as by a Kafka whose group.coordinator.rebalance.protocols is `classic`, which
 * is this broker's setting: UNSUPPORTED_VERSION. Clients then know that they must use the classic protocol.
 *
 * Left out: the consumer group protocol itself (KIP-848).
 */
import { errorCode } from '#core/protocol/errors.ts';
import { ConsumerGroupHeartbeat } from '#core/protocol/messages/68-consumer-group-heartbeat.ts';
import type { ResponseInit } from '#core/protocol/schema/api.ts';
import { serve } from '../handler.ts';

export const consumerGroupHeartbeat = serve(ConsumerGroupHeartbeat, handle);

function handle(): ResponseInit<typeof ConsumerGroupHeartbeat> {
  return {
    errorCode: errorCode('UNSUPPORTED_VERSION'),
    errorMessage:
      'The consumer group protocol is not enabled: group.coordinator.rebalance.protocols is classic.',
    memberEpoch: 0,
    heartbeatIntervalMs: 0,
  };
}
