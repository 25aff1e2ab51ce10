/**
 * The group's committed offsets, written and read at its coordinator. (source: ConsumerCoordinator)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { OffsetCommit } from '#core/protocol/messages/08-offset-commit.ts';
import { OffsetFetch } from '#core/protocol/messages/09-offset-fetch.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { byTopic } from '../by-topic.ts';
import { ClientError, errorOf } from '../client-error.ts';
import type { Deadline } from '../deadline.ts';
import type { Backoff } from '../network/backoff.ts';
import type { ConsumerGroupMetadata, OffsetAndMetadata, PartitionOffset } from '../offsets.ts';
import type { GroupCoordinatorLink } from './group-coordinator.ts';

/** Last versions that name topics. */
const VERSION_BY_NAME_MAX = 9;
/** First version of OffsetFetch that takes several groups. */
const GROUPS_VERSION = 8;
/** First version of OffsetFetch that can be told to wait for open transactions. */
const STABLE_VERSION = 7;

const COMMIT_FAILED =
  'Offset commit cannot be completed since the consumer is not part of an active group for auto partition assignment; ' +
  'it is likely that the consumer was kicked out of the group.';
const COMMIT_IN_REBALANCE =
  'Offset commit cannot be completed since the consumer group is executing a rebalance at the moment. ' +
  'You can try completing the rebalance by calling poll() and then retry commit again.';

export interface OffsetCommitParts {
  readonly link: GroupCoordinatorLink;
  readonly backoff: Backoff;
  /** Who commits now. */
  readonly group: () => ConsumerGroupMetadata;
  /** The coordinator no longer knows this member, or its generation. */
  readonly onMemberLost: () => void;
  /** The group is being rebalanced. */
  readonly onRebalance: () => void;
}

export class OffsetCommits {
  readonly #parts: OffsetCommitParts;

  constructor(parts: OffsetCommitParts) {
    this.#parts = parts;
  }

  /** Rejects with CommitFailedException when somebody else has the partitions by now, TimeoutException at the deadline. */
  async commit(offsets: readonly PartitionOffset[], deadline: Deadline): Promise<void> {
    if (offsets.length === 0) return;
    await this.#retried(deadline, 'committing offsets', () => this.#commitOnce(offsets));
  }

