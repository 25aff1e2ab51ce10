/** Reads the records of groups of the consumer protocol back: types 3 to 8, and 16 of __consumer_offsets. */
import type { StoredDefinition } from '#core/protocol/schema/api.ts';
import { decodeStored } from '#core/protocol/schema/codec.ts';
import {
  ConsumerGroupCurrentMemberAssignmentKey,
  ConsumerGroupCurrentMemberAssignmentValue,
  ConsumerGroupMemberMetadataKey,
  ConsumerGroupMemberMetadataValue,
  ConsumerGroupMetadataKey,
  ConsumerGroupMetadataValue,
  ConsumerGroupPartitionMetadataKey,
  ConsumerGroupRegularExpressionKey,
  ConsumerGroupRegularExpressionValue,
  ConsumerGroupTargetAssignmentMemberKey,
  ConsumerGroupTargetAssignmentMemberValue,
  ConsumerGroupTargetAssignmentMetadataKey,
  ConsumerGroupTargetAssignmentMetadataValue,
} from '#core/protocol/stored/consumer-group-records.ts';
import type { Assignment, EpochAssignment, TopicPartitions } from './assignment.ts';
import type { ConsumerGroupRecord, CurrentAssignment, MemberMetadata } from './consumer-group-records.ts';
import { CONSUMER_GROUP_RECORD_TYPES } from './consumer-group-records.ts';
import type { MemberState } from './consumer-member.ts';
import { MEMBER_STATES } from './consumer-member.ts';

/** Undefined when records of this type are of another kind. @throws {DecodeError} when the bytes do not parse. */
export function decodeConsumerGroupRecord(
  type: number,
  key: Buffer,
  value: Buffer | null,
): ConsumerGroupRecord | undefined {
  switch (type) {
    case CONSUMER_GROUP_RECORD_TYPES.groupEpoch:
      return {
        kind: 'groupEpoch',
        group: decodeStored(ConsumerGroupMetadataKey, key).value.groupId,
        value: decoded(ConsumerGroupMetadataValue, value),
      };
    case CONSUMER_GROUP_RECORD_TYPES.partitionMetadata:
      return {
        kind: 'partitionMetadata',
        group: decodeStored(ConsumerGroupPartitionMetadataKey, key).value.groupId,
        value: value === null ? null : true,
      };
    case CONSUMER_GROUP_RECORD_TYPES.targetEpoch:
      return {
        kind: 'targetEpoch',
        group: decodeStored(ConsumerGroupTargetAssignmentMetadataKey, key).value.groupId,
        value: map(decoded(ConsumerGroupTargetAssignmentMetadataValue, value), (stored) => ({
          epoch: stored.assignmentEpoch,
          timestampMs: stored.assignmentTimestamp,
        })),
      };
    case CONSUMER_GROUP_RECORD_TYPES.regex:
      return decodeRegex(key, value);
    default:
      return decodeMemberRecord(type, key, value);
  }
}

function decodeRegex(key: Buffer, value: Buffer | null): ConsumerGroupRecord {
  const { groupId, regularExpression } = decodeStored(ConsumerGroupRegularExpressionKey, key).value;
  return {
    kind: 'regex',
    group: groupId,
    regex: regularExpression,
    value: map(decoded(ConsumerGroupRegularExpressionValue, value), (stored) => ({
      topics: new Set(stored.topics),
      version: stored.version,
      timestampMs: stored.timestamp,
    })),
  };
}

function decodeMemberRecord(
  type: number,
  key: Buffer,
  value: Buffer | null,
): ConsumerGroupRecord | undefined {
  switch (type) {
    case CONSUMER_GROUP_RECORD_TYPES.member: {
      const { groupId: group, memberId } = decodeStored(ConsumerGroupMemberMetadataKey, key).value;
      return { kind: 'member', group, memberId, value: map(value, decodeMember) };
    }
    case CONSUMER_GROUP_RECORD_TYPES.target: {
      const { groupId: group, memberId } = decodeStored(ConsumerGroupTargetAssignmentMemberKey, key).value;
      const target = map(decoded(ConsumerGroupTargetAssignmentMemberValue, value), ({ topicPartitions }) =>
        targetOf(topicPartitions),
      );
      return { kind: 'target', group, memberId, value: target };
    }
    case CONSUMER_GROUP_RECORD_TYPES.currentAssignment: {
      const { groupId: group, memberId } = decodeStored(ConsumerGroupCurrentMemberAssignmentKey, key).value;
      return { kind: 'currentAssignment', group, memberId, value: map(value, decodeCurrentAssignment) };
    }
    default:
      return undefined;
  }
}

function decoded<D extends StoredDefinition>(definition: D, value: Buffer | null) {
  return map(value, (bytes) => decodeStored(definition, bytes).value);
}

function map<T, U>(value: T | null, transform: (value: T) => U): U | null {
  return value === null ? null : transform(value);
}

function targetOf(topicPartitions: readonly TopicPartitions[]): Assignment {
  return new Map(topicPartitions.map(({ topicId, partitions }) => [topicId, new Set(partitions)]));
}

function decodeMember(bytes: Buffer): MemberMetadata {
  const { value } = decodeStored(ConsumerGroupMemberMetadataValue, bytes);
  const { classicMemberMetadata: classic, subscribedTopicNames, subscribedTopicRegex, ...rest } = value;
  return {
    ...rest,
    subscribedTopicNames: new Set(subscribedTopicNames),
    subscribedTopicRegex: subscribedTopicRegex ?? '',
    classic: map(classic, ({ sessionTimeoutMs, supportedProtocols }) => ({
      sessionTimeoutMs,
      // Out of the segment's buffer, which is used again.
      supportedProtocols: supportedProtocols.map(({ name, metadata }) => ({
        name,
        metadata: Buffer.from(metadata),
      })),
    })),
  };
}

function decodeCurrentAssignment(bytes: Buffer): CurrentAssignment {
  const { value } = decodeStored(ConsumerGroupCurrentMemberAssignmentValue, bytes);
  const { memberEpoch, previousMemberEpoch, state } = value;
  // Records from before KIP-1251 do not say since when.
  const fallback = Math.max(memberEpoch, 0);
  return {
    memberEpoch,
    previousMemberEpoch,
    state: stateOf(state),
    assigned: epochsOf(value.assignedPartitions, fallback),
    pendingRevocation: epochsOf(value.partitionsPendingRevocation, fallback),
  };
}

function stateOf(number: number): MemberState {
  const found = Object.entries(MEMBER_STATES).find(([, value]) => value === number);
  return (found?.[0] ?? 'Unknown') as MemberState;
}

function epochsOf(
  stored: readonly (TopicPartitions & { readonly assignmentEpochs: readonly number[] | null })[],
  fallback: number,
): EpochAssignment {
  return new Map(
    stored.map(({ topicId, partitions, assignmentEpochs }) => {
      const epochs = assignmentEpochs?.length === partitions.length ? assignmentEpochs : undefined;
      return [topicId, new Map(partitions.map((partition, i) => [partition, epochs?.[i] ?? fallback]))];
    }),
  );
}
