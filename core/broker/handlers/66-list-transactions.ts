/** ListTransactions (66), v0 to v2: transactional ids by state, producer id, duration (v1) and pattern (v2). All filters must hold. */
import { errorCode } from '#core/protocol/errors.ts';
import { ListTransactions } from '#core/protocol/messages/66-list-transactions.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

export const listTransactions = serve(ListTransactions, handle);

function handle(
  request: RequestOf<typeof ListTransactions>,
  { services }: RequestContext,
): ResponseInit<typeof ListTransactions> {
  const { error, unknownStates, transactions } = services.transactions.list({
    states: request.stateFilters,
    producerIds: request.producerIdFilters,
    durationMs: request.durationFilter,
    pattern: request.transactionalIdPattern,
  });
  return {
    errorCode: errorCode(error),
    unknownStateFilters: unknownStates,
    transactionStates: transactions.map(({ transactionalId, producerId, state }) => ({
      transactionalId,
      producerId,
      transactionState: state,
    })),
  };
}
