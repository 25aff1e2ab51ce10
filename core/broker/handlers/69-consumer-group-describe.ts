/**
 * ConsumerGroupDescribe (69), v0 and v1: answered as by a Kafka whose group.coordinator.rebalance.protocols is `classic`, which is
 * this broker's setting: UNSUPPORTED_VERSION for each group. Java's admin client then asks with DescribeGroups.
 *
 * Left out: the consumer group protocol itself (KIP-848).
 */
import { errorCode } from '#core/protocol/errors.ts';
import { ConsumerGroupDescribe } from '#core/protocol/messages/69-consumer-group-describe.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { serve } from '../handler.ts';

export const consumerGroupDescribe = serve(ConsumerGroupDescribe, handle);

function handle({
  groupIds,
}: RequestOf<typeof ConsumerGroupDescribe>): ResponseInit<typeof ConsumerGroupDescribe> {
  return {
    groups: groupIds.map((groupId) => ({
      errorCode: errorCode('UNSUPPORTED_VERSION'),
      groupId,
      groupState: '',
      groupEpoch: 0,
      assignmentEpoch: 0,
      assignorName: '',
      members: [],
    })),
  };
}
