/** Partitions by topic id, as the consumer protocol names them. (source: AbstractMembershipManager.LocalAssignment) */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { Metadata } from '../network/metadata.ts';

/** As it stands in requests and answers. */
export type TopicIdPartitions = readonly {
  readonly topicId: string;
  readonly partitions: readonly number[];
}[];

/** What the coordinator wants a member to have, or what the member has of it. */
export interface NumberedAssignment {
  /** Counts the assignments that came: the same partitions may be assigned anew. */
  readonly number: number;
  readonly topics: TopicIdPartitions;
}

/** The same partitions in the same order, whatever order they came in. */
export function sortedTopics(topics: TopicIdPartitions): TopicIdPartitions {
  return topics
    .map(({ topicId, partitions }) => ({ topicId, partitions: partitions.toSorted((a, b) => a - b) }))
    .sort((a, b) => (a.topicId < b.topicId ? -1 : 1));
}

export function isSameAssignment(a: TopicIdPartitions, b: TopicIdPartitions): boolean {
  return JSON.stringify(sortedTopics(a)) === JSON.stringify(sortedTopics(b));
}

/** Names topics by their ids, as long as they are assigned: metadata may forget a topic before the assignment does. */
export class AssignedNames {
  readonly #metadata: Metadata;
  #names = new Map<string, string>();

  constructor(metadata: Metadata) {
    this.#metadata = metadata;
  }

  /** The partitions whose topics have names; a refresh of the metadata is asked for when some have none. */
  resolve(topics: TopicIdPartitions): {
    readonly topics: TopicIdPartitions;
    readonly partitions: readonly TopicPartition[];
  } {
    const names = new Map<string, string>();
    for (const { topicId } of topics) {
      const name = this.#metadata.topicName(topicId) ?? this.#names.get(topicId);
      if (name !== undefined) names.set(topicId, name);
    }
    this.#names = names;
    const known = topics.filter(({ topicId }) => names.has(topicId));
    if (known.length < topics.length) this.#metadata.requestUpdate();
    return {
      topics: known,
      partitions: known.flatMap(({ topicId, partitions }) =>
        partitions.map((partition) => ({ topic: names.get(topicId) as string, partition })),
      ),
    };
  }
}
