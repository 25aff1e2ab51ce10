import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APIS } from '#core/protocol/api-registry.ts';
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import type { StoredDefinition } from '#core/protocol/schema/api.ts';
import { decodeStored, encodeStored, requestCodec, responseCodec } from '#core/protocol/schema/codec.ts';
import type { Codec } from '#core/protocol/schema/compile.ts';
import { compileStruct, defaultOf } from '#core/protocol/schema/compile.ts';
import type { Field, Shape } from '#core/protocol/schema/field.ts';
import { array, string, struct } from '#core/protocol/schema/field.ts';
import {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '#core/protocol/stored/consumer-protocol.ts';
import { EndTxnMarker } from '#core/protocol/stored/end-txn-marker.ts';
import { GroupMetadataKey, GroupMetadataValue } from '#core/protocol/stored/group-metadata.ts';
import { OffsetCommitKey, OffsetCommitValue } from '#core/protocol/stored/offset-commit.ts';
import { TransactionLogKey, TransactionLogValue } from '#core/protocol/stored/transaction-log.ts';
import { ByteWriter } from '#core/protocol/writer.ts';
import { decodedForm, isPresent, shapeValue } from '../support/schema-arbitrary.ts';

interface Message {
  readonly name: string;
  readonly shape: Shape;
  readonly version: number;
  readonly codec: Codec;
}

const STORED: readonly StoredDefinition[] = [
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
  EndTxnMarker,
  GroupMetadataKey,
  GroupMetadataValue,
  OffsetCommitKey,
  OffsetCommitValue,
  TransactionLogKey,
  TransactionLogValue,
];

function versionsOf([min, max]: readonly [number, number]): number[] {
  return Array.from({ length: max - min + 1 }, (_, i) => min + i);
}

/** Every message at every version. */
const MESSAGES: readonly Message[] = APIS.flatMap((api) =>
  versionsOf(api.versions).flatMap((version): Message[] => [
    {
      name: `${api.name} request v${version}`,
      shape: api.request,
      version,
      codec: requestCodec(api, version) as Codec,
    },
    {
      name: `${api.name} response v${version}`,
      shape: api.response,
      version,
      codec: responseCodec(api, version) as Codec,
    },
  ]),
);

function encoded(codec: Codec, value: unknown): Buffer {
  const writer = new ByteWriter();
  codec.write(writer, value);
  return writer.toBuffer();
}

describe('messages', () => {
  test(`come back as they were sent, each of ${MESSAGES.length} (message, version) pairs`, () => {
    for (const { name, shape, version, codec } of MESSAGES) {
      fc.assert(
        fc.property(shapeValue(shape, version), (value) => {
          const bytes = encoded(codec, value);
          const reader = new ByteReader(bytes);
          const decoded = codec.read(reader);
          if (reader.remaining !== 0) throw new Error(`${name}: ${reader.remaining} bytes left`);
          const expected = decodedForm(shape, version, value);
          if (!isDeepStrictEqual(decoded, expected))
            expect({ name, value: decoded }).toEqual({ name, value: expected });
          if (!encoded(codec, decoded).equals(bytes))
            throw new Error(`${name}: encodes differently the second time`);
        }),
        { numRuns: 15 },
      );
    }
  });

  test('stored on disk come back with their version', () => {
    for (const definition of STORED) {
      for (const version of versionsOf(definition.versions)) {
        fc.assert(
          fc.property(shapeValue(definition.shape, version), (value) => {
            const bytes = encodeStored(definition, version, value);
            expect(bytes.readInt16BE(0)).toBe(version);
            const expected = { version, value: decodedForm(definition.shape, version, value) };
            expect(decodeStored(definition, bytes)).toEqual(expected);
          }),
          { numRuns: 10 },
        );
      }
    }
  });

  test('of random bytes are a value or a DecodeError', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MESSAGES), fc.uint8Array({ maxLength: 200 }), ({ codec }, bytes) => {
        decodes(codec, Buffer.from(bytes));
      }),
      { numRuns: 3000 },
    );
  });

  test('that are damaged on the way are a value or a DecodeError', () => {
    const message = fc
      .constantFrom(...MESSAGES)
      .chain((found) => shapeValue(found.shape, found.version).map((value) => ({ ...found, value })));
    fc.assert(
      fc.property(message, fc.nat(), fc.nat(255), fc.nat(), ({ codec, value }, at, byte, cut) => {
        const bytes = encoded(codec, value);
        if (bytes.length === 0) return;
        bytes[at % bytes.length] = byte;
        decodes(codec, bytes);
        decodes(codec, bytes.subarray(0, cut % bytes.length));
      }),
      { numRuns: 3000 },
    );
  });
});

