/**
 * Looks offsets up by time at the leaders: the beginning, the end, or the first record at or after a time. The end is the last
 * stable offset for a read_committed consumer. Retries until the deadline. (source: OffsetFetcher)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { ListOffsets } from '#core/protocol/messages/02-list-offsets.ts';
import { byTopic } from '../by-topic.ts';
import { errorOf } from '../client-error.ts';
import type { Deadline } from '../deadline.ts';
import type { Backoff } from '../network/backoff.ts';
import type { Node } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { NetworkClient } from '../network/network-client.ts';

/** A partition and the time to look up; see EARLIEST_TIMESTAMP and LATEST_TIMESTAMP. */
export interface TimeQuery extends TopicPartition {
  readonly timestamp: number;
}

/** What was found; −1 and −1 when no record is that young. */
export interface FoundOffset {
  readonly offset: number;
  readonly timestamp: number;
  readonly leaderEpoch: number;
}

export interface OffsetLookupParts {
  readonly client: NetworkClient;
  readonly metadata: Metadata;
  readonly backoff: Backoff;
  readonly isReadCommitted: boolean;
}

/** First version that knows isolation levels. */
const ISOLATION_VERSION = 2;

export class OffsetLookups {
  readonly #parts: OffsetLookupParts;

  constructor(parts: OffsetLookupParts) {
    this.#parts = parts;
  }

  /**
   * The offsets, by partition name. Rejects with TimeoutException when not all are known at the deadline, and with what a leader
   * says that no retry mends.
   */
  async find(queries: readonly TimeQuery[], deadline: Deadline): Promise<ReadonlyMap<string, FoundOffset>> {
    const found = new Map<string, FoundOffset>();
    for (let failures = 0; ; failures++) {
      const missing = queries.filter((query) => !found.has(partitionName(query)));
      if (missing.length === 0) return found;
      if (deadline.isOver || this.#parts.client.isClosed) throw timedOut(missing);
      await this.#findOnce(missing, deadline, found);
      if (found.size < queries.length) await deadline.pause(this.#parts.backoff.delayMs(failures));
    }
  }

  async #findOnce(
    queries: readonly TimeQuery[],
    deadline: Deadline,
    found: Map<string, FoundOffset>,
  ): Promise<void> {
    const { metadata } = this.#parts;
    const byLeader = new Map<Node, TimeQuery[]>();
    let hasUnknownLeader = false;
    for (const query of queries) {
      const leader = metadata.leaderOf(query.topic, query.partition);
      if (leader === undefined) hasUnknownLeader = true;
      else byLeader.set(leader, [...(byLeader.get(leader) ?? []), query]);
    }
    if (hasUnknownLeader) {
      const version = metadata.requestUpdate(
        queries.some(({ topic }) => metadata.topic(topic) === undefined),
      );
      if (byLeader.size === 0) await metadata.awaitUpdate(version, deadline.remainingMs);
    }
    await Promise.all([...byLeader].map(([leader, asked]) => this.#ask(leader, asked, found)));
  }

  async #ask(leader: Node, queries: readonly TimeQuery[], found: Map<string, FoundOffset>): Promise<void> {
    const { client, metadata, isReadCommitted } = this.#parts;
    try {
      const { body } = await client.request(leader, {
        api: ListOffsets,
        versions: { min: isReadCommitted ? ISOLATION_VERSION : undefined },
        body: {
          replicaId: -1,
          isolationLevel: isReadCommitted ? 1 : 0,
          topics: byTopic(queries).map(({ topic, items }) => ({
            name: topic,
            partitions: items.map(({ partition, timestamp }) => ({
              partitionIndex: partition,
              currentLeaderEpoch: metadata.leaderEpochOf(topic, partition),
              timestamp,
            })),
          })),
        },
      });
      for (const { name: topic, partitions } of body.topics) {
        for (const { partitionIndex: partition, errorCode, offset, timestamp, leaderEpoch } of partitions) {
          const error = errorName(errorCode);
          if (error === 'NONE')
            found.set(partitionName({ topic, partition }), { offset, timestamp, leaderEpoch });
          else this.#handleError(error, topic);
        }
      }
    } catch (error) {
      if (!(error instanceof KafkaError) || !error.retriable) throw error;
      metadata.requestUpdate();
    }
  }

  #handleError(error: ErrorName, topic: string): void {
    if (error === 'TOPIC_AUTHORIZATION_FAILED')
      throw errorOf(error, `Not authorized to access topics: [${topic}]`);
    if (!ERRORS[error].retriable) throw errorOf(error);
    if (ERRORS[error].refreshesMetadata) this.#parts.metadata.requestUpdate();
  }
}

function timedOut(missing: readonly TimeQuery[]): KafkaError {
  const names = missing.map(partitionName).join(', ');
  return errorOf('REQUEST_TIMED_OUT', `Failed to get offsets by times in time for partitions ${names}`);
}
