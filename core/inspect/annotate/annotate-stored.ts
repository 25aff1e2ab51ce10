/** The byte rulers of keys and values in the internal topics, by the tables of their records. */
import { isStoredField } from '#core/lab-api/stored-fields.ts';
import { ByteReader } from '#core/protocol/reader.ts';
import { annotateStruct, type FieldSpan } from '#core/protocol/schema/annotate.ts';
import type { StoredDefinition } from '#core/protocol/schema/api.ts';
import { isFlexible } from '#core/protocol/schema/codec.ts';
import {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '#core/protocol/stored/consumer-protocol.ts';
import type { CoordinatorRecord } from '#core/protocol/stored/coordinator-record.ts';
import { memberStateName, transactionStateName } from '../stored/state-names.ts';
import { recordName } from '../stored/stored-words.ts';
import type { FieldInfo, Ruler } from './ruler.ts';

/** What the group's members say to each other, inside of a group's record. */
const EMBEDDED: { readonly [field: string]: StoredDefinition } = {
  subscription: ConsumerProtocolSubscription,
  assignment: ConsumerProtocolAssignment,
};

/** Fields that decide what happens to a transaction or an offset. */
const DECIDING = /^(producerId|producerEpoch|transactionStatus|offset|generation|epoch)$/;

/** Where the fields of a key or value go. */
export interface StoredPlace {
  readonly name: (field: string) => string;
  readonly depth: number;
}

/** A key, or the value behind it, of an internal topic. */
export interface StoredPart extends StoredPlace {
  readonly known: readonly CoordinatorRecord[];
  /** What the key said; undefined for a key. */
  readonly record: CoordinatorRecord | undefined;
  /** In bytes. */
  readonly size: number;
}

/** Whether fields were made of it, and what the record is. */
export interface StoredAnswer {
  readonly isRead: boolean;
  readonly record: CoordinatorRecord | undefined;
}

/** Annotates a key or a value at the ruler's place. Not read, and nothing done, where even its first number is missing. */
export function annotateStored(ruler: Ruler, part: 'key' | 'value', stored: StoredPart): StoredAnswer {
  const { size, record } = stored;
  if (size < 2 || size > ruler.reader.remaining) return { isRead: false, record };
  if (part === 'key') return annotateKey(ruler, stored);
  if (record === undefined) return { isRead: false, record };
  annotateValue(ruler, stored, record);
  return { isRead: true, record };
}

function annotateKey(ruler: Ruler, { size, known, name, depth }: StoredPart): StoredAnswer {
  const { reader } = ruler;
  const type = reader.buffer.readInt16BE(reader.offset);
  const record = known.find((candidate) => candidate.type === type);
  const end = reader.offset + size;
  ruler.field(
    (r) => r.int16(),
    (value) => ({
      name: name('type'),
      type: 'int16',
      value,
      say: record === undefined ? 'stored.unknownType' : 'stored.type',
      params: record === undefined ? {} : { name: recordName(record) },
      isDeciding: true,
      depth,
    }),
  );
  if (record === undefined) putRest(ruler, end, { name, depth });
  else walk(ruler, record.key, { version: type, end, name, depth });
  return { isRead: true, record };
}

function annotateValue(
  ruler: Ruler,
  { size, name, depth }: StoredPart,
  { value: definition }: CoordinatorRecord,
): void {
  const { reader } = ruler;
  const [min, max] = definition.versions;
  const end = reader.offset + size;
  const version = ruler.field(
    (r) => r.int16(),
    (value) => ({
      name: name('version'),
      type: 'int16',
      value,
      say: value < min || value > max ? 'stored.unknownVersion' : 'stored.version',
      params: { min, max },
      depth,
    }),
  );
  if (version < min || version > max) putRest(ruler, end, { name, depth });
  else walk(ruler, definition, { version, end, name, depth });
}

/** What is left of a key or a value, as one field. */
function putRest(ruler: Ruler, end: number, { name, depth }: StoredPlace): void {
  const { reader } = ruler;
  const at = ruler.fields.at(-1);
  const reached = at === undefined ? reader.offset : Math.max(reader.offset, at.at + at.size);
  if (reached < end) {
    const rest = { name: name('rest'), type: 'bytes', value: end - reached, depth } as const;
    ruler.put(reached, end - reached, { ...rest, say: 'stored.rest' });
  }
  reader.offset = end;
}

function walk(
  ruler: Ruler,
  definition: StoredDefinition,
  { version, end, name, depth }: StoredPlace & { readonly version: number; readonly end: number },
): void {
  const { reader } = ruler;
  const flexible = isFlexible(definition, version);
  const inner = new ByteReader(reader.buffer, reader.offset, end);
  for (const span of annotateStruct(inner, definition.shape, { version, flexible }).fields) {
    const embedded = EMBEDDED[span.name];
    if (embedded !== undefined && putEmbedded(ruler, span, embedded, { flexible, name, depth })) continue;
    putSpan(ruler, span, { name, depth });
  }
  putRest(ruler, end, { name, depth });
}

function putSpan(ruler: Ruler, span: FieldSpan, { name, depth }: StoredPlace): void {
  const info = { name: name(span.name), type: span.type, value: span.value, depth: depth + span.depth };
  ruler.put(span.at, span.size, { ...info, ...sayOf(span), isDeciding: DECIDING.test(span.name) });
}

function sayOf({ name, value }: FieldSpan): Pick<FieldInfo, 'say' | 'params'> {
  if (name === 'transactionStatus')
    return { say: 'stored.transactionStatus', params: { name: transactionStateName(Number(value)) } };
  if (name === 'state')
    return { say: 'stored.memberState', params: { name: memberStateName(String(value)) } };
  const [, base = name, index] = /^(.*?)(?:\[(\d+)\])?$/.exec(name) ?? [];
  if (index !== undefined) return { say: 'stored.item', params: { name: base, number: Number(index) + 1 } };
  return isStoredField(base) ? { say: `stored.is.${base}` } : { say: 'stored.field', params: { name } };
}

/** A length, then a record of its own. False when the bytes are something else: other clients may put there what they like. */
function putEmbedded(
  ruler: Ruler,
  span: FieldSpan,
  definition: StoredDefinition,
  { flexible, name, depth }: StoredPlace & { readonly flexible: boolean },
): boolean {
  const end = span.at + span.size;
  const inner = new ByteReader(ruler.reader.buffer, span.at, end);
  if (flexible) inner.unsignedVarint();
  else inner.int32();
  const start = inner.offset;
  if (inner.remaining < 2) return false;
  const version = inner.int16();
  if (version < definition.versions[0] || version > definition.versions[1]) return false;
  const read = annotateStruct(inner, definition.shape, {
    version,
    flexible: isFlexible(definition, version),
  });
  if (read.stop !== null || inner.offset !== end) return false;
  const own = (field: string): string => name(`${span.name}.${field}`);
  const at = depth + span.depth;
  const length = { name: own('length'), type: flexible ? 'unsigned varint' : 'int32', value: end - start };
  ruler.put(span.at, start - span.at, {
    ...length,
    say: 'stored.field',
    params: { name: 'length' },
    depth: at,
  });
  const head = { name: own('version'), type: 'int16', value: version, depth: at + 1 };
  ruler.put(start, 2, { ...head, say: 'stored.field', params: { name: 'version' } });
  for (const field of read.fields) putSpan(ruler, field, { name: own, depth: at + 1 });
  return true;
}
