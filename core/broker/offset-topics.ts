/** Commits of offsets, between the topics of a request and the flat list that the group coordinator takes. */
import type { OffsetToCommit } from '#core/coordinator/group/group-requests.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import type { TopicCatalog } from './topic-catalog.ts';

/** A topic of OffsetCommit or TxnOffsetCommit. */
export interface TopicToCommit {
  readonly name: string;
  readonly topicId: string;
  readonly partitions: readonly {
    readonly partitionIndex: number;
    readonly committedOffset: number;
    readonly committedLeaderEpoch: number;
    readonly committedMetadata: string | null;
  }[];
}

/** One topic of the answer. */
export interface CommittedTopic {
  readonly name: string;
  readonly topicId: string;
  readonly partitions: readonly { readonly partitionIndex: number; readonly errorCode: number }[];
}

export class OffsetTopics {
  readonly #topics: readonly TopicToCommit[];
  /** Parallel to the request: an error, or where the partition stands in `offsets`. */
  readonly #outcomes: readonly (readonly (ErrorName | number)[])[];
  /** The offsets of partitions that exist. */
  readonly offsets: readonly OffsetToCommit[];

  constructor(topics: readonly TopicToCommit[], catalog: TopicCatalog, options: { readonly byId: boolean }) {
    const offsets: OffsetToCommit[] = [];
    this.#topics = topics;
    this.#outcomes = topics.map(({ name: given, topicId, partitions }) => {
      const topic = options.byId ? catalog.nameOf(topicId) : given;
      return partitions.map((asked): ErrorName | number => {
        const { partitionIndex: partition, committedOffset, committedLeaderEpoch, committedMetadata } = asked;
        if (topic === undefined) return 'UNKNOWN_TOPIC_ID';
        if (catalog.log({ topic, partition }) === undefined) return 'UNKNOWN_TOPIC_OR_PARTITION';
        offsets.push({
          topic,
          partition,
          offset: committedOffset,
          leaderEpoch: committedLeaderEpoch,
          metadata: committedMetadata ?? '',
        });
        return offsets.length - 1;
      });
    });
    this.offsets = offsets;
  }

  /** The answer; `errors` has one element for each of `offsets`. */
  answer(errors: readonly ErrorName[]): CommittedTopic[] {
    return this.#topics.map(({ name, topicId, partitions }, t) => ({
      name,
      topicId,
      partitions: partitions.map(({ partitionIndex }, p) => {
        const outcome = this.#outcomes[t]?.[p];
        const error = typeof outcome === 'number' ? errors[outcome] : outcome;
        return { partitionIndex, errorCode: errorCode(error ?? 'UNKNOWN_SERVER_ERROR') };
      }),
    }));
  }
}
