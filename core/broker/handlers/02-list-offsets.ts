/**
 * ListOffsets (2), v1 to v11.
 *
 * The offset of a timestamp, or one of the special ones: −1 latest, −2 earliest, −3 of the greatest timestamp (v7), −4 earliest
 * local (v8), −5 latest tiered (v9), −6 earliest pending upload (v11). Without tiered storage −4 is the earliest, and −5 and −6
 * are unknown. Latest means the last stable offset for read_committed, the high watermark for read_uncommitted, and the log end
 * for replicas and debugging (replica id −2).
 */
import type { FetchIsolation, TimestampAndOffset } from '#core/log/log-types.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { ListOffsets } from '#core/protocol/messages/02-list-offsets.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import { leaderEpochError } from '../replica-manager.ts';

type ListOffsetsRequest = RequestOf<typeof ListOffsets>;
type PartitionRequest = ListOffsetsRequest['topics'][number]['partitions'][number];

const READ_UNCOMMITTED = 0;
const READ_COMMITTED = 1;
const LATEST = -1;
const EARLIEST = -2;
const MAX_TIMESTAMP = -3;
const EARLIEST_LOCAL = -4;
const LATEST_TIERED = -5;
const EARLIEST_PENDING_UPLOAD = -6;
/** The first version that may ask for a special offset. */
const SPECIAL_SINCE = new Map([
  [LATEST, 0],
  [EARLIEST, 0],
  [MAX_TIMESTAMP, 7],
  [EARLIEST_LOCAL, 8],
  [LATEST_TIERED, 9],
  [EARLIEST_PENDING_UPLOAD, 11],
]);
const CONSUMER_REPLICA_ID = -1;
const LEADER_EPOCH_SINCE = 4;

interface Found {
  readonly error: ErrorName;
  readonly timestamp: number;
  readonly offset: number;
  readonly leaderEpoch: number;
}

const NOT_FOUND: Found = { error: 'NONE', timestamp: -1, offset: -1, leaderEpoch: -1 };

export const listOffsets = serve(ListOffsets, handle);

async function handle(
  request: ListOffsetsRequest,
  context: RequestContext,
): Promise<ResponseInit<typeof ListOffsets>> {
  const isolation = isolationOf(request);
  if (isolation === undefined) return failed(request, context);
  const topics = request.topics.map(async ({ name, partitions }) => {
    const answers: ResponseInit<typeof ListOffsets>['topics'][number]['partitions'][number][] = [];
    for (const [index, { count, asked }] of withCounts(partitions)) {
      const found =
        count > 1 ? refused('INVALID_REQUEST') : await find({ topic: name, asked, isolation }, context);
      const { timestamp, offset, leaderEpoch } = found;
      answers.push({
        partitionIndex: index,
        errorCode: errorCode(found.error),
        timestamp,
        offset,
        ...(context.version >= LEADER_EPOCH_SINCE ? { leaderEpoch } : {}),
      });
    }
    return { name, partitions: answers };
  });
  return { topics: await Promise.all(topics) };
}

/** Each partition once, with how often it was asked for: more than once is an error. */
function withCounts(partitions: readonly PartitionRequest[]) {
  const byIndex = new Map<number, { readonly count: number; readonly asked: PartitionRequest }>();
  for (const asked of partitions) {
    const count = (byIndex.get(asked.partitionIndex)?.count ?? 0) + 1;
    byIndex.set(asked.partitionIndex, { count, asked });
  }
  return byIndex;
}

/** Undefined when there is no such level. */
function isolationOf({ replicaId, isolationLevel }: ListOffsetsRequest): FetchIsolation | undefined {
  if (isolationLevel !== READ_UNCOMMITTED && isolationLevel !== READ_COMMITTED) return undefined;
  if (replicaId !== CONSUMER_REPLICA_ID) return 'log-end';
  return isolationLevel === READ_COMMITTED ? 'committed' : 'high-watermark';
}

/** Kafka fails over an isolation level it does not know, and says so of every partition as it was asked for. */
function failed(
  { topics }: ListOffsetsRequest,
  { version }: RequestContext,
): ResponseInit<typeof ListOffsets> {
  return {
    topics: topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ partitionIndex }) => ({
        partitionIndex,
        errorCode: errorCode('UNKNOWN_SERVER_ERROR'),
        timestamp: -1,
        offset: -1,
        ...(version >= LEADER_EPOCH_SINCE ? { leaderEpoch: -1 } : {}),
      })),
    })),
  };
}

function refused(error: ErrorName): Found {
  return { ...NOT_FOUND, error };
}

async function find(
  query: {
    readonly topic: string;
    readonly asked: PartitionRequest;
    readonly isolation: FetchIsolation;
  },
  { version, services }: RequestContext,
): Promise<Found> {
  const { topic, asked, isolation } = query;
  const { partitionIndex: partition, timestamp, currentLeaderEpoch } = asked;
  if (timestamp < 0 && version < (SPECIAL_SINCE.get(timestamp) ?? Number.POSITIVE_INFINITY)) {
    return refused('UNSUPPORTED_VERSION');
  }
  const log = services.topics.log({ topic, partition });
  if (log === undefined) return refused('UNKNOWN_TOPIC_OR_PARTITION');
  const epochError = leaderEpochError(log, currentLeaderEpoch);
  if (epochError !== 'NONE') return refused(epochError);
  switch (timestamp) {
    case LATEST:
      return { ...NOT_FOUND, offset: latest(log, isolation), leaderEpoch: log.leaderEpoch };
    case EARLIEST:
    case EARLIEST_LOCAL:
      return { ...NOT_FOUND, offset: log.logStartOffset, leaderEpoch: epochOf(log, log.logStartOffset) };
    case LATEST_TIERED:
    case EARLIEST_PENDING_UPLOAD:
      return NOT_FOUND;
    case MAX_TIMESTAMP:
      return foundOr(await log.maxTimestampOffset(isolation));
    default:
      return foundOr(await log.offsetForTimestamp(timestamp, isolation));
  }
}

function latest(log: PartitionLog, isolation: FetchIsolation): number {
  switch (isolation) {
    case 'committed':
      return log.lastStableOffset;
    case 'high-watermark':
      return log.highWatermark;
    case 'log-end':
      return log.logEndOffset;
  }
}

/** The epoch whose leader wrote `offset`. */
function epochOf(log: PartitionLog, offset: number): number {
  for (let epoch = 0; epoch < log.leaderEpoch; epoch++) {
    const { leaderEpoch, endOffset } = log.endOffsetForEpoch(epoch);
    if (leaderEpoch >= 0 && endOffset > offset) return leaderEpoch;
  }
  return log.leaderEpoch;
}

function foundOr(found: TimestampAndOffset | undefined): Found {
  return found === undefined ? NOT_FOUND : { error: 'NONE', ...found };
}
