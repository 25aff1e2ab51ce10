/**
 * Turns keys and values into text: as they are, or as the records of `__consumer_offsets` and `__transaction_state`.
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
import type { DumpedRecord } from './batch-records.ts';
import type { DumpDecoder } from './dump-options.ts';
import { DumpFailure } from './dump-options.ts';
import { javaText } from './java-text.ts';
import type { JsonNode } from './stored-json.ts';
import { jsonText, readStored } from './stored-json.ts';

/** What is printed behind `key:` and `payload:`; undefined prints neither the word nor the text. */
export interface ParsedRecord {
  readonly key: string | undefined;
  readonly payload: string | undefined;
}

export type RecordParser = (record: DumpedRecord) => ParsedRecord;

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

/** The parser for a decoder. */
export function recordParser(decoder: DumpDecoder): RecordParser {
  switch (decoder) {
    case 'text':
      return ({ key, value }) => ({
        key: key === null ? undefined : javaText(key),
        payload: value === null ? undefined : javaText(value),
      });
    case 'offsets':
      return coordinatorParser(GROUP_RECORDS);
    case 'transaction-log':
      return coordinatorParser(TRANSACTION_RECORDS);
  }
}

/** A record that is passed over; the message is printed in place of its key. */
class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';
}

function coordinatorParser(known: readonly CoordinatorRecord[]): RecordParser {
  const byType = new Map(known.map((record) => [record.type, record]));
  return ({ offset, key, value }) => {
    if (key === null) {
      throw new DumpFailure(
        `the record at offset ${offset} has no key, so the decoder cannot tell its type; dump this log without a decoder`,
      );
    }
    try {
      return parse(byType, { offset, key, value });
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      return { key: error.message, payload: undefined };
    }
  };
}

interface KeyedRecord {
  readonly offset: bigint;
  readonly key: Buffer;
  readonly value: Buffer | null;
}

function parse(
  byType: ReadonlyMap<number, CoordinatorRecord>,
  { offset, key, value }: KeyedRecord,
): ParsedRecord {
  const unreadable = (why: string): never => {
    throw new UnreadableRecord(`Error at offset ${offset}, skipping. ${why}`);
  };
  const versionOf = (reader: ByteReader, what: 'key' | 'value'): number =>
    reader.remaining < 2 ? unreadable(`Could not read version from ${what}'s buffer.`) : reader.int16();
  const read = (definition: StoredDefinition, reader: ByteReader, version: number, what: 'key' | 'value') => {
    try {
      return readStored(definition, reader, version);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return unreadable(
        `Could not read record with version ${version} from ${what}'s buffer due to: ${error.message}.`,
      );
    }
  };

  const keyReader = new ByteReader(key);
  const type = versionOf(keyReader, 'key');
  const record = byType.get(type);
  if (record === undefined) {
    throw new UnreadableRecord(`Unknown record type ${type} at offset ${offset}, skipping.`);
  }
  const keyText = `{"type":"${type}","data":${jsonText(read(record.key, keyReader, type, 'key'))}}`;
  if (value === null) return { key: keyText, payload: '<DELETE>' };

  const valueReader = new ByteReader(value);
  const version = versionOf(valueReader, 'value');
  const [min, max] = record.value.versions;
  if (version < min || version > max) {
    return unreadable(`Found an unknown record version ${version} for ${type} type`);
  }
  const node = read(record.value, valueReader, version, 'value');
  const data = record.value === GroupMetadataValue ? withProtocolDecoded(node) : node;
  return { key: keyText, payload: `{"version":"${version}","data":${jsonText(data)}}` };
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
