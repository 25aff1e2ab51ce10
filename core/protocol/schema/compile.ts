/**
 * Turns a field description into a codec for one version. Every version question is answered here, once; what is left are
 * closures that read and write (ADR 0004: closures instead of generated source).
 *
 * Decoding defends itself: lengths against what is left, counts against the remaining bytes, null against nullability.
 * Encoding never loses data silently: a value that the version cannot carry is an error, unless the field is ignorable.
 */
import { asJavaEncodes } from '#core/base/utf8.ts';
import type { ByteReader } from '../reader.ts';
import { ZERO_UUID } from '../uuid.ts';
import type { ByteWriter } from '../writer.ts';
import { ByteWriter as Writer } from '../writer.ts';
import type { Field, FieldOptions, PrimitiveKind, Shape } from './field.ts';

/** Reads and writes one type at one version. Types are erased here and restored by `codecFor`. */
export interface Codec<Read = unknown, Write = unknown> {
  read(reader: ByteReader): Read;
  write(writer: ByteWriter, value: Write): void;
}

/**
 * What a field holds when neither side says anything. Frozen, because every message that is decoded without the field shares it.
 */
export function defaultOf(field: Field): unknown {
  const { options, type } = field;
  if ('default' in options) return options.default;
  switch (type.kind) {
    case 'bool':
      return false;
    case 'exactInt64':
      return 0n;
    case 'string':
      return '';
    case 'uuid':
      return ZERO_UUID;
    case 'bytes':
      return Buffer.alloc(0);
    case 'records':
      return null;
    case 'array':
      return Object.freeze([]);
    case 'struct':
      return Object.freeze(
        Object.fromEntries(Object.entries(type.shape).map(([name, inner]) => [name, defaultOf(inner)])),
      );
    default:
      return 0;
  }
}

function hasField({ since, until }: FieldOptions, version: number): boolean {
  return version >= (since ?? 0) && version <= (until ?? Number.POSITIVE_INFINITY);
}

function isNullable({ nullable }: FieldOptions, version: number): boolean {
  return nullable === true || (nullable !== undefined && version >= nullable);
}

const FIXED: {
  readonly [K in Exclude<PrimitiveKind, 'string' | 'bytes' | 'records'>]: Codec<unknown, never>;
} = {
  bool: { read: (r) => r.bool(), write: (w, v: boolean) => w.bool(v) },
  int8: { read: (r) => r.int8(), write: (w, v: number) => w.int8(v) },
  int16: { read: (r) => r.int16(), write: (w, v: number) => w.int16(v) },
  uint16: { read: (r) => r.uint16(), write: (w, v: number) => w.uint16(v) },
  int32: { read: (r) => r.int32(), write: (w, v: number) => w.int32(v) },
  int64: { read: (r) => r.int64(), write: (w, v: number) => w.int64(v) },
  exactInt64: { read: (r) => r.exactInt64(), write: (w, v: bigint) => w.exactInt64(v) },
  float64: { read: (r) => r.float64(), write: (w, v: number) => w.float64(v) },
  uuid: { read: (r) => r.uuid(), write: (w, v: string) => w.uuid(v) },
};

/** How lengths are written: compact (size + 1 as a varint, 0 is null) or plain (−1 is null). */
interface Lengths {
  read(reader: ByteReader): number;
  write(writer: ByteWriter, length: number): void;
}

const COMPACT: Lengths = {
  read: (r) => r.unsignedVarint() - 1,
  write: (w, length) => w.unsignedVarint(length + 1),
};
const PLAIN16: Lengths = { read: (r) => r.int16(), write: (w, length) => w.int16(length) };
const PLAIN32: Lengths = { read: (r) => r.int32(), write: (w, length) => w.int32(length) };

function sized<T>(
  lengths: Lengths,
  nullable: boolean,
  what: string,
  read: (reader: ByteReader, length: number) => T,
  write: (writer: ByteWriter, value: T, lengths: Lengths) => void,
): Codec {
  return {
    read(reader) {
      const length = lengths.read(reader);
      if (length >= 0) return read(reader, length);
      // Kafka takes any negative length for null.
      return nullable ? null : reader.fail(`${what} must not be null`);
    },
    write(writer, value) {
      if (value !== null) write(writer, value as T, lengths);
      else if (nullable) lengths.write(writer, -1);
      else throw new TypeError(`${what} must not be null`);
    },
  };
}

function arrayCodec(name: string, element: Codec, lengths: Lengths, nullable: boolean): Codec {
  return sized<readonly unknown[]>(
    lengths,
    nullable,
    name,
    (reader, count) => {
      // Every element takes at least one byte, but for empty structs, which Kafka does not have.
      if (count > reader.remaining)
        reader.fail(`${name} claims ${count} elements, ${reader.remaining} bytes remain`);
      // Grown by what is really there: a count alone must not claim memory.
      const values: unknown[] = [];
      for (let i = 0; i < count; i++) values.push(element.read(reader));
      return values;
    },
    (writer, values) => {
      lengths.write(writer, values.length);
      for (const value of values) element.write(writer, value);
    },
  );
}

/** Null is an int8 below 0; of a tagged struct, the varint 0. */
function nullableStruct(name: string, inner: Codec, isTagged: boolean): Codec {
  return {
    read(reader) {
      const isNull = isTagged ? reader.unsignedVarint() === 0 : reader.int8() < 0;
      return isNull ? null : inner.read(reader);
    },
    write(writer, value) {
      if (isTagged) writer.unsignedVarint(value === null ? 0 : 1);
      else writer.int8(value === null ? -1 : 1);
      if (value === undefined) throw new TypeError(`${name} is missing`);
      if (value !== null) inner.write(writer, value);
    },
  };
}

