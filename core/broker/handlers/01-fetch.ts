/**
 * Fetch (1), v4 to v18.
 *
 * Sessions (KIP-227), long polls by minBytes and maxWaitMs, both isolation levels, leader epoch checks, topics by name or id.
 * Partitions are read in the order asked until maxBytes are together; the first that has anything answers a whole batch.
 *
 * Left out: followers (a replica id of another broker is NOT_LEADER_OR_FOLLOWER), rack awareness, tiered storage, quotas.
 */
import { partitionName } from '#core/base/topic-partition.ts';
import type { FetchIsolation } from '#core/log/log-types.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { Fetch } from '#core/protocol/messages/01-fetch.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { FetchContext, SessionAnswer } from '../fetch-session.ts';
import type { Answer, RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { FetchedPartition, PartitionFetch } from '../replica-manager.ts';
import { refusedFetch } from '../replica-manager.ts';

type FetchRequest = RequestOf<typeof Fetch>;

const USES_TOPIC_IDS_SINCE = 13;
const READ_COMMITTED = 1;

export const fetch = serve(Fetch, handle);

function handle(
  request: FetchRequest,
  context: RequestContext,
): Answer<typeof Fetch> | Promise<Answer<typeof Fetch>> {
  const usesTopicIds = context.version >= USES_TOPIC_IDS_SINCE;
  const session = context.services.fetchSessions.open({
    sessionId: request.sessionId,
    sessionEpoch: request.sessionEpoch,
    usesTopicIds,
    partitions: partitionsOf(request, usesTopicIds),
    forgotten: request.forgottenTopicsData.flatMap(({ topic, topicId, partitions }) =>
      partitions.map((partition) => ({ ...topicKey(topic, topicId, usesTopicIds), partition })),
    ),
  });
  if ('error' in session) return { errorCode: errorCode(session.error), responses: [] };
  if (isFollower(request)) {
    const fetched = session.partitions.map(() => refusedFetch('NOT_LEADER_OR_FOLLOWER'));
    return response(session.answer(fetched), usesTopicIds);
  }
  const read = reader(request, context, session);
  const fetched = read();
  if (isEnough(request, fetched)) return response(session.answer(fetched), usesTopicIds);
  return longPoll(request, context, { session, read, fetched }).then((settled) =>
    settled === undefined ? 'noResponse' : response(session.answer(settled), usesTopicIds),
  );
}

function isFollower(request: FetchRequest): boolean {
  return request.replicaId >= 0 || request.replicaState.replicaId >= 0;
}

function topicKey(topic: string, topicId: string, usesTopicIds: boolean) {
  return usesTopicIds ? { topic: undefined, topicId } : { topic, topicId: ZERO_UUID };
}

function partitionsOf(request: FetchRequest, usesTopicIds: boolean): PartitionFetch[] {
  return request.topics.flatMap(({ topic, topicId, partitions }) =>
    partitions.map((partition) => ({
      ...topicKey(topic, topicId, usesTopicIds),
      partition: partition.partition,
      fetchOffset: partition.fetchOffset,
      maxBytes: partition.partitionMaxBytes,
      currentLeaderEpoch: partition.currentLeaderEpoch,
      lastFetchedEpoch: partition.lastFetchedEpoch,
    })),
  );
}

function reader(
  request: FetchRequest,
  { services }: RequestContext,
  session: FetchContext,
): () => FetchedPartition[] {
  const isolation: FetchIsolation =
    request.isolationLevel === READ_COMMITTED ? 'committed' : 'high-watermark';
  const maxBytes = Math.min(request.maxBytes, services.settings.values['fetch.max.bytes']);
  return () => services.replicas.read(session.partitions, { maxBytes, isolation });
}

/** Whether the answer need not wait. */
function isEnough({ maxWaitMs, minBytes }: FetchRequest, fetched: readonly FetchedPartition[]): boolean {
  return (
    maxWaitMs <= 0 ||
    fetched.length === 0 ||
    sizeOf(fetched) >= minBytes ||
    fetched.some(({ error, divergingEpoch }) => error !== 'NONE' || divergingEpoch !== undefined)
  );
}

function sizeOf(fetched: readonly FetchedPartition[]): number {
  return fetched.reduce((sum, { records }) => sum + records.length, 0);
}

/** Waits until the partitions have grown enough, or the time is up; undefined when the client has gone. */
async function longPoll(
  request: FetchRequest,
  { services, onDisconnect }: RequestContext,
  poll: {
    readonly session: FetchContext;
    readonly read: () => FetchedPartition[];
    readonly fetched: FetchedPartition[];
  },
): Promise<FetchedPartition[] | undefined> {
  const { clock, purgatory, topics } = services;
  const deadlineMs = clock.monotonicMs() + request.maxWaitMs;
  const keys = poll.session.partitions.map(({ topic, topicId, partition }) =>
    partitionName({ topic: topic ?? topics.nameOf(topicId) ?? '', partition }),
  );
  let { fetched } = poll;
  for (;;) {
    let stopListening = (): void => undefined;
    const end = await purgatory.wait({
      keys,
      bytes: request.minBytes - sizeOf(fetched),
      timeoutMs: Math.max(0, deadlineMs - clock.monotonicMs()),
      onCancel: (cancel) => {
        stopListening = onDisconnect(cancel);
      },
    });
    stopListening();
    if (end === 'cancelled') return undefined;
    fetched = poll.read();
    if (end === 'timedOut' || isEnough(request, fetched)) return fetched;
  }
}

type TopicResponse = ResponseInit<typeof Fetch>['responses'][number];
type PartitionResponse = TopicResponse['partitions'][number];

function response(answer: SessionAnswer, usesTopicIds: boolean): ResponseInit<typeof Fetch> {
  const responses: { topic: string; topicId: string; partitions: PartitionResponse[] }[] = [];
  for (const { asked, fetched } of answer.partitions) {
    const topic = asked.topic ?? '';
    let last = responses.at(-1);
    // Neighbours of one topic share its entry; the order asked is kept.
    if (last === undefined || (usesTopicIds ? last.topicId !== asked.topicId : last.topic !== topic)) {
      last = { topic, topicId: asked.topicId, partitions: [] };
      responses.push(last);
    }
    last.partitions.push(partitionResponse(asked, fetched));
  }
  return { errorCode: 0, sessionId: answer.sessionId, responses };
}

function partitionResponse(asked: PartitionFetch, fetched: FetchedPartition): PartitionResponse {
  return {
    partitionIndex: asked.partition,
    errorCode: errorCode(fetched.error),
    highWatermark: fetched.highWatermark,
    lastStableOffset: fetched.lastStableOffset,
    logStartOffset: fetched.logStartOffset,
    ...(fetched.divergingEpoch === undefined ? {} : { divergingEpoch: fetched.divergingEpoch }),
    abortedTransactions: fetched.abortedTransactions,
    records: fetched.records,
  };
}
