/**
 * OffsetCommit (8), v2 to v10.
 *
 * Stores offsets of a group, fenced by generation and member where these are given. v2 to v4 may bring their own retention; v9
 * knows member epochs and calls an unknown group GROUP_ID_NOT_FOUND; v10 addresses topics by id. Offsets are not compared with the
 * log, as in Kafka.
 */
import { OffsetCommit } from '#core/protocol/messages/08-offset-commit.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import { OffsetTopics } from '../offset-topics.ts';

const TOPIC_IDS_SINCE = 10;
const MEMBER_EPOCHS_SINCE = 9;

export const offsetCommit = serve(OffsetCommit, handle);

function handle(
  request: RequestOf<typeof OffsetCommit>,
  { version, services }: RequestContext,
): ResponseInit<typeof OffsetCommit> {
  const topics = new OffsetTopics(request.topics, services.topics, { byId: version >= TOPIC_IDS_SINCE });
  if (topics.offsets.length === 0) return { topics: topics.answer([]) };
  const results = services.groups.commitOffsets({
    groupId: request.groupId,
    generationId: request.generationIdOrMemberEpoch,
    memberId: request.memberId,
    groupInstanceId: request.groupInstanceId,
    knowsMemberEpochs: version >= MEMBER_EPOCHS_SINCE,
    retentionMs: request.retentionTimeMs,
    offsets: topics.offsets,
  });
  return { topics: topics.answer(results.map(({ error }) => error)) };
}
