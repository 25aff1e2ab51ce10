/**
 * OffsetFetch (9), v1 to v10.
 *
 * What groups have committed, for the partitions asked or for all (null). v7 can insist on stable offsets: one that a transaction
 * has pending is UNSTABLE_OFFSET_COMMIT. v8 asks for several groups; v9 says which member asks; v10 addresses topics by id.
 */
import type {
  AskedPartition,
  CommittedOffset,
  FetchRequest,
} from '#core/coordinator/group/group-requests.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { OffsetFetch } from '#core/protocol/messages/09-offset-fetch.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';

type OffsetFetchRequest = RequestOf<typeof OffsetFetch>;
type Response = ResponseInit<typeof OffsetFetch>;

const GROUPS_SINCE = 8;
const TOPIC_IDS_SINCE = 10;
const TOP_LEVEL_ERROR_SINCE = 2;

/** A topic as it is asked for, with the name it goes by; undefined when no topic has the id. */
interface AskedTopic {
  readonly name: string | undefined;
  readonly topicId: string;
  readonly partitionIndexes: readonly number[];
}

interface TopicAnswer {
  readonly name: string;
  readonly topicId: string;
  readonly partitions: {
    readonly partitionIndex: number;
    readonly committedOffset: number;
    readonly committedLeaderEpoch: number;
    readonly metadata: string | null;
    readonly errorCode: number;
  }[];
}

export const offsetFetch = serve(OffsetFetch, handle);

function handle(request: OffsetFetchRequest, { version, services }: RequestContext): Response {
  if (version < GROUPS_SINCE) return singleGroup(request, { version, services });
  const { requireStable } = request;
  return {
    groups: (request.groups ?? []).map(({ groupId, memberId, memberEpoch, topics }) => {
      const asked = topics?.map((topic) => ({
        ...topic,
        name: version >= TOPIC_IDS_SINCE ? services.topics.nameOf(topic.topicId) : topic.name,
      }));
      const { error, answers } = fetchGroup(services, {
        groupId,
        memberId,
        memberEpoch,
        topics: asked ?? null,
        requireStable,
      });
      const isKnown = ({ topicId }: TopicAnswer): boolean =>
        version < TOPIC_IDS_SINCE || topicId !== ZERO_UUID;
      return { groupId, topics: answers.filter(isKnown), errorCode: errorCode(error) };
    }),
  };
}

function singleGroup(
  request: OffsetFetchRequest,
  { version, services }: Pick<RequestContext, 'version' | 'services'>,
): Response {
  const { groupId, requireStable } = request;
  const topics = request.topics?.map((topic) => ({ ...topic, topicId: ZERO_UUID })) ?? null;
  const { error, answers } = fetchGroup(services, {
    groupId,
    memberId: null,
    memberEpoch: -1,
    topics,
    requireStable,
  });
  if (error !== 'NONE' && version < TOP_LEVEL_ERROR_SINCE) {
    // Version 1 has no place for an error but the partitions.
    const code = errorCode(error);
    return {
      topics: (topics ?? []).map(({ name, partitionIndexes }) => ({
        name,
        partitions: partitionIndexes.map((partition) => ({ ...nothing(partition), errorCode: code })),
      })),
    };
  }
  return { topics: answers, errorCode: errorCode(error) };
}

function fetchGroup(
  { groups, topics: catalog }: Services,
  question: Omit<FetchRequest, 'partitions'> & { readonly topics: readonly AskedTopic[] | null },
): { readonly error: ErrorName; readonly answers: readonly TopicAnswer[] } {
  const { topics, ...who } = question;
  const partitions = topics?.flatMap(({ name, topicId, partitionIndexes }): AskedPartition[] =>
    name === undefined ? [] : partitionIndexes.map((partition) => ({ topic: name, topicId, partition })),
  );
  const { error, offsets } = groups.fetchOffsets({ ...who, partitions: partitions ?? null });
  if (error !== 'NONE') return { error, answers: [] };
  const answers = new Map<string, TopicAnswer>();
  // A topic asked for without partitions is answered without.
  for (const { name } of topics ?? []) {
    if (name === undefined) continue;
    answers.set(name, { name, topicId: catalog.get(name)?.id ?? ZERO_UUID, partitions: [] });
  }
  for (const offset of offsets) {
    const topicId = catalog.get(offset.topic)?.id ?? ZERO_UUID;
    const answer = answers.get(offset.topic) ?? { name: offset.topic, topicId, partitions: [] };
    answers.set(offset.topic, answer);
    answer.partitions.push(partitionAnswer(offset));
  }
  const strangers = (topics ?? [])
    .filter(({ name }) => name === undefined)
    .map(({ topicId, partitionIndexes }) => ({
      name: '',
      topicId,
      partitions: partitionIndexes.map((partition) => ({
        ...nothing(partition),
        errorCode: errorCode('UNKNOWN_TOPIC_ID'),
      })),
    }));
  return { error, answers: [...answers.values(), ...strangers] };
}

function partitionAnswer({ partition, error, offset, leaderEpoch, metadata }: CommittedOffset) {
  return {
    partitionIndex: partition,
    committedOffset: offset,
    committedLeaderEpoch: leaderEpoch,
    metadata,
    errorCode: errorCode(error),
  };
}

function nothing(partition: number) {
  return { partitionIndex: partition, committedOffset: -1, committedLeaderEpoch: -1, metadata: '' };
}
