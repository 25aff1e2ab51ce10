/**
 * AddPartitionsToTxn (24), v0 to v5.
 *
 * v0 to v3: a producer adds partitions to its transaction. v4 and v5: a broker adds for, or only verifies, several transactions at
 * once (KIP-890). If one partition cannot be added none is: the others are OPERATION_NOT_ATTEMPTED. Internal topics are off
 * limits to producers.
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { AddPartitionsToTxn } from '#core/protocol/messages/24-add-partitions-to-txn.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { fencedBefore } from '../fenced-error.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import { isInternalTopic } from '../topic-names.ts';

type AddRequest = RequestOf<typeof AddPartitionsToTxn>;
type TopicRequest = AddRequest['v3AndBelowTopics'][number];
type TopicResult = NonNullable<ResponseInit<typeof AddPartitionsToTxn>['resultsByTopicV3AndBelow']>[number];

const BATCHED_SINCE = 4;
const PRODUCER_FENCED_SINCE = 2;

/** One transaction of the request. */
interface Transaction {
  readonly transactionalId: string;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly verifyOnly: boolean;
  readonly topics: readonly TopicRequest[];
}

export const addPartitionsToTxn = serve(AddPartitionsToTxn, handle);

function handle(request: AddRequest, context: RequestContext): ResponseInit<typeof AddPartitionsToTxn> {
  if (context.version < BATCHED_SINCE) {
    const transaction = {
      transactionalId: request.v3AndBelowTransactionalId,
      producerId: request.v3AndBelowProducerId,
      producerEpoch: request.v3AndBelowProducerEpoch,
      verifyOnly: false,
      topics: request.v3AndBelowTopics,
    };
    return { resultsByTopicV3AndBelow: add(transaction, context) };
  }
  return {
    errorCode: 0,
    resultsByTransaction: request.transactions.map((transaction) => ({
      transactionalId: transaction.transactionalId,
      topicResults: add(transaction, context),
    })),
  };
}

function add(transaction: Transaction, context: RequestContext): TopicResult[] {
  const { topics } = transaction;
  const partitions = topics.flatMap(({ name, partitions: indexes }) =>
    indexes.map((partition) => ({ topic: name, partition })),
  );
  const bad = badPartitions(partitions, context);
  if (bad.size > 0) {
    return results(topics, (partition) => bad.get(partitionName(partition)) ?? 'OPERATION_NOT_ATTEMPTED');
  }
  const { version, services } = context;
  const { transactionalId, producerId, producerEpoch } = transaction;
  const asked = { transactionalId, producerId, producerEpoch, partitions };
  if (transaction.verifyOnly) {
    const errors = services.transactions.verifyPartitions(asked);
    const byName = new Map(
      partitions.map((partition, i) => [partitionName(partition), errors[i] ?? 'UNKNOWN_SERVER_ERROR']),
    );
    return results(topics, (partition) => byName.get(partitionName(partition)) ?? 'UNKNOWN_SERVER_ERROR');
  }
  const error = services.transactions.addPartitions({
    ...asked,
    clientTransactionVersion: version < BATCHED_SINCE ? 0 : 2,
  });
  return results(topics, () => fencedBefore(PRODUCER_FENCED_SINCE, version, error));
}

/** Partitions that cannot be in any transaction, with the reason. */
function badPartitions(
  partitions: readonly TopicPartition[],
  { version, services }: RequestContext,
): Map<string, ErrorName> {
  const bad = new Map<string, ErrorName>();
  for (const partition of partitions) {
    if (version < BATCHED_SINCE && isInternalTopic(partition.topic)) {
      bad.set(partitionName(partition), 'TOPIC_AUTHORIZATION_FAILED');
    } else if (services.topics.log(partition) === undefined) {
      bad.set(partitionName(partition), 'UNKNOWN_TOPIC_OR_PARTITION');
    }
  }
  return bad;
}

function results(
  topics: readonly TopicRequest[],
  errorOf: (partition: TopicPartition) => ErrorName,
): TopicResult[] {
  return topics.map(({ name, partitions }) => ({
    name,
    resultsByPartition: partitions.map((partition) => ({
      partitionIndex: partition,
      partitionErrorCode: errorCode(errorOf({ topic: name, partition })),
    })),
  }));
}
