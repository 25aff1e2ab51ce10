/**
 * CreateTopics (19), v2 to v7.
 *
 * Checks names, counts, placements and settings as the controller does, and answers for each topic; v5 also its settings, v7 its
 * id. What is valid is there when the answer is.
 *
 * Left out: replication factors above 1 (INVALID_REPLICATION_FACTOR: there is one node), creation policies, quotas.
 */
import { groupBy } from '#core/base/group-by.ts';
import { own } from '#core/base/own.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { Answer, RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import type { TopicInit } from '../topic-catalog.ts';
import type { Problem } from '../topic-creation.ts';
import { describeTopic } from '../topic-settings.ts';

type CreateRequest = RequestOf<typeof CreateTopics>;
type TopicRequest = CreateRequest['topics'][number];
type TopicResponse = ResponseInit<typeof CreateTopics>['topics'][number];

export const createTopics = serve(CreateTopics, handle);

async function handle(
  request: CreateRequest,
  { services }: RequestContext,
): Promise<Answer<typeof CreateTopics>> {
  const byName = groupBy(request.topics, ({ name }) => name);
  // A large topic of the same name may still be on its way out.
  await Promise.all([...byName.keys()].map((name) => services.topics.whenRemoved(name)));
  const verdicts = verdictsOf(byName, services);
  const good = [...verdicts.values()].flatMap((verdict) => ('error' in verdict ? [] : verdict));
  const made = request.validateOnly ? [] : services.topicCreation.createAll(good);
  const ids = new Map(made.map(({ name, id }) => [name, id]));
  const topics = [...verdicts].map(([name, verdict]) =>
    'error' in verdict
      ? refused(name, verdict)
      : created(verdict, ids.get(name) ?? services.topics.newId(), services),
  );
  await Promise.all(made.map((topic) => services.topics.whenGrown(topic)));
  return { topics };
}

/** What becomes of each name. A request that is too large is refused as a whole. */
function verdictsOf(
  byName: ReadonlyMap<string, readonly TopicRequest[]>,
  { topicCreation }: Services,
): Map<string, TopicInit | Problem> {
  const single = [...byName.values()].flatMap((same) => (same.length === 1 ? same : []));
  const tooLarge = topicCreation.requestProblem(single);
  const verdicts = new Map<string, TopicInit | Problem>();
  for (const [name, [topic, ...more]] of byName) {
    if (topic === undefined || more.length > 0) {
      verdicts.set(name, { error: 'INVALID_REQUEST', message: 'Duplicate topic name.' });
    } else {
      verdicts.set(name, tooLarge ?? topicCreation.check(topic));
    }
  }
  const good = [...verdicts.values()].flatMap((verdict) => ('error' in verdict ? [] : verdict));
  const problem = topicCreation.batchProblem(good);
  if (problem !== undefined) for (const { name } of single) verdicts.set(name, problem);
  return verdicts;
}

function refused(name: string, { error, message }: Problem): TopicResponse {
  return { name, errorCode: errorCode(error), errorMessage: message, configs: [] };
}

function created(
  { name, partitions, overrides }: TopicInit,
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
      // What was asked for is repeated as it was written; DescribeConfigs shows it parsed.
      value: own(overrides, entry.name) ?? entry.value,
      readOnly: entry.readOnly,
      configSource: entry.configSource,
      isSensitive: entry.isSensitive,
    })),
  };
}
