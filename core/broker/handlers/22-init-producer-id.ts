/**
 * InitProducerId (22), v0 to v5: a producer gets its id and epoch, and fences whoever held the transactional id before.
 *
 * v3 says which producer the client believes to be; v4 knows PRODUCER_FENCED, older versions are told INVALID_PRODUCER_EPOCH.
 *
 * Left out: v6 (two-phase commit, KIP-939), which Kafka does not advertise either.
 */
import { errorCode } from '#core/protocol/errors.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { fencedBefore } from '../fenced-error.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

const STABLE_MAX = 5;
const PRODUCER_FENCED_SINCE = 4;

export const initProducerId = serve(InitProducerId, handle, { max: STABLE_MAX });

function handle(
  request: RequestOf<typeof InitProducerId>,
  { version, services }: RequestContext,
): ResponseInit<typeof InitProducerId> {
  const { error, producerId, producerEpoch } = services.transactions.initProducerId({
    transactionalId: request.transactionalId,
    timeoutMs: request.transactionTimeoutMs,
    producerId: request.producerId,
    producerEpoch: request.producerEpoch,
  });
  return {
    errorCode: errorCode(fencedBefore(PRODUCER_FENCED_SINCE, version, error)),
    producerId,
    producerEpoch,
  };
}
