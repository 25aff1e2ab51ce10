/**
 * EndTxn (26), v0 to v5: commits or aborts a transaction. The answer comes when the outcome is decided and written; markers follow.
 *
 * v2 knows PRODUCER_FENCED. v5 is transaction version 2: the epoch rises with each transaction, and the answer says which
 * producer id and epoch come next (KIP-890).
 */
import { errorCode } from '#core/protocol/errors.ts';
import { EndTxn } from '#core/protocol/messages/26-end-txn.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { fencedBefore } from '../fenced-error.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

const PRODUCER_FENCED_SINCE = 2;
const TRANSACTION_VERSION_2_SINCE = 5;

export const endTxn = serve(EndTxn, handle);

function handle(
  request: RequestOf<typeof EndTxn>,
  { version, services }: RequestContext,
): ResponseInit<typeof EndTxn> {
  const { transactionalId, producerId, producerEpoch, committed } = request;
  const outcome = services.transactions.endTransaction({
    transactionalId,
    producerId,
    producerEpoch,
    commit: committed,
    transactionVersion: version >= TRANSACTION_VERSION_2_SINCE ? 2 : 0,
  });
  return {
    errorCode: errorCode(fencedBefore(PRODUCER_FENCED_SINCE, version, outcome.error)),
    producerId: outcome.producerId,
    producerEpoch: outcome.producerEpoch,
  };
}
