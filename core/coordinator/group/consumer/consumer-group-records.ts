/** Records of groups of the consumer protocol in __consumer_offsets: types 3 to 8, and 16. (KIP-848; KIP-1101 for the hash) */
import { encodeStored } from '#core/protocol/schema/codec.ts';
import {
  ConsumerGroupCurrentMemberAssignmentKey,
  ConsumerGroupCurrentMemberAssignmentValue,
  ConsumerGroupMemberMetadataKey,
  ConsumerGroupMemberMetadataValue,
  ConsumerGroupMetadataKey,
  ConsumerGroupMetadataValue,
  ConsumerGroupPartitionMetadataKey,
  ConsumerGroupPartitionMetadataValue,
  ConsumerGroupRegularExpressionKey,
  ConsumerGroupRegularExpressionValue,
  ConsumerGroupTargetAssignmentMemberKey,
  ConsumerGroupTargetAssignmentMemberValue,
  ConsumerGroupTargetAssignmentMetadataKey,
  ConsumerGroupTargetAssignmentMetadataValue,
} from '#core/protocol/stored/consumer-group-records.ts';
import type { EncodedRecord } from '../../runtime/shard.ts';
import type { Assignment, EpochAssignment } from './assignment.ts';
import { orderedEpochs, topicPartitionsOf } from './assignment.ts';
import type { ResolvedRegex } from './consumer-group.ts';
import type { ConsumerMember } from './consumer-member.ts';
import { MEMBER_STATES } from './consumer-member.ts';

const VALUE_VERSION = 0;

/** What a member says about itself. */
export type MemberMetadata = Pick<
  ConsumerMember,
  | 'instanceId'
  | 'rackId'
  | 'clientId'
  | 'clientHost'
  | 'subscribedTopicNames'
  | 'subscribedTopicRegex'
  | 'rebalanceTimeoutMs'
  | 'serverAssignor'
  | 'classic'
>;

/** What a member has. */
export type CurrentAssignment = Pick<
  ConsumerMember,
  'memberEpoch' | 'previousMemberEpoch' | 'state' | 'assigned' | 'pendingRevocation'
>;

interface OfGroup<K extends string, V> {
  readonly kind: K;
  readonly group: string;
  readonly value: V | null;
}
interface OfMember<K extends string, V> extends OfGroup<K, V> {
  readonly memberId: string;
}

/** A null value is a tombstone. */
export type ConsumerGroupRecord =
  | OfGroup<'groupEpoch', { readonly epoch: number; readonly metadataHash: bigint }>
  /** Only tombstones are written; a value comes from Kafka 4.0, and that it is there is all that counts. */
  | OfGroup<'partitionMetadata', true>
  | OfMember<'member', MemberMetadata>
  | OfGroup<'targetEpoch', { readonly epoch: number; readonly timestampMs: number }>
  | OfMember<'target', Assignment>
  | OfMember<'currentAssignment', CurrentAssignment>
  | (OfGroup<'regex', ResolvedRegex> & { readonly regex: string });

/** Numbers in front of the keys. */
export const CONSUMER_GROUP_RECORD_TYPES = {
  groupEpoch: 3,
  partitionMetadata: 4,
  member: 5,
  targetEpoch: 6,
  target: 7,
  currentAssignment: 8,
  regex: 16,
} as const satisfies { readonly [K in ConsumerGroupRecord['kind']]: number };

export function encodeConsumerGroupRecord(record: ConsumerGroupRecord): EncodedRecord {
  return { key: keyOf(record), value: encodedValue(record) };
}

function keyOf(record: ConsumerGroupRecord): Buffer {
  const type = CONSUMER_GROUP_RECORD_TYPES[record.kind];
  const groupId = record.group;
  switch (record.kind) {
    case 'groupEpoch':
      return encodeStored(ConsumerGroupMetadataKey, type, { groupId });
    case 'partitionMetadata':
      return encodeStored(ConsumerGroupPartitionMetadataKey, type, { groupId });
    case 'member':
      return encodeStored(ConsumerGroupMemberMetadataKey, type, { groupId, memberId: record.memberId });
    case 'targetEpoch':
      return encodeStored(ConsumerGroupTargetAssignmentMetadataKey, type, { groupId });
    case 'target':
      return encodeStored(ConsumerGroupTargetAssignmentMemberKey, type, {
        groupId,
        memberId: record.memberId,
      });
    case 'currentAssignment':
      return encodeStored(ConsumerGroupCurrentMemberAssignmentKey, type, {
        groupId,
        memberId: record.memberId,
      });
    case 'regex':
      return encodeStored(ConsumerGroupRegularExpressionKey, type, {
        groupId,
        regularExpression: record.regex,
      });
  }
}

function encodedValue(record: ConsumerGroupRecord): Buffer | null {
  if (record.value === null) return null;
  switch (record.kind) {
    case 'groupEpoch':
      return encodeStored(ConsumerGroupMetadataValue, VALUE_VERSION, record.value);
    case 'partitionMetadata':
      return encodeStored(ConsumerGroupPartitionMetadataValue, VALUE_VERSION, { topics: [] });
    case 'member':
      return encodeMember(record.value);
    case 'targetEpoch':
      return encodeStored(ConsumerGroupTargetAssignmentMetadataValue, VALUE_VERSION, {
        assignmentEpoch: record.value.epoch,
        assignmentTimestamp: record.value.timestampMs,
      });
    case 'target':
      return encodeStored(ConsumerGroupTargetAssignmentMemberValue, VALUE_VERSION, {
        topicPartitions: topicPartitionsOf(record.value),
      });
    case 'currentAssignment':
      return encodeCurrentAssignment(record.value);
    case 'regex':
      return encodeStored(ConsumerGroupRegularExpressionValue, VALUE_VERSION, {
        topics: [...record.value.topics].sort(),
        version: record.value.version,
        timestamp: record.value.timestampMs,
      });
  }
}

function encodeMember(value: MemberMetadata): Buffer {
  return encodeStored(ConsumerGroupMemberMetadataValue, VALUE_VERSION, {
    instanceId: value.instanceId,
    rackId: value.rackId,
    clientId: value.clientId,
    clientHost: value.clientHost,
    subscribedTopicNames: [...value.subscribedTopicNames].sort(),
    subscribedTopicRegex: value.subscribedTopicRegex,
    rebalanceTimeoutMs: value.rebalanceTimeoutMs,
    serverAssignor: value.serverAssignor,
    classicMemberMetadata: value.classic,
  });
}

function encodeCurrentAssignment(value: CurrentAssignment): Buffer {
  return encodeStored(ConsumerGroupCurrentMemberAssignmentValue, VALUE_VERSION, {
    memberEpoch: value.memberEpoch,
    previousMemberEpoch: value.previousMemberEpoch,
    state: MEMBER_STATES[value.state],
    assignedPartitions: storedEpochs(value.assigned),
    partitionsPendingRevocation: storedEpochs(value.pendingRevocation),
  });
}

function storedEpochs(assignment: EpochAssignment) {
  return orderedEpochs(assignment).map(({ topicId, partitions, epochs }) => ({
    topicId,
    partitions,
    assignmentEpochs: epochs,
  }));
}
