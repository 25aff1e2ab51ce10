/**
 * Taking committed offsets away: single ones on request, or all of a group that goes. Offsets that an open transaction still
 * holds go with them. (source: OffsetMetadataManager.deleteOffsets, ClassicGroup.validateOffsetDelete)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { Turn } from '../../runtime/shard.ts';
import { CONSUMER } from '../classic/classic-group.ts';
import { consumerGroupTombstones } from '../consumer/member-records.ts';
import type { GroupRecord, OffsetEntry } from '../group-records.ts';
import type { GroupShard } from '../group-shard.ts';
import type { GroupTurn } from '../group-turn.ts';
import { answerOnly, Draft } from '../group-turn.ts';
import { readTest } from './read-test.ts';

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
  const group = shard.groups.get(groupId);
  if (group === undefined) return refused('GROUP_ID_NOT_FOUND');
  const isOfConsumers = group.type === 'consumer' || group.protocolType === CONSUMER;
  if (!group.isEmpty && !isOfConsumers) return refused('NON_EMPTY_GROUP');
  const topicIsRead = readTest(group);
  const isRead = ({ topic }: TopicPartition): boolean => topicIsRead(topic);
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

/** An empty group goes with everything it has committed, or has pending. */
export function decideGroupDeletion(shard: GroupShard, groupId: string): GroupTurn<ErrorName> {
  const group = shard.groups.get(groupId);
  if (group === undefined) return answerOnly('GROUP_ID_NOT_FOUND');
  if (!group.isEmpty) return answerOnly('NON_EMPTY_GROUP');
  const places = new Map<string, TopicPartition>();
  for (const place of shard.offsets.all(groupId)) places.set(partitionName(place), place);
  for (const place of shard.offsets.pendingOf(groupId)) places.set(partitionName(place), place);
  const draft = new Draft();
  draft.add(...[...places.values()].map((place) => tombstone(groupId, place)));
  if (group.type === 'consumer') {
    draft.add(...consumerGroupTombstones(group));
  } else {
    draft.add({ kind: 'group', group: groupId, value: null });
    draft.afterwards(() => shard.forgetTimers(group));
  }
  return draft.turn('NONE');
}

/** Tombstones for what any group has committed, or has pending, for a topic that was deleted. */
export function topicTombstones(
  { groups, offsets }: GroupShard,
  deleted: { readonly topic: string; readonly topicId: string },
): GroupRecord[] {
  // An offset that was committed for an earlier topic of the name, or a later one, is not touched.
  const isMeant = ({ topic, entry }: TopicPartition & { readonly entry: OffsetEntry }): boolean =>
    topic === deleted.topic && (entry.topicId === ZERO_UUID || entry.topicId === deleted.topicId);
  return [...groups.all()].flatMap(({ groupId }) => {
    const places = new Map<string, TopicPartition>();
    for (const placed of [...offsets.all(groupId), ...offsets.pendingOf(groupId)]) {
      if (isMeant(placed)) places.set(partitionName(placed), placed);
    }
    return [...places.values()].map((place) => tombstone(groupId, place));
  });
}

function tombstone(group: string, { topic, partition }: TopicPartition): GroupRecord {
  return { kind: 'offset', group, topic, partition, value: null };
}
