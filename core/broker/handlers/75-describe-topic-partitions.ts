/**
 * DescribeTopicPartitions (75), v0: topics with their partitions, page by page (KIP-966). A page holds as many partitions as asked,
 * at most max.request.partition.size.limit; the cursor says where the next one begins. Topics come in name order.
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { DescribeTopicPartitions } from '#core/protocol/messages/75-describe-topic-partitions.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import { TOPIC_OPERATIONS } from '../authorized-operations.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import type { Topic } from '../topic-catalog.ts';
import { topicNameProblem } from '../topic-names.ts';

type Response = ResponseInit<typeof DescribeTopicPartitions>;
type TopicResponse = Response['topics'][number];

export const describeTopicPartitions = serve(DescribeTopicPartitions, handle);

function handle(request: RequestOf<typeof DescribeTopicPartitions>, { services }: RequestContext): Response {
  const { cursor } = request;
  const limit = Math.min(
    Math.max(1, request.responsePartitionLimit),
    services.settings.values['max.request.partition.size.limit'],
  );
  const names =
    request.topics.length === 0
      ? [...services.topics.all()].map(({ name }) => name)
      : request.topics.map(({ name }) => name);
  const wanted = [...new Set(names)].sort().filter((name) => cursor === null || name >= cursor.topicName);
  const topics: TopicResponse[] = [];
  let left = limit;
  for (const name of wanted) {
    const topic = services.topics.get(name);
    const from = cursor?.topicName === name ? cursor.partitionIndex : 0;
    if (topic !== undefined && left === 0) {
      return { topics, nextCursor: { topicName: name, partitionIndex: from } };
    }
    if (topic === undefined) {
      topics.push(missing(name));
      continue;
    }
    const until = Math.min(topic.partitionCount, from + left);
    topics.push(described(topic, services, { from, until }));
    left -= until - from;
    if (until < topic.partitionCount) {
      return { topics, nextCursor: { topicName: name, partitionIndex: until } };
    }
  }
  return { topics };
}

function missing(name: string): TopicResponse {
  const error: ErrorName =
    topicNameProblem(name) === undefined ? 'UNKNOWN_TOPIC_OR_PARTITION' : 'INVALID_TOPIC_EXCEPTION';
  return {
    errorCode: errorCode(error),
    name,
    topicId: ZERO_UUID,
    partitions: [],
    topicAuthorizedOperations: TOPIC_OPERATIONS,
  };
}

function described(
  topic: Topic,
  { topics, node }: Services,
  page: { readonly from: number; readonly until: number },
): TopicResponse {
  const indexes = Array.from({ length: Math.max(0, page.until - page.from) }, (_, i) => page.from + i);
  return {
    errorCode: 0,
    name: topic.name,
    topicId: topic.id,
    isInternal: topic.isInternal,
    partitions: indexes.map((partition) => {
      const log = topics.log({ topic: topic.name, partition });
      return {
        errorCode: errorCode(log === undefined ? 'LEADER_NOT_AVAILABLE' : 'NONE'),
        partitionIndex: partition,
        leaderId: log === undefined ? -1 : node.nodeId,
        leaderEpoch: log?.leaderEpoch ?? -1,
        replicaNodes: [node.nodeId],
        isrNodes: [node.nodeId],
        eligibleLeaderReplicas: [],
        lastKnownElr: [],
        offlineReplicas: [],
      };
    }),
    topicAuthorizedOperations: TOPIC_OPERATIONS,
  };
}
