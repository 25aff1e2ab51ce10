/**
 * CreateTopics (19), v2 to v7.
 *
 * Checks names, counts, placements and settings as the controller does, and answers for each topic; v5 also its settings, v7 its
 * id. What is valid is there when the answer is.
 *
 * Left out: replication factors above 1 (INVALID_REPLICATION_FACTOR: there is one node), creation policies, quotas.
 */
import { groupBy } from '#core/base/group-by.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { Answer, RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import type { CheckedTopic, Problem } from '../topic-creation.ts';
import { describeTopic } from '../topic-settings.ts';

type TopicRequest = RequestOf<typeof CreateTopics>['topics'][number];
type TopicResponse = ResponseInit<typeof CreateTopics>['topics'][number];

export const createTopics = serve(CreateTopics, handle);

function handle(
  request: RequestOf<typeof CreateTopics>,
  { services }: RequestContext,
): Answer<typeof CreateTopics> | Promise<Answer<typeof CreateTopics>> {
  const responses: TopicResponse[] = [];
  const growing: (Promise<void> | undefined)[] = [];
  let partitions = 0;
  for (const [name, topics] of groupBy(request.topics, (topic) => topic.name)) {
    const checked = checkOne(topics, services, partitions);
    if ('error' in checked) {
      responses.push(refused(name, checked));
      continue;
    }
    partitions += checked.partitions;
    if (request.validateOnly) {
      responses.push(created(checked, services.topics.newId(), services));
      continue;
    }
    const topic = services.topicCreation.create(checked);
    growing.push(services.topics.whenGrown(topic));
    responses.push(created(checked, topic.id, services));
  }
  if (growing.every((promise) => promise === undefined)) return { topics: responses };
  return Promise.all(growing).then(() => ({ topics: responses }));
}

function checkOne(
  topics: readonly TopicRequest[],
  { topicCreation }: Services,
  partitionsBefore: number,
): CheckedTopic | Problem {
  const [topic] = topics;
  if (topic === undefined || topics.length > 1) {
    return { error: 'INVALID_REQUEST', message: 'Duplicate topic name.' };
  }
  return topicCreation.check(topic, partitionsBefore);
}

function refused(name: string, { error, message }: Problem): TopicResponse {
  return { name, errorCode: errorCode(error), errorMessage: message, configs: [] };
}

function created(
  { name, partitions, overrides }: CheckedTopic,
  topicId: string,
  { settings }: Services,
): TopicResponse {
  return {
    name,
    topicId,
    errorCode: 0,
    errorMessage: null,
    numPartitions: partitions,
    replicationFactor: 1,
    configs: describeTopic(overrides, settings).map((entry) => ({
      name: entry.name,
      value: entry.value,
      readOnly: entry.readOnly,
      configSource: entry.configSource,
      isSensitive: entry.isSensitive,
    })),
  };
}
