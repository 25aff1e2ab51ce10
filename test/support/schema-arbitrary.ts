/** Values for any description of the schema language: what a version can carry, generated; what decoding then answers. */
import fc from 'fast-check';
import { defaultOf } from '#core/protocol/schema/compile.ts';
import type { Field, FieldOptions, Shape } from '#core/protocol/schema/field.ts';

type Row = { [name: string]: unknown };

/** True when the version has the field. */
export function isPresent({ since, until }: FieldOptions, version: number): boolean {
  return version >= (since ?? 0) && version <= (until ?? Number.POSITIVE_INFINITY);
}

export function isNullable({ nullable }: FieldOptions, version: number): boolean {
  return nullable === true || (nullable !== undefined && version >= nullable);
}

const INTEGERS = {
  int8: fc.integer({ min: -128, max: 127 }),
  int16: fc.integer({ min: -32768, max: 32767 }),
  uint16: fc.integer({ min: 0, max: 65535 }),
  int32: fc.integer(),
  exactInt64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  int64: fc.oneof(fc.maxSafeInteger(), fc.constantFrom(Infinity, -Infinity)),
} as const;

function typeValue(field: Field, version: number): fc.Arbitrary<unknown> {
  const { type } = field;
  switch (type.kind) {
    case 'bool':
      return fc.boolean();
    case 'float64':
      return fc.double();
    case 'uuid':
      return fc
        .uint8Array({ minLength: 16, maxLength: 16 })
        .map((bytes) => Buffer.from(bytes).toString('base64url'));
    case 'string':
      return fc.string({ unit: 'grapheme', maxLength: 20 });
    case 'bytes':
    case 'records':
      return fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
    case 'array':
      return fc.array(fieldValue(type.of, version), { maxLength: 3 });
    case 'struct':
      return shapeValue(type.shape, version);
    default:
      return INTEGERS[type.kind];
  }
}

function fieldValue(field: Field, version: number): fc.Arbitrary<unknown> {
  const value = typeValue(field, version);
  return isNullable(field.options, version) ? fc.option(value) : value;
}

/** Anything that this version of the message can carry. */
export function shapeValue(shape: Shape, version: number): fc.Arbitrary<Row> {
  const fields: { [name: string]: fc.Arbitrary<unknown> } = {};
  for (const [name, field] of Object.entries(shape)) {
    if (isPresent(field.options, version)) fields[name] = fieldValue(field, version);
  }
  return fc.record(fields);
}

/** What decoding answers for a value: fields that the version does not have hold their default. */
export function decodedForm(shape: Shape, version: number, value: Row): Row {
  const row: Row = {};
  for (const [name, field] of Object.entries(shape)) {
    row[name] = isPresent(field.options, version)
      ? decodedField(field, version, value[name])
      : defaultOf(field);
  }
  return row;
}

function decodedField(field: Field, version: number, value: unknown): unknown {
  const { type } = field;
  if (value === null) return null;
  if (type.kind === 'array')
    return (value as unknown[]).map((inner) => decodedField(type.of, version, inner));
  if (type.kind === 'struct') return decodedForm(type.shape, version, value as Row);
  return value;
}
