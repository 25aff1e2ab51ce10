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
import { describedPartition } from '../described-partition.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import type { Topic } from '../topic-catalog.ts';
import { topicNameProblem } from '../topic-names.ts';

type Request = RequestOf<typeof DescribeTopicPartitions>;
type Response = ResponseInit<typeof DescribeTopicPartitions>;
type TopicResponse = Response['topics'][number];

export const describeTopicPartitions = serve(DescribeTopicPartitions, handle);

function handle(request: Request, { services }: RequestContext): Response {
  const { cursor } = request;
  if (cursor !== null && !isSound(cursor, request)) return refusedAsAsked(request);
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
    // The page is full. The next one begins here, whether or not there is such a topic.
    if (left === 0) return { topics, nextCursor: { topicName: name, partitionIndex: 0 } };
    const topic = services.topics.get(name);
    if (topic === undefined) {
      topics.push(missing(name));
      continue;
    }
    // A cursor beyond the end of its topic takes nothing from the page.
    const from = cursor?.topicName === name ? Math.min(cursor.partitionIndex, topic.partitionCount) : 0;
    const until = Math.min(topic.partitionCount, from + left);
    topics.push(described(topic, services, { from, until }));
    left -= until - from;
    if (until < topic.partitionCount) {
      return { topics, nextCursor: { topicName: name, partitionIndex: until } };
    }
  }
  return { topics };
}

/** Whether the cursor names a partition that can be, of a topic that was asked for; of all topics, it may name any. */
function isSound(
  { topicName, partitionIndex }: NonNullable<Request['cursor']>,
  { topics }: Request,
): boolean {
  return partitionIndex >= 0 && (topics.length === 0 || topics.some(({ name }) => name === topicName));
}

/** Every topic as it was asked for, in that order, refused. */
function refusedAsAsked({ topics }: Request): Response {
  return {
    topics: topics.map(({ name }) => ({
      errorCode: errorCode('INVALID_REQUEST'),
      name,
      topicId: ZERO_UUID,
      partitions: [],
    })),
  };
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
  services: Services,
  page: { readonly from: number; readonly until: number },
): TopicResponse {
  const indexes = Array.from({ length: page.until - page.from }, (_, i) => page.from + i);
  return {
    errorCode: 0,
    name: topic.name,
    topicId: topic.id,
    isInternal: topic.isInternal,
    partitions: indexes.map((partition) => ({
      ...describedPartition(topic, partition, services),
      eligibleLeaderReplicas: [],
      lastKnownElr: [],
    })),
    topicAuthorizedOperations: TOPIC_OPERATIONS,
  };
}
