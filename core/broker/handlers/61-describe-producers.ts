/** DescribeProducers (61), v0: the producers a partition remembers, and their open transactions (KIP-664). */
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorCode } from '#core/protocol/errors.ts';
import { DescribeProducers } from '#core/protocol/messages/61-describe-producers.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import { topicNameProblem } from '../topic-names.ts';

type PartitionResponse = ResponseInit<typeof DescribeProducers>['topics'][number]['partitions'][number];

export const describeProducers = serve(DescribeProducers, handle);

function handle(
  request: RequestOf<typeof DescribeProducers>,
  { services }: RequestContext,
): ResponseInit<typeof DescribeProducers> {
  return {
    topics: request.topics.map(({ name, partitionIndexes }) => ({
      name,
      partitions: partitionIndexes.map((partition) => describeOne(services, name, partition)),
    })),
  };
}

function describeOne({ topics }: Services, topic: string, partition: number): PartitionResponse {
  const refused = (error: ErrorName, errorMessage: string): PartitionResponse => ({
    partitionIndex: partition,
    errorCode: errorCode(error),
    errorMessage,
    activeProducers: [],
  });
  const problem = topicNameProblem(topic);
  if (problem !== undefined) return refused('INVALID_TOPIC_EXCEPTION', problem);
  const log = topics.log({ topic, partition });
  if (log === undefined) {
    return refused('UNKNOWN_TOPIC_OR_PARTITION', ERRORS.UNKNOWN_TOPIC_OR_PARTITION.says);
  }
  return { partitionIndex: partition, errorCode: 0, activeProducers: log.activeProducers() };
}
