/**
 * CreatePartitions (37), v0 to v3: adds partitions to topics; placing them by hand is checked and makes no difference on one node. What
 * goes beyond 10,000 partitions a request is refused with UNKNOWN_SERVER_ERROR, as Kafka 4.3 does.
 */
import { groupBy } from '#core/base/group-by.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { CreatePartitions } from '#core/protocol/messages/37-create-partitions.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { Answer, RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import type { Topic } from '../topic-catalog.ts';
import { METADATA_RECORDS_MAX } from '../topic-creation.ts';

type CreateRequest = RequestOf<typeof CreatePartitions>;
type TopicRequest = CreateRequest['topics'][number];

interface Result {
  readonly error: ErrorName;
  readonly message: string | null;
}

export const createPartitions = serve(CreatePartitions, handle);

function handle(
  { topics, validateOnly }: CreateRequest,
  { services }: RequestContext,
): Answer<typeof CreatePartitions> | Promise<Answer<typeof CreatePartitions>> {
  const room = { partitions: METADATA_RECORDS_MAX };
  const counts = new Map<Topic, number>();
  const response: ResponseInit<typeof CreatePartitions> = {
    results: [...groupBy(topics, ({ name }) => name)].map(([name, asked]) => {
      const { error, message }: Result =
        asked.length > 1
          ? { error: 'INVALID_REQUEST', message: 'Duplicate topic name.' }
          : check(asked[0] as TopicRequest, services, { room, counts });
      return { name, errorCode: errorCode(error), errorMessage: message };
    }),
  };
  if (!validateOnly) services.topics.addPartitions(counts);
  const growing = topics.map(({ name }) => {
    const topic = services.topics.get(name);
    return topic && services.topics.whenGrown(topic);
  });
  if (growing.every((promise) => promise === undefined)) return response;
  return Promise.all(growing).then(() => response);
}

/** What the request has asked for so far. */
interface Asked {
  /** Partitions that may still be added. */
  readonly room: { partitions: number };
  /** How many each topic shall have. */
  readonly counts: Map<Topic, number>;
}

function check(
  { name, count, assignments }: TopicRequest,
  services: Services,
  { room, counts }: Asked,
): Result {
  const topic = services.topics.get(name);
  if (topic === undefined) return { error: 'UNKNOWN_TOPIC_OR_PARTITION', message: null };
  const before = topic.partitionCount;
  if (count === before) return invalid(`Topic already has ${before} partition(s).`);
  if (count < before) {
    return invalid(
      `The topic ${name} currently has ${before} partition(s); ${count} would not be an increase.`,
    );
  }
  const added = count - before;
  if (assignments !== null && assignments.length !== added) {
    return {
      error: 'INVALID_REPLICA_ASSIGNMENT',
      message: `Attempted to add ${added} additional partition(s), but only ${assignments.length} assignment(s) were specified.`,
    };
  }
  for (const { brokerIds } of assignments ?? []) {
    const problem = services.topicCreation.assignmentProblem(brokerIds);
    if (problem !== undefined) return problem;
  }
  if (added > room.partitions) return { error: 'UNKNOWN_SERVER_ERROR', message: null };
  room.partitions -= added;
  counts.set(topic, count);
  return { error: 'NONE', message: null };
}

function invalid(message: string): Result {
  return { error: 'INVALID_PARTITIONS', message };
}