function decodes(codec: Codec, bytes: Buffer): void {
  try {
    codec.read(new ByteReader(bytes));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
}

/** A field that some version lacks, with the way to it through arrays and structs that this version has. */
interface Absent {
  readonly path: readonly string[];
  readonly field: Field;
}

function absentFields(shape: Shape, version: number, path: readonly string[] = []): Absent[] {
  return Object.entries(shape).flatMap(([name, field]): Absent[] => {
    const here = [...path, name];
    if (!isPresent(field.options, version)) return [{ path: here, field }];
    const inner = field.type.kind === 'array' ? field.type.of.type : field.type;
    return inner.kind === 'struct' ? absentFields(inner.shape, version, here) : [];
  });
}

/** A value of the shape in which everything is default but what lies at the path. */
function withValueAt(shape: Shape, path: readonly string[], value: unknown): { [name: string]: unknown } {
  const row = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, defaultOf(field)]));
  for (const [name, field] of Object.entries(shape)) {
    // A field that must not be null has a default that may be: Kafka does the same.
    if (row[name] === null && field.options.nullable === undefined) row[name] = Buffer.alloc(0);
  }
  const [name, ...rest] = path;
  const type = shape[name as string]?.type;
  if (type === undefined) return row;
  if (rest.length === 0) row[name as string] = value;
  else if (type.kind === 'struct') row[name as string] = withValueAt(type.shape, rest, value);
  else if (type.kind === 'array' && type.of.type.kind === 'struct') {
    row[name as string] = [withValueAt(type.of.type.shape, rest, value)];
  }
  return row;
}

function otherThanDefault(field: Field): unknown {
  const { type } = field;
  switch (type.kind) {
    case 'bool':
      return defaultOf(field) !== true;
    case 'string':
      return 'something';
    case 'uuid':
      return 'AAAAAAAAAAAAAAAAAAAAAQ';
    case 'bytes':
    case 'records':
      return Buffer.from('something');
    case 'array':
      return [otherThanDefault(type.of)];
    case 'struct': {
      const [name, inner] = Object.entries(type.shape)[0] as [string, Field];
      return { [name]: otherThanDefault(inner) };
    }
    default:
      return 77;
  }
}

describe('a value that a version cannot carry', () => {
  test('is an error that names the field, unless the field may be dropped', () => {
    let refused = 0;
    let dropped = 0;
    for (const { name, shape, version, codec } of MESSAGES) {
      for (const { path, field } of absentFields(shape, version)) {
        const value = withValueAt(shape, path, otherThanDefault(field));
        if (field.options.ignorable === true) {
          dropped++;
          expect(encoded(codec, value), name).toEqual(
            encoded(codec, withValueAt(shape, path, defaultOf(field))),
          );
        } else {
          refused++;
          expect(() => encoded(codec, value), name).toThrow(`cannot carry ${path.at(-1)}`);
        }
        encoded(codec, withValueAt(shape, path, defaultOf(field)));
      }
    }
    expect(refused).toBeGreaterThan(50);
    expect(dropped).toBeGreaterThan(100);
  });
});

describe('default values', () => {
  test('cannot be changed by who decodes them, as every decoding shares them', () => {
    const shape = struct({ topics: array(string(), { since: 1 }) }).type;
    if (shape.kind !== 'struct') throw new Error('not a struct');
    const codec = compileStruct(shape.shape, 0, false);
    const row = codec.read(new ByteReader(Buffer.alloc(0))) as { topics: string[] };
    expect(row).toEqual({ topics: [] });
    expect(() => row.topics.push('x')).toThrow(TypeError);
  });
});
