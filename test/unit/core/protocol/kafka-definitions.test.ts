/**
 * Our tables against Kafka's own message definitions, where the machine has them: set KAFKA_MESSAGE_DEFINITIONS to a directory, for
 * example clients/src/main/resources/common/message of a Kafka checkout of the release that the tables follow.
 */
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { APIS } from '#core/protocol/api-registry.ts';
import type { StoredDefinition } from '#core/protocol/schema/api.ts';
import { isFlexible } from '#core/protocol/schema/codec.ts';
import { defaultOf } from '#core/protocol/schema/compile.ts';
import type { Field, Shape } from '#core/protocol/schema/field.ts';
import {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '#core/protocol/stored/consumer-protocol.ts';
import { EndTxnMarker } from '#core/protocol/stored/end-txn-marker.ts';
import { GroupMetadataKey, GroupMetadataValue } from '#core/protocol/stored/group-metadata.ts';
import { OffsetCommitKey, OffsetCommitValue } from '#core/protocol/stored/offset-commit.ts';
import { TransactionLogKey, TransactionLogValue } from '#core/protocol/stored/transaction-log.ts';
import {
  includes,
  type KafkaField,
  type KafkaMessage,
  rangeOf,
  readDefinitions,
} from '../../../support/kafka-definitions.ts';
import { isNullable, isPresent } from '../../../support/schema-arbitrary.ts';

const directory = process.env['KAFKA_MESSAGE_DEFINITIONS'] ?? '';
const definitions = existsSync(directory) ? readDefinitions(directory) : new Map<string, KafkaMessage>();

/** One field on the wire at one version. Rows in wire order. */
interface Row {
  readonly path: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly tag: number | null;
  readonly default: string;
  readonly ignorable: boolean;
}

/** The message's fields at this version: those outside the tag section first, in order, then the tagged ones by tag. */
function byWireOrder(rows: readonly (readonly Row[])[]): Row[] {
  const tagOf = (group: readonly Row[]) => group[0]?.tag ?? null;
  const plain = rows.filter((group) => tagOf(group) === null);
  const tagged = rows.filter((group) => tagOf(group) !== null);
  tagged.sort((a, b) => Number(tagOf(a)) - Number(tagOf(b)));
  return [...plain, ...tagged].flat();
}

function ourRows(shape: Shape, version: number, prefix = ''): Row[] {
  return byWireOrder(
    Object.entries(shape)
      .filter(([, field]) => isPresent(field.options, version))
      .map(([name, field]) => {
        const path = `${prefix}${name}`;
        const inner = field.type.kind === 'array' ? field.type.of.type : field.type;
        const kind = inner.kind === 'exactInt64' ? 'int64' : inner.kind;
        const row: Row = {
          path,
          type: field.type.kind === 'array' ? `[]${kind}` : kind,
          nullable: isNullable(field.options, version),
          tag: field.options.tag ?? null,
          default: ourDefault(field),
          ignorable: field.options.ignorable === true,
        };
        return inner.kind === 'struct' ? [row, ...ourRows(inner.shape, version, `${path}.`)] : [row];
      }),
  );
}

function ourDefault(field: Field): string {
  const value = defaultOf(field);
  if (value === Infinity) return '9223372036854775807';
  if (value === null) return 'null';
  return typeof value === 'object' || field.type.kind === 'uuid' ? '' : String(value);
}

const ZEROS: { readonly [type: string]: string } = {
  bool: 'false',
  string: '',
  bytes: '',
  uuid: '',
  records: 'null',
};

function theirDefault(field: KafkaField, isPrimitive: boolean): string {
  if (field.default !== undefined) {
    const text = String(field.default);
    return /^0x/.test(text) ? String(Number(text)) : text;
  }
  if (!isPrimitive) return '';
  return ZEROS[field.type] ?? '0';
}

const PRIMITIVE = /^(bool|u?int\d+|float64|string|uuid|bytes|records)$/;

function theirRows(message: KafkaMessage, version: number, fields = message.fields, prefix = ''): Row[] {
  return byWireOrder(
    fields
      .filter((field) => includes(rangeOf(field.versions ?? field.taggedVersions), version))
      .map((field) => {
        const path = `${prefix}${lowerCamel(field.name)}`;
        const isArray = field.type.startsWith('[]');
        const inner = isArray ? field.type.slice(2) : field.type;
        const isPrimitive = PRIMITIVE.test(inner);
        const kind = isPrimitive ? inner : 'struct';
        const isTagged = includes(rangeOf(field.taggedVersions), version);
        const row: Row = {
          path,
          type: isArray ? `[]${kind}` : kind,
          nullable: includes(rangeOf(field.nullableVersions), version),
          tag: isTagged ? (field.tag ?? null) : null,
          default: theirDefault(field, isPrimitive && !isArray),
          ignorable: field.ignorable === true,
        };
        if (isPrimitive) return [row];
        const shared = message.commonStructs?.find(({ name }) => name === inner);
        return [row, ...theirRows(message, version, field.fields ?? shared?.fields ?? [], `${path}.`)];
      }),
  );
}

function lowerCamel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function versionsOf([min, max]: readonly [number, number]): number[] {
  return Array.from({ length: max - min + 1 }, (_, i) => min + i);
}

function definitionOf(name: string): KafkaMessage {
  const message = definitions.get(name);
  if (message === undefined) throw new Error(`no definition of ${name} in ${directory}`);
  return message;
}

const SIDES = APIS.flatMap((api) => [
  { name: `${api.name}Request`, api, shape: api.request },
  { name: `${api.name}Response`, api, shape: api.response },
]);

const STORED: readonly StoredDefinition[] = [
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
  EndTxnMarker,
  GroupMetadataValue,
  OffsetCommitValue,
  TransactionLogValue,
];

/** Keys of the coordinators' records. Since Kafka 4.1 the number in front is a record type, and each type is a definition. */
const KEYS: readonly { readonly key: StoredDefinition; readonly names: readonly string[] }[] = [
  { key: GroupMetadataKey, names: ['GroupMetadataKey'] },
  { key: OffsetCommitKey, names: ['LegacyOffsetCommitKey', 'OffsetCommitKey'] },
  { key: TransactionLogKey, names: ['TransactionLogKey'] },
];

/** A checkout keeps the coordinators' records in another folder than the messages: compared is what is there. */
function isDefined({ name }: { readonly name: string }): boolean {
  return definitions.has(name);
}

if (definitions.size === 0) {
  test.skip(`Kafka's message definitions: none in ${directory}, set KAFKA_MESSAGE_DEFINITIONS`, () => {});
} else {
  describe("Kafka's definitions", () => {
    test.each(SIDES)('of $name have our key, versions and fields', ({ name, api, shape }) => {
      const message = definitionOf(name);
      expect(message.apiKey).toBe(api.key);
      const [min, max] = api.versions;
      expect({ min, max }).toEqual(rangeOf(message.validVersions));
      for (const version of versionsOf(api.versions)) {
        expect({ version, flexible: isFlexible(api, version), rows: ourRows(shape, version) }).toEqual({
          version,
          flexible: includes(rangeOf(message.flexibleVersions), version),
          rows: theirRows(message, version),
        });
      }
    });

    test.each(STORED.filter(isDefined))(
      'of $name have our versions and fields',
      ({ name, versions, shape, flexibleSince }) => {
        const message = definitionOf(name);
        expect({ min: versions[0], max: versions[1] }).toEqual(rangeOf(message.validVersions));
        for (const version of versionsOf(versions)) {
          expect({
            version,
            flexible: isFlexible({ flexibleSince }, version),
            rows: ourRows(shape, version),
          }).toEqual({
            version,
            flexible: includes(rangeOf(message.flexibleVersions), version),
            rows: theirRows(message, version),
          });
        }
      },
    );

    test.each(KEYS.filter(({ key }) => isDefined(key)))(
      'of $key.name have our record types and fields',
      ({ key, names }) => {
        const messages = names.map(definitionOf);
        expect(versionsOf(key.versions)).toEqual(messages.map(({ apiKey }) => apiKey));
        for (const message of messages) {
          expect(message.validVersions).toBe('0');
          expect(ourRows(key.shape, message.apiKey ?? -1)).toEqual(theirRows(message, 0));
        }
      },
    );
  });
}
