/**
 * Stored records as JSON, as Kafka's generated converters write them and Jackson prints them: fields in the order of the definition,
 * tagged ones only where they differ from their default, bytes as base64, 64-bit numbers exact.
 */
import type { ByteReader } from '#core/protocol/reader.ts';
import type { StoredDefinition } from '#core/protocol/schema/api.ts';
import { isFlexible } from '#core/protocol/schema/codec.ts';
import { defaultOf } from '#core/protocol/schema/compile.ts';
import type { Field, PrimitiveKind, Shape } from '#core/protocol/schema/field.ts';
import { javaText } from './java-text.ts';

/** A decoded value, before it becomes text. */
export type JsonNode =
  /** Null, a number, a boolean: printed as it is. */
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, JsonNode> };

/** Far above any real record; each takes memory many times its size in the record. */
const FIELDS_MAX = 2000000;

const NULL: JsonNode = { kind: 'literal', text: 'null' };

/**
 * Reads one record at `version`; bytes behind it are left alone. It is shown with the fields of `shownVersion`: those that `version`
 * does not have yet hold their defaults.
 * @throws {DecodeError} when it does not parse.
 */
export function readStored(
  definition: StoredDefinition,
  reader: ByteReader,
  version: number,
  shownVersion = version,
): JsonNode {
  return new StoredReader(definition, reader, version, shownVersion).struct(definition.shape);
}

/** The node as Jackson prints it, without spaces. */
export function jsonText(node: JsonNode): string {
  switch (node.kind) {
    case 'literal':
      return node.text;
    case 'text':
      return quoted(node.text);
    case 'bytes':
      return `"${node.bytes.toString('base64')}"`;
    case 'array':
      return `[${node.items.map(jsonText).join(',')}]`;
    case 'object':
      return `{${[...node.fields].map(([name, value]) => `${quoted(name)}:${jsonText(value)}`).join(',')}}`;
  }
}