/** The codec of one field at one version; `name` appears in errors. */
export function compileField(name: string, field: Field, version: number, flexible: boolean): Codec {
  const nullable = isNullable(field.options, version);
  const { type } = field;
  switch (type.kind) {
    case 'string':
      return sized<string>(
        flexible ? COMPACT : PLAIN16,
        nullable,
        name,
        (reader, length) => reader.text(length),
        (writer, value, lengths) => {
          const text = asJavaEncodes(value);
          const size = Buffer.byteLength(text);
          if (size > 32767) throw new RangeError(`${name} is ${size} bytes, a string holds 32767`);
          lengths.write(writer, size);
          writer.text(text, size);
        },
      );
    case 'bytes':
    case 'records':
      return sized<Buffer>(
        flexible ? COMPACT : PLAIN32,
        nullable,
        name,
        (reader, length) => reader.view(length),
        (writer, value, lengths) => {
          lengths.write(writer, value.length);
          writer.bytes(value);
        },
      );
    case 'array':
      return arrayCodec(
        name,
        compileField(name, type.of, version, flexible),
        flexible ? COMPACT : PLAIN32,
        nullable,
      );
    case 'struct': {
      const inner = compileStruct(type.shape, version, flexible);
      return nullable ? nullableStruct(name, inner, field.options.tag !== undefined) : inner;
    }
    default:
      return FIXED[type.kind] as Codec;
  }
}

type Row = { [name: string]: unknown };
interface Plan {
  readonly name: string;
  readonly codec: Codec;
  readonly fallback: unknown;
}
interface TaggedPlan extends Plan {
  readonly tag: number;
}
interface AbsentPlan {
  readonly name: string;
  readonly fallback: unknown;
  readonly ignorable: boolean;
}

/** The codec of a struct at one version. */
export function compileStruct(shape: Shape, version: number, flexible: boolean): Codec {
  const plain: Plan[] = [];
  const tagged: TaggedPlan[] = [];
  const absent: AbsentPlan[] = [];
  for (const [name, field] of Object.entries(shape)) {
    const fallback = defaultOf(field);
    if (!hasField(field.options, version)) {
      absent.push({ name, fallback, ignorable: field.options.ignorable === true });
      continue;
    }
    const codec = compileField(name, field, version, flexible);
    if (field.options.tag === undefined) plain.push({ name, codec, fallback });
    else tagged.push({ name, codec, fallback, tag: field.options.tag });
  }
  tagged.sort((a, b) => a.tag - b.tag);
  return structCodec(plain, tagged, absent, flexible, version);
}

function structCodec(
  plain: readonly Plan[],
  tagged: readonly TaggedPlan[],
  absent: readonly AbsentPlan[],
  flexible: boolean,
  version: number,
): Codec {
  return {
    read(reader) {
      const row: Row = {};
      for (const { name, codec } of plain) row[name] = codec.read(reader);
      for (const { name, fallback } of tagged) row[name] = fallback;
      if (flexible) readTags(reader, row, tagged);
      for (const { name, fallback } of absent) row[name] = fallback;
      return row;
    },
    write(writer, value) {
      const row = value as Row;
      for (const { name, codec, fallback } of plain) {
        const given = row[name];
        codec.write(writer, given === undefined ? fallback : given);
      }
      if (flexible) writeTags(writer, row, tagged);
      for (const { name, fallback, ignorable } of absent) {
        if (!ignorable && row[name] !== undefined && !sameAsDefault(row[name], fallback)) {
          throw new RangeError(`version ${version} cannot carry ${name}`);
        }
      }
    },
  };
}

function readTags(reader: ByteReader, row: Row, tagged: readonly TaggedPlan[]): void {
  for (let count = reader.unsignedVarint(); count > 0; count--) {
    const tag = reader.unsignedVarint();
    const size = reader.unsignedVarint();
    if (size > reader.remaining) reader.fail(`tagged field ${tag} claims ${size} bytes`);
    const next = reader.offset + size;
    const plan = tagged.find((candidate) => candidate.tag === tag);
    if (plan === undefined) {
      reader.offset = next;
      continue;
    }
    row[plan.name] = plan.codec.read(reader);
    if (reader.offset !== next) reader.fail(`tagged field ${tag} is not ${size} bytes`);
  }
}

function writeTags(writer: ByteWriter, row: Row, tagged: readonly TaggedPlan[]): void {
  const present = tagged.filter(
    ({ name, fallback }) => row[name] !== undefined && !sameAsDefault(row[name], fallback),
  );
  writer.unsignedVarint(present.length);
  for (const { name, tag, codec } of present) {
    const inner = new Writer();
    codec.write(inner, row[name]);
    writer.unsignedVarint(tag);
    writer.unsignedVarint(inner.size);
    for (const chunk of inner.finish()) writer.bytes(chunk);
  }
}

function sameAsDefault(value: unknown, fallback: unknown): boolean {
  if (Object.is(value, fallback) || value === fallback) return true;
  if (Array.isArray(value) || Buffer.isBuffer(value)) return value.length === 0 && fallback !== null;
  if (typeof value === 'object' && value !== null && typeof fallback === 'object' && fallback !== null) {
    return Object.entries(fallback).every(([name, inner]) => {
      const given = (value as Row)[name];
      return given === undefined || sameAsDefault(given, inner);
    });
  }
  return false;
}
