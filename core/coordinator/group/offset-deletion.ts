/**
 * Taking committed offsets away: single ones on request, or all of a group that goes. Offsets that an open transaction still
 * holds go with them. (source: OffsetMetadataManager.deleteOffsets, ClassicGroup.validateOffsetDelete)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { decodeStored } from '#core/protocol/schema/codec.ts';
import { ConsumerProtocolSubscription } from '#core/protocol/stored/consumer-protocol.ts';
import type { Turn } from '../runtime/shard.ts';
import type { ClassicGroup } from './classic-group.ts';
import type { GroupRecord } from './group-records.ts';
import type { GroupShard } from './group-shard.ts';

const CONSUMER = 'consumer';

/** What became of each partition; `error` stands for all of them unless it is NONE. */
export interface OffsetDeletion {
  readonly error: ErrorName;
  /** In the order asked. */
  readonly errors: readonly ErrorName[];
}

/** Decides which offsets of a group may go: not those of topics that a member reads. */
export function decideOffsetDeletion(
  shard: GroupShard,
  groupId: string,
  partitions: readonly TopicPartition[],
): Turn<GroupRecord, OffsetDeletion> {
  const refused = (error: ErrorName) => ({ records: [], answer: { error, errors: [] } });
  const group = shard.group(groupId);
  if (group === undefined || group.isIn('Dead')) return refused('GROUP_ID_NOT_FOUND');
  if (!group.isIn('Empty') && group.protocolType !== CONSUMER) return refused('NON_EMPTY_GROUP');
  const subscribed = subscribedTopics(group);
  const isRead = ({ topic }: TopicPartition): boolean => subscribed?.has(topic) ?? true;
  const free = partitions.filter((place) => !isRead(place));
  return {
    records: free
      .filter(
        (place) => shard.offsets.get(groupId, place) !== undefined || shard.offsets.isPending(groupId, place),
      )
      .map((place) => tombstone(groupId, place)),
    answer: {
      error: 'NONE',
      errors: partitions.map((place) => (isRead(place) ? 'GROUP_SUBSCRIBED_TO_TOPIC' : 'NONE')),
    },
  };
}

/** Tombstones for everything a group has committed, or has pending. */
export function allTombstones(shard: GroupShard, groupId: string): GroupRecord[] {
  const places = new Map<string, TopicPartition>();
  for (const place of shard.offsets.all(groupId)) places.set(partitionName(place), place);
  for (const place of shard.offsets.pendingOf(groupId)) places.set(partitionName(place), place);
  return [...places.values()].map((place) => tombstone(groupId, place));
}

/** Tombstones for what any group has committed, or has pending, for a topic that was deleted. */
export function topicTombstones(shard: GroupShard, topic: string): GroupRecord[] {
  return [...shard.groups()]
    .flatMap(({ groupId }) => allTombstones(shard, groupId))
    .filter((record) => record.kind === 'offset' && record.topic === topic);
}

function tombstone(group: string, { topic, partition }: TopicPartition): GroupRecord {
  return { kind: 'offset', group, topic, partition, value: null };
}

/** The topics that members of the generation read; undefined when they do not say so in a way that can be read. */
function subscribedTopics(group: ClassicGroup): ReadonlySet<string> | undefined {
  if (group.members.size === 0) return new Set();
  if (group.protocolName === null) return undefined;
  const topics = new Set<string>();
  try {
    for (const member of group.members.values()) {
      const { value } = decodeStored(ConsumerProtocolSubscription, member.metadataOf(group.protocolName));
      for (const topic of value.topics) topics.add(topic);
    }
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
  return topics;
}
