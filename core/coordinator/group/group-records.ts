/** Records of __consumer_offsets: an offset, a generation of a classic group, or a part of a consumer group. The key's version says which. */
import { ByteReader } from '#core/protocol/reader.ts';
import type { StoredOf } from '#core/protocol/schema/api.ts';
import { decodeStored, encodeStored } from '#core/protocol/schema/codec.ts';
import { GroupMetadataKey, GroupMetadataValue } from '#core/protocol/stored/group-metadata.ts';
import { OffsetCommitKey, OffsetCommitValue } from '#core/protocol/stored/offset-commit.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { EncodedRecord } from '../runtime/shard.ts';
import type { ClassicGroup } from './classic/classic-group.ts';
import type { ConsumerGroupRecord } from './consumer/consumer-group-records.ts';
import { encodeConsumerGroupRecord } from './consumer/consumer-group-records.ts';
import { decodeConsumerGroupRecord } from './consumer/decode-consumer-group-record.ts';

const OFFSET_KEY_VERSION = 1;
const GROUP_KEY_VERSION = 2;
/** The last value version with an expiry of its own, from OffsetCommit v2 to v4. */
const OFFSET_VALUE_WITH_EXPIRY = 1;
const OFFSET_VALUE_VERSION = 4;
const GROUP_VALUE_VERSION = 3;

/** A committed offset as it is kept. */
export interface OffsetEntry {
  readonly offset: number;
  readonly leaderEpoch: number;
  readonly metadata: string;
  readonly commitTimestampMs: number;
  /** −1: the broker's retention applies. */
  readonly expireTimestampMs: number;
  /** Kafka's zero uuid when the commit did not say. */
  readonly topicId: string;
}

export type GroupMetadata = StoredOf<typeof GroupMetadataValue>;

/** A null value is a tombstone. */
export type GroupRecord =
  | {
      readonly kind: 'offset';
      readonly group: string;
      readonly topic: string;
      readonly partition: number;
      readonly value: OffsetEntry | null;
    }
  | { readonly kind: 'group'; readonly group: string; readonly value: GroupMetadata | null }
  | ConsumerGroupRecord;

export function encodeGroupRecord(record: GroupRecord): EncodedRecord {
  if (record.kind === 'group') {
    return {
      key: encodeStored(GroupMetadataKey, GROUP_KEY_VERSION, { group: record.group }),
      value:
        record.value === null ? null : encodeStored(GroupMetadataValue, GROUP_VALUE_VERSION, record.value),
    };
  }
  if (record.kind !== 'offset') return encodeConsumerGroupRecord(record);
  const { group, topic, partition } = record;
  const key = encodeStored(OffsetCommitKey, OFFSET_KEY_VERSION, { group, topic, partition });
  return { key, value: record.value === null ? null : encodeOffset(record.value) };
}

function encodeOffset(entry: OffsetEntry): Buffer {
  const version = entry.expireTimestampMs >= 0 ? OFFSET_VALUE_WITH_EXPIRY : OFFSET_VALUE_VERSION;
  return encodeStored(OffsetCommitValue, version, {
    offset: entry.offset,
    leaderEpoch: entry.leaderEpoch,
    metadata: entry.metadata,
    commitTimestamp: entry.commitTimestampMs,
    expireTimestamp: entry.expireTimestampMs,
    topicId: entry.topicId,
  });
}

/** Undefined for kinds of records this coordinator does not keep. @throws {DecodeError} when the bytes do not parse. */
export function decodeGroupRecord(key: Buffer, value: Buffer | null): GroupRecord | undefined {
  const kind = new ByteReader(key).int16();
  if (kind === GROUP_KEY_VERSION) {
    const { group } = decodeStored(GroupMetadataKey, key).value;
    return {
      kind: 'group',
      group,
      value: value === null ? null : decodeStored(GroupMetadataValue, value).value,
    };
  }
  if (kind > OFFSET_KEY_VERSION) return decodeConsumerGroupRecord(kind, key, value);
  const { group, topic, partition } = decodeStored(OffsetCommitKey, key).value;
  return { kind: 'offset', group, topic, partition, value: value === null ? null : decodeOffset(value) };
}

function decodeOffset(bytes: Buffer): OffsetEntry {
  const { value } = decodeStored(OffsetCommitValue, bytes);
  return {
    offset: value.offset,
    leaderEpoch: value.leaderEpoch,
    metadata: value.metadata,
    commitTimestampMs: value.commitTimestamp,
    expireTimestampMs: value.expireTimestamp,
    topicId: value.topicId ?? ZERO_UUID,
  };
}

/** What each member has, as it stands. */
export function assignmentsOf(group: ClassicGroup): ReadonlyMap<string, Buffer> {
  return new Map([...group.members.values()].map((member) => [member.memberId, member.assignment]));
}

/** A group to which nobody belongs yet: what is written when the first member asks to join. */
export function emptyGroupRecord(group: string, nowMs: number): GroupRecord {
  const value = {
    protocolType: '',
    generation: 0,
    protocol: null,
    leader: null,
    currentStateTimestamp: nowMs,
    members: [],
  };
  return { kind: 'group', group, value };
}

/** The group as a record, with these assignments. */
export function groupRecordOf(group: ClassicGroup, assignments: ReadonlyMap<string, Buffer>): GroupRecord {
  return {
    kind: 'group',
    group: group.groupId,
    value: {
      protocolType: group.protocolType ?? '',
      generation: group.generationId,
      protocol: group.protocolName,
      leader: group.leaderId,
      currentStateTimestamp: group.stateSinceMs,
      members: group.inOrder().map((member) => ({
        memberId: member.memberId,
        groupInstanceId: member.groupInstanceId,
        clientId: member.clientId,
        clientHost: member.clientHost,
        rebalanceTimeout: member.rebalanceTimeoutMs,
        sessionTimeout: member.sessionTimeoutMs,
        subscription: member.metadataOf(group.protocolName),
        assignment: assignments.get(member.memberId) ?? Buffer.alloc(0),
      })),
    },
  };
}
