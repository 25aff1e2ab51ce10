/**
 * Offsets that nobody needs any more, and groups of which nothing is left. How long an offset is kept counts
 *
 *   from the time the group lost its last member     empty classic groups that had members
 *   from its commit                                  groups without members ever, consumer groups, and classic consumers that are
 *                                                    stable: then only offsets of topics that no member reads
 *
 * Other classic groups keep everything while they have members, and an offset of an open transaction keeps its place.
 * (source: OffsetMetadataManager.cleanupExpiredOffsets, OffsetExpirationConditionImpl)
 */
import type { ClassicGroup } from '../classic/classic-group.ts';
import { CONSUMER } from '../classic/classic-group.ts';
import { consumerGroupTombstones } from '../consumer/member-records.ts';
import type { GroupRecord, OffsetEntry } from '../group-records.ts';
import type { Group, GroupTable } from '../group-table.ts';
import type { OffsetStore } from './offset-store.ts';
import { readTest } from './read-test.ts';

/** What is to be kept no longer. */
export interface Expired {
  readonly records: readonly GroupRecord[];
  /** Classic groups that go. */
  readonly groups: readonly ClassicGroup[];
}

/** When the time of an offset began, ms since the Unix epoch. */
type ExpiryBase = (entry: OffsetEntry) => number;

export function decideExpiry(
  { groups, offsets }: { readonly groups: GroupTable; readonly offsets: OffsetStore },
  nowMs: number,
  retentionMs: number,
): Expired {
  const records: GroupRecord[] = [];
  const gone: ClassicGroup[] = [];
  for (const group of groups.all()) {
    const expired = expiredOffsets(group, offsets, (entry, base) =>
      entry.expireTimestampMs >= 0 ? nowMs >= entry.expireTimestampMs : nowMs - base(entry) >= retentionMs,
    );
    records.push(...expired.tombstones);
    if (!expired.isNothingLeft || !group.isEmpty) continue;
    if (group.type === 'consumer') records.push(...consumerGroupTombstones(group));
    else {
      records.push({ kind: 'group', group: group.groupId, value: null });
      gone.push(group);
    }
  }
  return { records, groups: gone };
}

function expiredOffsets(
  group: Group,
  offsets: OffsetStore,
  isOver: (entry: OffsetEntry, base: ExpiryBase) => boolean,
): { readonly tombstones: readonly GroupRecord[]; readonly isNothingLeft: boolean } {
  const { groupId } = group;
  const tombstones: GroupRecord[] = [];
  const base = expiryBaseOf(group);
  const isRead = readTest(group);
  let kept = 0;
  for (const place of offsets.all(groupId)) {
    const { topic, partition, entry } = place;
    const isExpired =
      base !== undefined && !isRead(topic) && isOver(entry, base) && !offsets.isPending(groupId, place);
    if (isExpired) tombstones.push({ kind: 'offset', group: groupId, topic, partition, value: null });
    else kept++;
  }
  const [pending] = offsets.pendingOf(groupId);
  return { tombstones, isNothingLeft: kept === 0 && pending === undefined };
}

/** Undefined: the offsets do not expire now. */
function expiryBaseOf(group: Group): ExpiryBase | undefined {
  const sinceCommit: ExpiryBase = ({ commitTimestampMs }) => commitTimestampMs;
  if (group.type === 'consumer' || group.protocolType === null) return sinceCommit;
  // Records of before Kafka 2.1 do not say since when.
  if (group.isEmpty) return group.stateSinceMs < 0 ? sinceCommit : () => group.stateSinceMs;
  const isKnownReader = group.protocolType === CONSUMER && group.subscribedTopics !== undefined;
  return isKnownReader && group.isIn('Stable') ? sinceCommit : undefined;
}
