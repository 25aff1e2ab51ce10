/**
 * AddOffsetsToTxn (25), v0 to v4: adds the partition of __consumer_offsets that keeps a group's offsets to a transaction. v2
 * knows PRODUCER_FENCED.
 */
import { errorCode } from '#core/protocol/errors.ts';
import { AddOffsetsToTxn } from '#core/protocol/messages/25-add-offsets-to-txn.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { fencedBefore } from '../fenced-error.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import { CONSUMER_OFFSETS } from '../topic-names.ts';

const PRODUCER_FENCED_SINCE = 2;

export const addOffsetsToTxn = serve(AddOffsetsToTxn, handle);

function handle(
  request: RequestOf<typeof AddOffsetsToTxn>,
  { version, services }: RequestContext,
): ResponseInit<typeof AddOffsetsToTxn> {
  const { transactionalId, producerId, producerEpoch, groupId } = request;
  const error = services.transactions.addPartitions({
    transactionalId,
    producerId,
    producerEpoch,
    partitions: [{ topic: CONSUMER_OFFSETS, partition: services.groups.partitionFor(groupId) }],
    // Only clients of the old protocol ask this way.
    clientTransactionVersion: 0,
    api: 'AddOffsetsToTxn',
  });
  return { errorCode: errorCode(fencedBefore(PRODUCER_FENCED_SINCE, version, error)) };
}
