/**
 * DeleteTopics (20), v1 to v6: by name, since v6 also by id. The topic is gone when the answer comes; its files go after
 * file.delete.delay.ms. Without time to do it in (timeoutMs ≤ 0) nothing is deleted: REQUEST_TIMED_OUT for every topic as it was asked for.
 */
import { groupBy } from '#core/base/group-by.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorCode } from '#core/protocol/errors.ts';
import { DeleteTopics } from '#core/protocol/messages/20-delete-topics.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { Answer, RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import type { Topic } from '../topic-catalog.ts';

type TopicResponse = ResponseInit<typeof DeleteTopics>['responses'][number];

/** A topic as it was asked for. */
interface Asked {
  readonly name: string | null;
  readonly topicId: string;
}

const IDS_SINCE = 6;
const DISABLED_ERROR_SINCE = 3;

export const deleteTopics = serve(DeleteTopics, handle);

async function handle(
  request: RequestOf<typeof DeleteTopics>,
  { version, services }: RequestContext,
): Promise<Answer<typeof DeleteTopics>> {
  const asked: readonly Asked[] =
    version >= IDS_SINCE ? request.topics : request.topicNames.map((name) => ({ name, topicId: ZERO_UUID }));
  const isEnabled = services.settings.values['delete.topic.enable'];
  if (!isEnabled) {
    const error = version < DISABLED_ERROR_SINCE ? 'INVALID_REQUEST' : 'TOPIC_DELETION_DISABLED';
    return { responses: asked.map((topic) => refused(topic, error, ERRORS[error].says)) };
  }
  // Kafka's controller gives up before it begins, and its clients wait that long for an answer anyway.
  if (request.timeoutMs <= 0) {
    return { responses: asked.map((topic) => refused(topic, 'REQUEST_TIMED_OUT', null)) };
  }
  const groups = groupBy(asked, ({ name, topicId }) => `${name ?? ''}/${topicId}`);
  const verdicts = [...groups.values()].map((same) => verdictOn(same, services));
  services.topics.deleteAll(verdicts.flatMap((verdict) => ('topic' in verdict ? verdict.topic : [])));
  const responses = verdicts.map((verdict) =>
    'topic' in verdict
      ? { name: verdict.topic.name, topicId: verdict.topic.id, errorCode: 0 }
      : verdict.refused,
  );
  await Promise.all(responses.map(({ name }) => name && services.topics.whenRemoved(name)));
  return { responses };
}

/** The topic that is to go, or why there is none. */
type Verdict = { readonly topic: Topic } | { readonly refused: TopicResponse };

function verdictOn(same: readonly Asked[], { topics }: Services): Verdict {
  const [asked] = same as readonly [Asked];
  const { name, topicId } = asked;
  if (name !== null && topicId !== ZERO_UUID) {
    return {
      refused: refused(asked, 'INVALID_REQUEST', 'You may not specify both topic name and topic id.'),
    };
  }
  if (name === null && topicId === ZERO_UUID) {
    return { refused: refused(asked, 'INVALID_REQUEST', 'Neither topic name nor id were specified.') };
  }
  if (same.length > 1) {
    return {
      refused: refused(asked, 'INVALID_REQUEST', `Duplicate topic ${name === null ? 'id' : 'name'}.`),
    };
  }
  const topic = name === null ? topics.byId(topicId) : topics.get(name);
  if (topic === undefined) {
    const error = name === null ? 'UNKNOWN_TOPIC_ID' : 'UNKNOWN_TOPIC_OR_PARTITION';
    return { refused: refused(asked, error, ERRORS[error].says) };
  }
  return { topic };
}

function refused({ name, topicId }: Asked, error: ErrorName, message: string | null): TopicResponse {
  return { name, topicId, errorCode: errorCode(error), errorMessage: message };
}
