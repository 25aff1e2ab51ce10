/**
 * Appends to and reads from the partitions this node leads. It is the only one that touches a PartitionLog for a request, so that
 * whoever waits for a partition hears of every append. (source: ReplicaManager)
 *
 * One node, replication factor 1: an append is as replicated as it will ever be when it returns, for every value of acks.
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { AppendOptions, AppendResult, FetchIsolation } from '#core/log/log-types.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { Purgatory } from './purgatory.ts';
import type { TopicCatalog } from './topic-catalog.ts';

/** What a fetch asks of one partition. */
export interface PartitionFetch {
  /** Undefined when the topic was asked for by id. */
  readonly topic: string | undefined;
  /** All zeros when the topic was asked for by name. */
  readonly topicId: string;
  readonly partition: number;
  readonly fetchOffset: number;
  readonly maxBytes: number;
  /** −1: not said. */
  readonly currentLeaderEpoch: number;
  /** Of the last record the reader has; −1: not said. */
  readonly lastFetchedEpoch: number;
}

/** What a fetch gets of one partition. */
export interface FetchedPartition {
  readonly error: ErrorName;
  readonly highWatermark: number;
  readonly lastStableOffset: number;
  readonly logStartOffset: number;
  readonly abortedTransactions:
    | readonly { readonly producerId: number; readonly firstOffset: number }[]
    | null;
  readonly records: Buffer;
  /** Where the reader's log parts from this one (KIP-595). */
  readonly divergingEpoch?: { readonly epoch: number; readonly endOffset: number };
}

const NO_RECORDS = Buffer.alloc(0);

/** An answer without data: nothing is said of offsets. */
export function refusedFetch(
  error: ErrorName,
  abortedTransactions: FetchedPartition['abortedTransactions'] = null,
): FetchedPartition {
  return {
    error,
    highWatermark: -1,
    lastStableOffset: -1,
    logStartOffset: -1,
    abortedTransactions,
    records: NO_RECORDS,
  };
}

/** An append that did not happen. */
export function refusedAppend(error: ErrorName, message?: string): AppendResult {
  return {
    error,
    ...(message === undefined ? {} : { message }),
    baseOffset: -1,
    lastOffset: -1,
    logAppendTimeMs: -1,
    logStartOffset: -1,
    isDuplicate: false,
  };
}

export class ReplicaManager {
  readonly #bus: EventBus;
  readonly #topics: TopicCatalog;
  readonly #purgatory: Purgatory;

  constructor(bus: EventBus, topics: TopicCatalog, purgatory: Purgatory) {
    this.#bus = bus;
    this.#topics = topics;
    this.#purgatory = purgatory;
  }

  /** Appends one batch. A disk that refuses is KAFKA_STORAGE_ERROR; a mistake of the lab is UNKNOWN_SERVER_ERROR, and announced. */
  append(
    place: TopicPartition,
    records: Buffer,
    options: Omit<AppendOptions, 'leaderEpoch'>,
  ): AppendResult | Promise<AppendResult> {
    const log = this.#topics.log(place);
    if (log === undefined) return refusedAppend('UNKNOWN_TOPIC_OR_PARTITION');
    const settle = (result: AppendResult): AppendResult => {
      if (result.error === 'NONE' && !result.isDuplicate) {
        this.#purgatory.grown(partitionName(place), records.length);
      }
      return result;
    };
    try {
      const result = log.append(records, { ...options, leaderEpoch: log.leaderEpoch });
      if (!(result instanceof Promise)) return settle(result);
      return result.then(settle, (error) => this.#failedAppend(error));
    } catch (error) {
      return this.#failedAppend(error);
    }
  }

  #failedAppend(error: unknown): AppendResult {
    return refusedAppend(this.#errorOf('append', error));
  }

  #errorOf(what: string, error: unknown): ErrorName {
    if (isDiskError(error)) return 'KAFKA_STORAGE_ERROR';
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    this.#bus.publish('broker.handlerFailed', { api: what, message, stack: stack ?? '' });
    return 'UNKNOWN_SERVER_ERROR';
  }

  /**
   * Reads partition after partition, in the order asked, until `maxBytes` are together. The first partition that has anything
   * answers at least one batch, however large.
   */
  read(
    partitions: readonly PartitionFetch[],
    limits: { readonly maxBytes: number; readonly isolation: FetchIsolation },
  ): FetchedPartition[] {
    let bytesLeft = limits.maxBytes;
    let minOneBatch = true;
    return partitions.map((asked) => {
      const maxBytes = Math.max(0, Math.min(asked.maxBytes, bytesLeft));
      const fetched = this.#readOne(asked, { maxBytes, minOneBatch, isolation: limits.isolation });
      if (fetched.records.length > 0) minOneBatch = false;
      bytesLeft = Math.max(0, bytesLeft - fetched.records.length);
      return fetched;
    });
  }

  #readOne(
    asked: PartitionFetch,
    limits: { readonly maxBytes: number; readonly minOneBatch: boolean; readonly isolation: FetchIsolation },
  ): FetchedPartition {
    const topic = asked.topic ?? this.#topics.nameOf(asked.topicId);
    if (topic === undefined) return refusedFetch('UNKNOWN_TOPIC_ID', []);
    const log = this.#topics.log({ topic, partition: asked.partition });
    if (log === undefined) return refusedFetch('UNKNOWN_TOPIC_OR_PARTITION', []);
    // A fetch with any negative epoch has none.
    const epochError = leaderEpochError(log, Math.max(-1, asked.currentLeaderEpoch));
    if (epochError !== 'NONE') return refusedFetch(epochError);
    try {
      const diverged = asked.lastFetchedEpoch < 0 ? undefined : divergence(log, asked);
      if (diverged !== undefined) return diverged;
      const read = log.read({ offset: asked.fetchOffset, ...limits, mayCutLastBatch: true });
      return read.error === 'NONE' ? read : refusedFetch(read.error);
    } catch (error) {
      return refusedFetch(this.#errorOf('read', error));
    }
  }
}

/** Whether a client's idea of the leader epoch is older or newer than ours. −1: it has none; what is below is older. */
export function leaderEpochError(log: PartitionLog, currentLeaderEpoch: number): ErrorName {
  if (currentLeaderEpoch === -1 || currentLeaderEpoch === log.leaderEpoch) return 'NONE';
  return currentLeaderEpoch < log.leaderEpoch ? 'FENCED_LEADER_EPOCH' : 'UNKNOWN_LEADER_EPOCH';
}

/** The answer to a reader whose log is not a prefix of ours; undefined when it is. (source: Partition.readRecords) */
function divergence(log: PartitionLog, asked: PartitionFetch): FetchedPartition | undefined {
  const { leaderEpoch, endOffset } = log.endOffsetForEpoch(asked.lastFetchedEpoch);
  if (leaderEpoch < 0 || endOffset < 0 || asked.fetchOffset < log.logStartOffset) {
    return refusedFetch('OFFSET_OUT_OF_RANGE');
  }
  if (leaderEpoch >= asked.lastFetchedEpoch && endOffset >= asked.fetchOffset) return undefined;
  return {
    error: 'NONE',
    highWatermark: log.highWatermark,
    lastStableOffset: log.lastStableOffset,
    logStartOffset: log.logStartOffset,
    abortedTransactions: null,
    records: NO_RECORDS,
    divergingEpoch: { epoch: leaderEpoch, endOffset },
  };
}

/** Errors of the platform carry a code: ENOSPC, EIO, EACCES … */
function isDiskError(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('E')
  );
}
