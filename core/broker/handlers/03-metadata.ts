/**
 * Metadata (3), v0 to v13.
 *
 * This node, the topics asked for by name or by id (v12), all of them (null; in v0 an empty list). A missing topic is made when
 * both the request and auto.create.topics.enable allow it; the answer still says UNKNOWN_TOPIC_OR_PARTITION, as Kafka's does,
 * which makes the topic behind it, and the next question finds it.
 *
 * Left out: racks, other listeners, offline replicas: there is one node.
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { Metadata } from '#core/protocol/messages/03-metadata.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import { CLUSTER_OPERATIONS, OPERATIONS_NOT_ASKED, TOPIC_OPERATIONS } from '../authorized-operations.ts';
import { describedPartition } from '../described-partition.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import type { Topic } from '../topic-catalog.ts';
import { isInternalTopic, topicNameProblem } from '../topic-names.ts';

type MetadataRequest = RequestOf<typeof Metadata>;
type TopicResponse = ResponseInit<typeof Metadata>['topics'][number];

const TOPIC_IDS_SINCE = 12;
const TOP_LEVEL_ERROR_SINCE = 13;
const CLUSTER_OPERATIONS_SINCE = 8;
const CLUSTER_OPERATIONS_UNTIL = 10;

export const metadata = serve(Metadata, handle);

function handle(request: MetadataRequest, context: RequestContext): ResponseInit<typeof Metadata> {
  const { version, services } = context;
  const misused = misuse(request, version);
  if (misused !== undefined) return misused;
  const { nodeId, host, port } = services.node;
  const operations = request.includeTopicAuthorizedOperations ? TOPIC_OPERATIONS : OPERATIONS_NOT_ASKED;
  const asksForCluster =
    version >= CLUSTER_OPERATIONS_SINCE &&
    version <= CLUSTER_OPERATIONS_UNTIL &&
    request.includeClusterAuthorizedOperations;
  return {
    brokers: [{ nodeId, host, port }],
    clusterId: services.clusterId,
    controllerId: nodeId,
    topics: topicsOf(request, context).map((topic) => ({ ...topic, topicAuthorizedOperations: operations })),
    ...(asksForCluster ? { clusterAuthorizedOperations: CLUSTER_OPERATIONS } : {}),
  };
}

/**
 * Versions that have topic ids, but may only be asked by name, refuse the request. Later ones fail over a topic with neither name
 * nor id, unless another one is asked by id: then names do not count.
 */
function misuse({ topics }: MetadataRequest, version: number): ResponseInit<typeof Metadata> | undefined {
  if (topics === null) return undefined;
  const isByName = topics.every(({ topicId }) => topicId === ZERO_UUID);
  const isNamed = topics.every(({ name }) => name !== null);
  if (isNamed ? isByName || version >= TOPIC_IDS_SINCE : !isByName && version >= TOPIC_IDS_SINCE)
    return undefined;
  const code = errorCode(version >= TOPIC_IDS_SINCE ? 'UNKNOWN_SERVER_ERROR' : 'INVALID_REQUEST');
  return {
    brokers: [],
    clusterId: null,
    topics: topics.map(({ name, topicId }) => ({
      errorCode: code,
      name: name ?? '',
      topicId,
      partitions: [],
    })),
    ...(version >= TOP_LEVEL_ERROR_SINCE ? { errorCode: code } : {}),
  };
}

function topicsOf(request: MetadataRequest, { version, services }: RequestContext): TopicResponse[] {
  const { topics } = request;
  if (topics === null || (version === 0 && topics.length === 0)) {
    return [...services.topics.all()].map((topic) => described(topic, services));
  }
  const ids = [...new Set(topics.map(({ topicId }) => topicId))].filter((id) => id !== ZERO_UUID);
  if (ids.length > 0) return ids.map((id) => byId(id, services));
  const mayCreate = request.allowAutoTopicCreation && services.settings.values['auto.create.topics.enable'];
  const names = new Set(topics.map(({ name }) => name ?? ''));
  const unknown = [...names].filter((name) => services.topics.get(name) === undefined);
  const created = mayCreate ? services.topicCreation.createByMention(unknown) : undefined;
  const isUnknown = new Set(unknown);
  return [...names].map((name) => {
    const topic = isUnknown.has(name) ? undefined : services.topics.get(name);
    if (topic !== undefined) return described(topic, services);
    const isImpossible = topicNameProblem(name) !== undefined || created?.has(name) === false;
    return missing(name, isImpossible ? 'INVALID_TOPIC_EXCEPTION' : 'UNKNOWN_TOPIC_OR_PARTITION');
  });
}

function byId(topicId: string, services: Services): TopicResponse {
  const topic = services.topics.byId(topicId);
  if (topic !== undefined) return described(topic, services);
  return { errorCode: errorCode('UNKNOWN_TOPIC_ID'), name: null, topicId, partitions: [] };
}

function missing(name: string, error: ErrorName): TopicResponse {
  return { errorCode: errorCode(error), name, isInternal: isInternalTopic(name), partitions: [] };
}

function described(topic: Topic, services: Services): TopicResponse {
  return {
    errorCode: 0,
    name: topic.name,
    topicId: topic.id,
    isInternal: topic.isInternal,
    partitions: Array.from({ length: topic.partitionCount }, (_, partition) =>
      describedPartition(topic, partition, services),
    ),
  };
}