  async #commitOnce(offsets: readonly PartitionOffset[]): Promise<ErrorName> {
    const { link } = this.#parts;
    const group = this.#parts.group();
    const { body } = await link.request({
      api: OffsetCommit,
      versions: { max: VERSION_BY_NAME_MAX },
      body: {
        groupId: link.groupId,
        generationIdOrMemberEpoch: group.generationId,
        memberId: group.memberId,
        groupInstanceId: group.groupInstanceId,
        topics: byTopic(offsets).map(({ topic, items }) => ({
          name: topic,
          partitions: items.map(({ partition, offset, leaderEpoch, metadata }) => ({
            partitionIndex: partition,
            committedOffset: offset,
            committedLeaderEpoch: leaderEpoch ?? -1,
            committedMetadata: metadata ?? '',
          })),
        })),
      },
    });
    let again: ErrorName = 'NONE';
    for (const { name, partitions } of body.topics) {
      for (const { errorCode } of partitions) {
        const error = errorName(errorCode);
        if (error !== 'NONE') again = this.#commitError(error, name);
      }
    }
    return again;
  }

  /** The error if a retry may mend it. @throws otherwise. */
  #commitError(error: ErrorName, topic: string): ErrorName {
    if (error === 'REQUEST_TIMED_OUT') this.#parts.link.forget();
    if (ERRORS[error].retriable) return error;
    switch (error) {
      case 'REBALANCE_IN_PROGRESS':
        this.#parts.onRebalance();
        throw errorOf(error, COMMIT_IN_REBALANCE);
      case 'UNKNOWN_MEMBER_ID':
      case 'ILLEGAL_GENERATION':
        this.#parts.onMemberLost();
        throw new ClientError('CommitFailedException', COMMIT_FAILED);
      case 'TOPIC_AUTHORIZATION_FAILED':
        throw errorOf(error, `Not authorized to access topics: [${topic}]`);
      case 'GROUP_AUTHORIZATION_FAILED':
        throw errorOf(error, `Not authorized to access group: ${this.#parts.link.groupId}`);
      case 'FENCED_INSTANCE_ID':
      case 'OFFSET_METADATA_TOO_LARGE':
      case 'INVALID_COMMIT_OFFSET_SIZE':
        throw errorOf(error);
      default:
        throw new ClientError('KafkaException', `Unexpected error in commit: ${ERRORS[error].says}`, {
          cause: errorOf(error),
        });
    }
  }

  /**
   * What the group has committed, by partition name; partitions without are left out. Waits for transactions that are open with
   * an offset of these partitions (KIP-447).
   */
  async fetch(
    partitions: readonly TopicPartition[],
    deadline: Deadline,
  ): Promise<ReadonlyMap<string, OffsetAndMetadata>> {
    const found = new Map<string, OffsetAndMetadata>();
    if (partitions.length > 0) {
      await this.#retried(deadline, 'fetching committed offsets', () => this.#fetchOnce(partitions, found));
    }
    return found;
  }

  async #fetchOnce(
    partitions: readonly TopicPartition[],
    found: Map<string, OffsetAndMetadata>,
  ): Promise<ErrorName> {
    const { groupId } = this.#parts.link;
    const topics = byTopic(partitions).map(({ topic, items }) => ({
      name: topic,
      partitionIndexes: items.map(({ partition }) => partition),
    }));
    const { body } = await this.#parts.link.request({
      api: OffsetFetch,
      versions: { max: VERSION_BY_NAME_MAX },
      body: (version) => {
        const stable = version >= STABLE_VERSION ? { requireStable: true } : {};
        return version >= GROUPS_VERSION
          ? { groups: [{ groupId, topics }], ...stable }
          : { groupId, topics, ...stable };
      },
    });
    return this.#readFetched(body, found);
  }

  #readFetched(body: ResponseOf<typeof OffsetFetch>, found: Map<string, OffsetAndMetadata>): ErrorName {
    const group = body.groups[0] ?? body;
    const groupError = errorName(group.errorCode);
    if (groupError !== 'NONE') {
      if (ERRORS[groupError].retriable) return groupError;
      throw errorOf(groupError, `${ERRORS[groupError].says} (group ${this.#parts.link.groupId})`);
    }
    let again: ErrorName = 'NONE';
    for (const { name: topic, partitions } of group.topics) {
      for (const {
        partitionIndex: partition,
        errorCode,
        committedOffset,
        committedLeaderEpoch,
        metadata,
      } of partitions) {
        const key = partitionName({ topic, partition });
        const error = errorName(errorCode);
        if (error === 'UNKNOWN_TOPIC_OR_PARTITION') {
          throw new ClientError('KafkaException', `Topic or Partition ${key} does not exist`);
        }
        if (error !== 'NONE' && !ERRORS[error].retriable) throw errorOf(error);
        if (error !== 'NONE') again = error;
        else if (committedOffset >= 0) {
          const leaderEpoch = committedLeaderEpoch < 0 ? undefined : committedLeaderEpoch;
          found.set(key, { offset: committedOffset, leaderEpoch, metadata: metadata ?? '' });
        }
      }
    }
    return again;
  }

  /** Repeats `attempt` while it answers an error, or the coordinator cannot be reached. */
  async #retried(deadline: Deadline, doing: string, attempt: () => Promise<ErrorName>): Promise<void> {
    const { link, backoff } = this.#parts;
    for (let failures = 0; ; failures++) {
      if (!(await link.find(deadline))) break;
      try {
        const error = await attempt();
        if (error === 'NONE') return;
        link.forgetIfMoved(error);
      } catch (error) {
        if (!(error instanceof KafkaError) || !error.retriable) throw error;
      }
      if (deadline.isOver) break;
      await deadline.pause(backoff.delayMs(failures));
    }
    throw errorOf('REQUEST_TIMED_OUT', `Timeout of the call expired while ${doing} of group ${link.groupId}`);
  }
}
