/** Records of the internal topics in words: what the key names, and what the value says of it. */
import type { StoredContents, StoredPhrase, StoredSay, StoredWords } from '#core/lab-api/stored-says.ts';
import type { CoordinatorRecord } from '#core/protocol/stored/coordinator-record.ts';
import type { JsonNode } from '../dump/stored-json.ts';
import { indentedJson } from '../dump/stored-json.ts';
import { memberStateName, transactionStateName } from './state-names.ts';
import type { StoredProblem, StoredRecord } from './stored-record.ts';
import { readStoredRecord } from './stored-record.ts';

/** Of one text in a sentence, in code points. */
const TEXT_MAX = 48;
/** Of a list of fields. */
const FIELDS_MAX = 120;
const ITEMS_MAX = 3;
/** The metadata of an offset is the member's own; most have none. */
const NO_METADATA = '';

type Params = StoredPhrase['params'];

/** The words of a record whose type is one of `known`. A record without a key is none of theirs: null. */
export function storedWords(
  known: readonly CoordinatorRecord[],
  { key, value }: { readonly key: Buffer | null; readonly value: Buffer | null },
): StoredWords | null {
  return key === null ? null : wordsOf(readStoredRecord(known, { key, value }), value === null);
}

/** The same, and all of the record as JSON. */
export function storedContents(
  known: readonly CoordinatorRecord[],
  { key, value }: { readonly key: Buffer | null; readonly value: Buffer | null },
): StoredContents | null {
  if (key === null) return null;
  const read = readStoredRecord(known, { key, value });
  const words = wordsOf(read, value === null);
  if (read.kind !== 'record') return { words, key: null, value: null };
  const isRead = read.value !== null && read.value.kind === 'read';
  return { words, key: indentedJson(read.key), value: isRead ? indentedJson(read.value.node) : null };
}

function wordsOf(read: StoredRecord | StoredProblem, isTombstone: boolean): StoredWords {
  if (read.kind === 'record') return { key: keyPhrase(read), value: valuePhrase(read) };
  return { key: problemPhrase(read, 'key'), value: isTombstone ? phrase('value.tombstone', {}) : null };
}

function phrase(say: StoredSay, params: Params): StoredPhrase {
  return { key: `stored.${say}`, params };
}

function problemPhrase(problem: StoredProblem, part: 'key' | 'value'): StoredPhrase {
  switch (problem.kind) {
    case 'unknownType':
      return phrase('key.unknownType', { type: problem.type });
    case 'unknownVersion':
      return phrase('value.unknownVersion', { version: problem.version });
    default:
      return phrase(`${part}.unreadable`, {});
  }
}

/** `GroupMetadata` of `GroupMetadataValue`. */
export function recordName({ value }: CoordinatorRecord): string {
  return value.name.replace(/Value$/, '');
}

function keyPhrase({ record, key }: StoredRecord): StoredPhrase {
  const text = (name: string): string => clipped(plainOf(fieldOf(key, name)));
  switch (record.key.name) {
    case 'TransactionLogKey':
      return phrase('key.transaction', { id: text('transactionalId') });
    case 'OffsetCommitKey':
      return phrase('key.offset', {
        group: text('group'),
        topic: text('topic'),
        partition: text('partition'),
      });
    case 'GroupMetadataKey':
      return phrase('key.group', { group: text('group') });
    case 'ConsumerGroupRegularExpressionKey':
      return phrase('key.pattern', { group: text('groupId'), pattern: text('regularExpression') });
    default: {
      const about = { record: recordName(record), group: text('groupId') };
      const member = fieldOf(key, 'memberId');
      if (member === undefined) return phrase('key.groupRecord', about);
      return phrase('key.memberRecord', { ...about, member: text('memberId') });
    }
  }
}

function valuePhrase({ record, value }: StoredRecord): StoredPhrase {
  if (value === null) return phrase('value.tombstone', {});
  if (value.kind !== 'read') return problemPhrase(value, 'value');
  const { node } = value;
  const text = (name: string): string => clipped(plainOf(fieldOf(node, name)));
  switch (record.value.name) {
    case 'TransactionLogValue':
      return phrase('value.transaction', {
        state: transactionStateName(Number(text('transactionStatus'))),
        pid: text('producerId'),
        epoch: text('producerEpoch'),
        partitions: partitionCount(fieldOf(node, 'transactionPartitions')),
      });
    case 'OffsetCommitValue': {
      const metadata = text('metadata');
      const params = { offset: text('offset') };
      return metadata === NO_METADATA
        ? phrase('value.offset', params)
        : phrase('value.offsetMetadata', { ...params, metadata });
    }
    case 'GroupMetadataValue': {
      const members = itemsOf(fieldOf(node, 'members')).length;
      const params = { generation: text('generation'), members };
      if (members === 0) return phrase('value.emptyGroup', params);
      return phrase('value.group', { ...params, protocol: text('protocol') });
    }
    default:
      return phrase('value.fields', { fields: fieldsText(node) });
  }
}

function fieldOf(node: JsonNode, name: string): JsonNode | undefined {
  return node.kind === 'object' ? node.fields.get(name) : undefined;
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

function partitionCount(topics: JsonNode | undefined): number {
  return itemsOf(topics).reduce((sum, topic) => sum + itemsOf(fieldOf(topic, 'partitionIds')).length, 0);
}

/** `memberEpoch=3 previousMemberEpoch=2 state=STABLE assignedPartitions=2`. */
function fieldsText(node: JsonNode): string {
  if (node.kind !== 'object') return plainOf(node);
  const told = [...node.fields]
    .filter(([, field]) => !(field.kind === 'literal' && field.text === 'null'))
    .map(([name, field]) => `${name}=${name === 'state' ? memberStateName(plainOf(field)) : plainOf(field)}`);
  return clipped(told.join(' '), FIELDS_MAX);
}

/** A scalar as it is, short lists of texts item by item, of everything else how many. */
function plainOf(node: JsonNode | undefined): string {
  switch (node?.kind) {
    case 'literal':
    case 'text':
      return node.text;
    case 'bytes':
      return `${node.bytes.length} bytes`;
    case 'array': {
      const isShort = node.items.length > 0 && node.items.length <= ITEMS_MAX;
      if (!isShort || node.items.some(({ kind }) => kind !== 'text' && kind !== 'literal'))
        return `[${node.items.length}]`;
      return `[${node.items.map(plainOf).join(', ')}]`;
    }
    case 'object':
      return `{${node.fields.size}}`;
    default:
      return '';
  }
}

function clipped(text: string, max = TEXT_MAX): string {
  const points = [...text.slice(0, 2 * max + 2)];
  return points.length > max ? `${points.slice(0, max).join('')}…` : text;
}
