/** DescribeTransactions (65), v0: state, producer and partitions of transactional ids (KIP-664). */
import { groupBy } from '#core/base/group-by.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { DescribeTransactions } from '#core/protocol/messages/65-describe-transactions.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';

type StateResponse = ResponseInit<typeof DescribeTransactions>['transactionStates'][number];

export const describeTransactions = serve(DescribeTransactions, handle);

function handle(
  { transactionalIds }: RequestOf<typeof DescribeTransactions>,
  { services }: RequestContext,
): ResponseInit<typeof DescribeTransactions> {
  return {
    transactionStates: transactionalIds.map((transactionalId) => describeOne(transactionalId, services)),
  };
}

function describeOne(transactionalId: string, { transactions }: Services): StateResponse {
  const { error, transaction } = transactions.describe(transactionalId);
  const topics = groupBy(transaction?.partitions ?? [], ({ topic }) => topic);
  return {
    errorCode: errorCode(error),
    transactionalId,
    transactionState: transaction?.state ?? '',
    transactionTimeoutMs: transaction?.timeoutMs ?? 0,
    transactionStartTimeMs: transaction?.startedAtMs ?? 0,
    producerId: transaction?.producerId ?? 0,
    producerEpoch: transaction?.producerEpoch ?? 0,
    topics: [...topics].map(([topic, partitions]) => ({
      topic,
      partitions: partitions.map(({ partition }) => partition),
    })),
  };
}