/** The same JSON over several lines, for people. */
export function indentedJson(node: JsonNode, indent = ''): string {
  const inner = `${indent}  `;
  const lines =
    node.kind === 'array'
      ? node.items.map((item) => indentedJson(item, inner))
      : node.kind === 'object'
        ? [...node.fields].map(([name, value]) => `${quoted(name)}: ${indentedJson(value, inner)}`)
        : [];
  if (lines.length === 0) return jsonText(node);
  const [open, close] = node.kind === 'array' ? '[]' : '{}';
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`;
}

const SHORT_ESCAPES: { readonly [character: string]: string } = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes exactly these.
  const escaped = text.replace(/["\\\u0000-\u001f]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return SHORT_ESCAPES[character] ?? `\\u${code}`;
  });
  return `"${escaped}"`;
}

function literal(value: unknown): JsonNode {
  return { kind: 'literal', text: String(value) };
}

function isPresent(
  { options: { since = 0, until = Number.POSITIVE_INFINITY } }: Field,
  version: number,
): boolean {
  return version >= since && version <= until;
}

type FixedKind = Exclude<PrimitiveKind, 'string' | 'bytes' | 'records'>;

function fixed(reader: ByteReader, kind: FixedKind): JsonNode {
  switch (kind) {
    case 'uuid':
      return { kind: 'text', text: reader.uuid() };
    case 'int64':
      return literal(reader.view(8).readBigInt64BE(0));
    default:
      return literal(reader[kind]());
  }
}

class StoredReader {
  readonly #definition: StoredDefinition;
  readonly #reader: ByteReader;
  readonly #version: number;
  readonly #shownVersion: number;
  readonly #isFlexible: boolean;
  #fieldCount = 0;

  constructor(definition: StoredDefinition, reader: ByteReader, version: number, shownVersion: number) {
    this.#definition = definition;
    this.#reader = reader;
    this.#version = version;
    this.#shownVersion = shownVersion;
    this.#isFlexible = isFlexible(definition, version);
  }

  struct(shape: Shape): JsonNode {
    const here = Object.entries(shape).filter(([, field]) => isPresent(field, this.#shownVersion));
    const values = new Map<string, JsonNode>();
    for (const [name, field] of here) {
      if (field.options.tag !== undefined) continue;
      const isRead = isPresent(field, this.#version);
      values.set(name, isRead ? this.#field(name, field) : this.#defaultNode(field));
    }
    if (this.#isFlexible) this.#tags(here, values);
    // In the order of the definition, in which tagged fields may stand anywhere.
    const fields = new Map<string, JsonNode>();
    for (const [name] of here) {
      const value = values.get(name);
      if (value !== undefined) fields.set(name, value);
    }
    return { kind: 'object', fields };
  }

  #tags(fields: readonly (readonly [string, Field])[], values: Map<string, JsonNode>): void {
    const reader = this.#reader;
    for (let count = reader.unsignedVarint(); count > 0; count--) {
      const tag = reader.unsignedVarint();
      const size = reader.unsignedVarint();
      const known = fields.find(([, { options }]) => options.tag === tag);
      if (known === undefined) {
        reader.skip(size);
        continue;
      }
      // As in Kafka, a field that is known ends where it ends, whatever size it claims.
      const [name, field] = known;
      const value = this.#field(name, field);
      if (jsonText(value) !== jsonText(this.#defaultNode(field))) values.set(name, value);
      else values.delete(name);
    }
  }

  #field(name: string, field: Field): JsonNode {
    if (this.#fieldCount++ > FIELDS_MAX) this.#reader.fail(`more than ${FIELDS_MAX} fields`);
    const { type, options } = field;
    const { nullable } = options;
    const isNullable = nullable === true || (nullable !== undefined && this.#version >= nullable);
    switch (type.kind) {
      case 'string':
      case 'bytes':
      case 'records': {
        const size = this.#length(type.kind === 'string' ? 2 : 4);
        if (size < 0) return this.#null(name, isNullable);
        const bytes = this.#reader.view(size);
        return type.kind === 'string' ? { kind: 'text', text: javaText(bytes) } : { kind: 'bytes', bytes };
      }
      case 'array': {
        const count = this.#length(4);
        if (count < 0) return this.#null(name, isNullable);
        if (count > this.#reader.remaining) this.#reader.fail(`${name} claims ${count} elements`);
        this.#checkNested(name, type.of);
        return { kind: 'array', items: Array.from({ length: count }, () => this.#field(name, type.of)) };
      }
      case 'struct':
        if (isNullable && this.#isNullStruct(options.tag !== undefined)) return NULL;
        return this.struct(type.shape);
      default:
        return fixed(this.#reader, type.kind);
    }
  }

  /** Kafka refuses a version above the last one only where structs are nested. */
  #checkNested(name: string, { type }: Field): void {
    if (type.kind === 'struct' && this.#version > this.#definition.versions[1]) {
      this.#reader.fail(`version ${this.#version} of ${name} is not known`);
    }
  }

  #length(plainSize: 2 | 4): number {
    if (this.#isFlexible) return this.#reader.unsignedVarint() - 1;
    return plainSize === 2 ? this.#reader.int16() : this.#reader.int32();
  }

  /** Tagged structs are marked as present in another way than plain ones. */
  #isNullStruct(isTagged: boolean): boolean {
    return isTagged ? this.#reader.unsignedVarint() === 0 : this.#reader.int8() < 0;
  }

  #null(name: string, isNullable: boolean): JsonNode {
    return isNullable ? NULL : this.#reader.fail(`${name} must not be null`);
  }

  #defaultNode(field: Field): JsonNode {
    const { type } = field;
    const value = defaultOf(field);
    if (value === null) return NULL;
    switch (type.kind) {
      case 'string':
      case 'uuid':
        return { kind: 'text', text: String(value) };
      case 'bytes':
      case 'records':
        return { kind: 'bytes', bytes: Buffer.alloc(0) };
      case 'array':
        return { kind: 'array', items: [] };
      case 'struct': {
        const plain = Object.entries(type.shape).filter(
          ([, inner]) => isPresent(inner, this.#version) && inner.options.tag === undefined,
        );
        return {
          kind: 'object',
          fields: new Map(plain.map(([name, inner]) => [name, this.#defaultNode(inner)])),
        };
      }
      default:
        return literal(value);
    }
  }
}
