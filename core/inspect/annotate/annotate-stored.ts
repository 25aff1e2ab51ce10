/** The byte rulers of keys and values in the internal topics, by the tables of their records. */
import { ByteReader } from '#core/protocol/reader.ts';
import { annotateStruct, type FieldSpan } from '#core/protocol/schema/annotate.ts';
import type { StoredDefinition } from '#core/protocol/schema/api.ts';
import { isFlexible } from '#core/protocol/schema/codec.ts';
import {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '#core/protocol/stored/consumer-protocol.ts';
import type { CoordinatorRecord } from '#core/protocol/stored/coordinator-record.ts';
import { transactionStateName } from '../stored/state-names.ts';
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

/** Annotates a key of `size` bytes at the ruler's place; answers its record type, undefined when it has none that is known. */
export function annotateStoredKey(
  ruler: Ruler,
  size: number,
  { known, name, depth }: StoredPlace & { readonly known: readonly CoordinatorRecord[] },
): CoordinatorRecord | undefined {
  const { reader } = ruler;
  if (size < 2 || size > reader.remaining) return undefined;
  const type = reader.buffer.readInt16BE(reader.offset);
  const record = known.find((candidate) => candidate.type === type);
  if (record === undefined) return undefined;
  const end = reader.offset + size;
  ruler.field(
    (r) => r.int16(),
    (value) => ({
      name: name('type'),
      type: 'int16',
      value,
      say: 'stored.type',
      params: { name: record.value.name.replace(/Value$/, '') },
      isDeciding: true,
      depth,
    }),
  );
  walk(ruler, record.key, { version: type, end, name, depth });
  return record;
}

/** Annotates a value of `size` bytes at the ruler's place. False, and nothing done, when its version is not known. */
export function annotateStoredValue(
  ruler: Ruler,
  size: number,
  { record, name, depth }: StoredPlace & { readonly record: CoordinatorRecord },
): boolean {
  const { reader } = ruler;
  if (size < 2 || size > reader.remaining) return false;
  const version = reader.buffer.readInt16BE(reader.offset);
  const [min, max] = record.value.versions;
  if (version < min || version > max) return false;
  const end = reader.offset + size;
  ruler.field(
    (r) => r.int16(),
    (value) => ({ name: name('version'), type: 'int16', value, say: 'stored.version', depth }),
  );
  walk(ruler, record.value, { version, end, name, depth });
  return true;
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
  const at = ruler.fields.at(-1);
  const reached = at === undefined ? reader.offset : Math.max(reader.offset, at.at + at.size);
  if (reached < end) {
    const rest = { name: name('rest'), type: 'bytes', value: end - reached, depth } as const;
    ruler.put(reached, end - reached, { ...rest, say: 'stored.rest' });
  }
  reader.offset = end;
}

function putSpan(ruler: Ruler, span: FieldSpan, { name, depth }: StoredPlace): void {
  const info = { name: name(span.name), type: span.type, value: span.value, depth: depth + span.depth };
  ruler.put(span.at, span.size, { ...info, ...sayOf(span), isDeciding: DECIDING.test(span.name) });
}

function sayOf({ name, value }: FieldSpan): Pick<FieldInfo, 'say' | 'params'> {
  if (name === 'transactionStatus')
    return { say: 'stored.transactionStatus', params: { name: transactionStateName(Number(value)) } };
  return { say: 'stored.field', params: { name } };
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
