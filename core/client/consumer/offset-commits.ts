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
import type { GroupMembership } from './group-membership.ts';

/** Last versions that name topics. */
const VERSION_BY_NAME_MAX = 9;
/** First version of OffsetFetch that takes several groups. */
const GROUPS_VERSION = 8;
/** First version of OffsetFetch with epochs of members. */
const EPOCH_VERSION = 9;
/** First version of OffsetFetch that can be told to wait for open transactions. */
const STABLE_VERSION = 7;

const REBALANCED =
  'Commit cannot be completed since the group has already rebalanced and assigned the partitions to another member. This means ' +
  'that the time between subsequent calls to poll() was longer than the configured max.poll.interval.ms, which typically implies ' +
  'that the poll loop is spending too much time message processing. You can address this either by increasing ' +
  'max.poll.interval.ms or by reducing the maximum size of batches returned in poll() with max.poll.records.';
const OUTSIDE =
  'Offset commit cannot be completed since the consumer is not part of an active group for auto partition assignment; ' +
  'it is likely that the consumer was kicked out of the group.';
const IN_REBALANCE =
  'Offset commit cannot be completed since the consumer is undergoing a rebalance for auto partition assignment. ' +
  'You can try completing the rebalance by calling poll() and then retry the operation.';
const GROUP_IN_REBALANCE =
  'Offset commit cannot be completed since the consumer group is executing a rebalance at the moment. ' +
  'You can try completing the rebalance by calling poll() and then retry commit again';
const STALE_GENERATION =
  "Offset commit cannot be completed since the consumer member's generation is already stale, meaning it has already " +
  'participated another rebalance and got a new generation. You can try completing the rebalance by calling poll() and then ' +
  'retry commit again';

export interface OffsetCommitParts {
  readonly link: GroupCoordinatorLink;
  readonly backoff: Backoff;
  /** Who commits now. */
  readonly group: () => ConsumerGroupMetadata;
  /** Why the group would not take a commit now. */
  readonly problem: () => GroupMembership['commitProblem'];
  /** The group speaks the consumer protocol: members have epochs. */
  readonly hasEpochs: boolean;
  /** The coordinator knows this member otherwise, or not at all. */
  readonly onRefused: (error: ErrorName) => void;
}

/** A commit that is in nobody's way may be repeated when the member's epoch changes meanwhile. */
export interface CommitOptions {
  readonly isRepeatedWhenStale?: boolean;
}

export class OffsetCommits {
  readonly #parts: OffsetCommitParts;

  constructor(parts: OffsetCommitParts) {
    this.#parts = parts;
  }

  /** Rejects with CommitFailedException when somebody else has the partitions by now, TimeoutException at the deadline. */
  async commit(
    offsets: readonly PartitionOffset[],
    deadline: Deadline,
    { isRepeatedWhenStale = false }: CommitOptions = {},
  ): Promise<void> {
    requireOffsets(offsets);
    if (offsets.length === 0) return;
    await this.#retried(deadline, 'committing offsets', async () => {
      const error = await this.#commitOnce(offsets);
      if (error !== 'STALE_MEMBER_EPOCH' || isRepeatedWhenStale) return error;
      throw new ClientError(
        'CommitFailedException',
        `OffsetCommit failed with stale member epoch. ${ERRORS.STALE_MEMBER_EPOCH.says}`,
      );
    });
  }

  /** One attempt: rejects with a retriable error, too. */
  async commitWithoutRetry(offsets: readonly PartitionOffset[], deadline: Deadline): Promise<void> {
    requireOffsets(offsets);
    if (offsets.length === 0) return;
    const { link } = this.#parts;
    if (!(await link.find(deadline))) throw errorOf('COORDINATOR_NOT_AVAILABLE');
    const error = await this.#commitOnce(offsets);
    link.forgetIfMoved(error);
    if (error !== 'NONE') throw errorOf(error);
  }

  async #commitOnce(offsets: readonly PartitionOffset[]): Promise<ErrorName> {
    const { link, problem } = this.#parts;
    if (problem() === 'outside') throw new ClientError('CommitFailedException', OUTSIDE);
    if (problem() === 'rebalancing') throw errorOf('REBALANCE_IN_PROGRESS', IN_REBALANCE);
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
        if (error !== 'NONE') again = this.#commitError(error, name, group);
      }
    }
    return again;
  }

  /** The error if a retry may mend it. @throws otherwise. */
  #commitError(error: ErrorName, topic: string, sentBy: ConsumerGroupMetadata): ErrorName {
    const { link, hasEpochs, problem, group, onRefused } = this.#parts;
    if (error === 'REQUEST_TIMED_OUT') link.forget();
    if (ERRORS[error].retriable || (hasEpochs && error === 'STALE_MEMBER_EPOCH')) return error;
    switch (error) {
      case 'REBALANCE_IN_PROGRESS':
        onRefused(error);
        throw errorOf(error, GROUP_IN_REBALANCE);
      case 'UNKNOWN_MEMBER_ID':
      case 'ILLEGAL_GENERATION':
        if (hasEpochs) {
          const message = `OffsetCommit failed with unknown member ID. ${ERRORS[error].says}`;
          throw new ClientError('CommitFailedException', message);
        }
        // The answer is for a generation that is over.
        if (problem() === 'rebalancing' && group().generationId !== sentBy.generationId)
          throw errorOf('REBALANCE_IN_PROGRESS', STALE_GENERATION);
        onRefused(error);
        throw new ClientError('CommitFailedException', REBALANCED);
      case 'TOPIC_AUTHORIZATION_FAILED':
        throw errorOf(error, `Not authorized to access topics: [${topic}]`);
      case 'GROUP_AUTHORIZATION_FAILED':
        throw errorOf(error, `Not authorized to access group: ${link.groupId}`);
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
          ? { groups: [{ groupId, topics, ...this.#epochAt(version) }], ...stable }
          : { groupId, topics, ...stable };
      },
    });
    return this.#readFetched(body, found);
  }

  /** A member of a group with epochs says as whom it asks. */
  #epochAt(version: number): { readonly memberId?: string; readonly memberEpoch?: number } {
    const { generationId, memberId } = this.#parts.group();
    if (!this.#parts.hasEpochs || version < EPOCH_VERSION || generationId < 0) return {};
    return { memberId, memberEpoch: generationId };
  }

  #readFetched(body: ResponseOf<typeof OffsetFetch>, found: Map<string, OffsetAndMetadata>): ErrorName {
    const group = body.groups[0] ?? body;
    const groupError = errorName(group.errorCode);
    if (groupError !== 'NONE') {
      if (ERRORS[groupError].retriable || groupError === 'STALE_MEMBER_EPOCH') return groupError;
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

function requireOffsets(offsets: readonly PartitionOffset[]): void {
  for (const { offset } of offsets) if (offset < 0) throw new RangeError(`Invalid offset: ${offset}`);
}
