import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CLIENT_PROFILES, RELEASE_OF } from '#core/config/client-profile.ts';
import type { ConfigTable } from '#core/config/config-def.ts';
import type { ConfigKey } from '#core/config/config-key.ts';
import { ADMIN_TABLES, CONSUMER_TABLES, PRODUCER_TABLES } from '#core/config/older-clients.ts';

const TABLES = {
  ProducerConfig: PRODUCER_TABLES,
  ConsumerConfig: CONSUMER_TABLES,
  AdminClientConfig: ADMIN_TABLES,
} as const;

/** As Java's validators describe themselves. */
function validatorText(row: ConfigKey): string {
  const number = (value: number): string =>
    row.type === 'double' && Number.isInteger(value) ? `${value}.0` : String(value);
  if (row.list === 'non-null') return 'non-null string';
  if (row.min !== undefined) {
    return row.max === undefined ? `[${number(row.min)},...]` : `[${number(row.min)},...,${number(row.max)}]`;
  }
  if (row.oneOf !== undefined)
    return `${row.isAnyCase ? '(case insensitive) ' : ''}[${row.oneOf.join(', ')}]`;
  if (row.isNonEmpty) return 'non-empty string';
  return row.check === undefined ? '' : '<own>';
}

function javaLine([, key, type, value = '', validator = '']: readonly string[]): string {
  // The greatest int says nothing; the settings with a check of their own are in other tests.
  const limits = validator.replace(',2147483647]', ']');
  const own = /gzip\.level|^share\./.test(key ?? '') || validator.includes('by_duration');
  return [key, type, value.replaceAll('class ', ''), own ? '<own>' : limits].join(' | ');
}

function ourLine([key, row]: readonly [string, ConfigKey]): string {
  const value = row.isRequired ? '<none>' : (row.default ?? '<null>');
  return [key, row.type.toUpperCase(), value, validatorText(row)].join(' | ');
}

describe.each(CLIENT_PROFILES)('the settings of clients %s', (profile) => {
  const recorded = fs
    .readFileSync(`test/fixtures/producer-parity/tables-${RELEASE_OF[profile]}.tsv`, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'));

  test.each(Object.entries(TABLES))('are those of Java in its order: %s', (name, tables) => {
    const table: ConfigTable = tables[profile];
    const ours = Object.entries(table).filter(([, row]) => !row.isAbsent);
    expect(ours.map(ourLine)).toEqual(recorded.filter(([table_]) => table_ === name).map(javaLine));
  });
});
