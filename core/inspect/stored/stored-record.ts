/**
 * Records of `__transaction_state` and `__consumer_offsets`, read by the tables of their keys and values.
 * (source: DumpLogSegments.CoordinatorRecordMessageParser, CoordinatorRecordSerde)
 */
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import type { StoredDefinition } from '#core/protocol/schema/api.ts';
import { CONSUMER_GROUP_RECORDS } from '#core/protocol/stored/consumer-group-records.ts';
import {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '#core/protocol/stored/consumer-protocol.ts';
import type { CoordinatorRecord } from '#core/protocol/stored/coordinator-record.ts';
import { GroupMetadataKey, GroupMetadataValue } from '#core/protocol/stored/group-metadata.ts';
import { OffsetCommitKey, OffsetCommitValue } from '#core/protocol/stored/offset-commit.ts';
import { SHARE_GROUP_RECORDS } from '#core/protocol/stored/share-group-records.ts';
import { STREAMS_GROUP_RECORDS } from '#core/protocol/stored/streams-group-records.ts';
import { TransactionLogKey, TransactionLogValue } from '#core/protocol/stored/transaction-log.ts';
import type { JsonNode } from '../dump/stored-json.ts';
import { readStored } from '../dump/stored-json.ts';

/** The records of `__transaction_state`. */
export const TRANSACTION_RECORDS: readonly CoordinatorRecord[] = [
  { type: 0, key: TransactionLogKey, value: TransactionLogValue },
];

/** The records of `__consumer_offsets`. */
export const GROUP_RECORDS: readonly CoordinatorRecord[] = [
  // Type 0 is of the brokers before 0.9; its value is what later became version 0.
  { type: 0, key: OffsetCommitKey, value: { ...OffsetCommitValue, versions: [0, 0] } },
  { type: 1, key: OffsetCommitKey, value: OffsetCommitValue },
  { type: 2, key: GroupMetadataKey, value: GroupMetadataValue },
  ...CONSUMER_GROUP_RECORDS,
  ...SHARE_GROUP_RECORDS,
  ...STREAMS_GROUP_RECORDS,
];

const RECORDS: { readonly [topic: string]: readonly CoordinatorRecord[] } = {
  __transaction_state: TRANSACTION_RECORDS,
  __consumer_offsets: GROUP_RECORDS,
};

/** The records of a topic whose keys and values have tables; undefined for every other topic. */
export function storedRecords(topic: string | null): readonly CoordinatorRecord[] | undefined {
  return topic !== null && Object.hasOwn(RECORDS, topic) ? RECORDS[topic] : undefined;
}

/** Why a key or a value cannot be read. */
export type StoredProblem =
  | { readonly kind: 'unknownType'; readonly type: number }
  | { readonly kind: 'unknownVersion'; readonly type: number; readonly version: number }
  /** Less than the two bytes of a type or version. */
  | { readonly kind: 'noVersion'; readonly part: StoredPartName }
  | {
      readonly kind: 'unreadable';
      readonly part: StoredPartName;
      readonly version: number;
      readonly reason: string;
    };

type StoredPartName = 'key' | 'value';

/** A record whose key could be read. */
export interface StoredRecord {
  readonly kind: 'record';
  readonly record: CoordinatorRecord;
  readonly key: JsonNode;
  /** Null deletes what the key names. */
  readonly value:
    | { readonly kind: 'read'; readonly version: number; readonly node: JsonNode }
    | null
    | StoredProblem;
}

/** Reads a record whose type is one of `known`. */
export function readStoredRecord(
  known: readonly CoordinatorRecord[],
  { key, value }: { readonly key: Buffer; readonly value: Buffer | null },
): StoredRecord | StoredProblem {
  const keyReader = new ByteReader(key);
  if (keyReader.remaining < 2) return { kind: 'noVersion', part: 'key' };
  const type = keyReader.int16();
  const record = known.find((candidate) => candidate.type === type);
  if (record === undefined) return { kind: 'unknownType', type };
  const readKey = read(record.key, keyReader, { version: type, part: 'key' });
  if (readKey.kind === 'unreadable') return readKey;
  return {
    kind: 'record',
    record,
    key: readKey.node,
    value: value === null ? null : readValue(record, value),
  };
}

function readValue(record: CoordinatorRecord, value: Buffer): NonNullable<StoredRecord['value']> {
  const reader = new ByteReader(value);
  if (reader.remaining < 2) return { kind: 'noVersion', part: 'value' };
  const version = reader.int16();
  const [min, max] = record.value.versions;
  if (version < min || version > max) return { kind: 'unknownVersion', type: record.type, version };
  const found = read(record.value, reader, { version, part: 'value' });
  if (found.kind === 'unreadable') return found;
  const node = record.value === GroupMetadataValue ? withProtocolDecoded(found.node) : found.node;
  return { kind: 'read', version, node };
}

function read(
  definition: StoredDefinition,
  reader: ByteReader,
  { version, part }: { readonly version: number; readonly part: StoredPartName },
): { readonly kind: 'read'; readonly node: JsonNode } | Extract<StoredProblem, { kind: 'unreadable' }> {
  try {
    return { kind: 'read', node: readStored(definition, reader, version) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { kind: 'unreadable', part, version, reason: error.message };
  }
}

/** Members of consumers carry subscription and assignment in a format of their own, which is decoded where it can be. */
function withProtocolDecoded(group: JsonNode): JsonNode {
  if (group.kind !== 'object') return group;
  const protocolType = group.fields.get('protocolType');
  const members = group.fields.get('members');
  if (protocolType?.kind !== 'text' || protocolType.text !== 'consumer' || members?.kind !== 'array')
    return group;
  const items = members.items.map((member) => {
    if (member.kind !== 'object') return member;
    const fields = new Map(member.fields);
    replaceBytes(fields, 'subscription', ConsumerProtocolSubscription);
    replaceBytes(fields, 'assignment', ConsumerProtocolAssignment);
    return { kind: 'object', fields } as const;
  });
  return { kind: 'object', fields: new Map(group.fields).set('members', { kind: 'array', items }) };
}

function replaceBytes(fields: Map<string, JsonNode>, name: string, definition: StoredDefinition): void {
  const node = fields.get(name);
  if (node?.kind !== 'bytes') return;
  try {
    const reader = new ByteReader(node.bytes);
    fields.set(name, readStored(definition, reader, reader.int16()));
  } catch (error) {
    // Bytes that are something else stay bytes.
    if (!(error instanceof DecodeError)) throw error;
  }
}
