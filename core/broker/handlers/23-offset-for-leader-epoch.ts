/** OffsetForLeaderEpoch (23), v2 to v4: where a leader epoch ends, by which a reader finds out that a log was truncated. */
import type { EpochEndOffset } from '#core/log/log-types.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { OffsetForLeaderEpoch } from '#core/protocol/messages/23-offset-for-leader-epoch.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import { leaderEpochError } from '../replica-manager.ts';
import type { Services } from '../services.ts';

type PartitionRequest = RequestOf<typeof OffsetForLeaderEpoch>['topics'][number]['partitions'][number];

const UNKNOWN: EpochEndOffset = { leaderEpoch: -1, endOffset: -1 };

export const offsetForLeaderEpoch = serve(OffsetForLeaderEpoch, handle);

function handle(
  request: RequestOf<typeof OffsetForLeaderEpoch>,
  { services }: RequestContext,
): ResponseInit<typeof OffsetForLeaderEpoch> {
  return {
    topics: request.topics.map(({ topic, partitions }) => ({
      topic,
      partitions: partitions.map((asked) => {
        const { error, end } = find(services, topic, asked);
        return { errorCode: errorCode(error), partition: asked.partition, ...end };
      }),
    })),
  };
}

function find(
  { topics }: Services,
  topic: string,
  asked: PartitionRequest,
): { readonly error: ErrorName; readonly end: EpochEndOffset } {
  const log = topics.log({ topic, partition: asked.partition });
  if (log === undefined) return { error: 'UNKNOWN_TOPIC_OR_PARTITION', end: UNKNOWN };
  const error = leaderEpochError(log, asked.currentLeaderEpoch);
  if (error !== 'NONE') return { error, end: UNKNOWN };
  return { error, end: log.endOffsetForEpoch(asked.leaderEpoch) };
}
