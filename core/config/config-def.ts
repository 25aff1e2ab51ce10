/**
 * Settings as tables: one row a key, from which parsing, defaults, validation, DescribeConfigs and forms are derived.
 * (source: ConfigDef)
 */
import { ConfigException } from './config-exception.ts';

/** Kafka's value types. The numbers are those DescribeConfigs sends. */
export const CONFIG_TYPES = {
  boolean: 1,
  string: 2,
  int: 3,
  short: 4,
  long: 5,
  double: 6,
  list: 7,
  class: 8,
  password: 9,
} as const;
export type ConfigType = keyof typeof CONFIG_TYPES;

/** What a type's values are in memory. Longs are checked numbers; Long.MAX_VALUE is Infinity. */
interface ValueOf {
  boolean: boolean;
  string: string;
  int: number;
  short: number;
  long: number;
  double: number;
  list: readonly string[];
  class: string;
  password: string;
}

/** One key. */
export interface ConfigKey<T extends ConfigType = ConfigType, V = ValueOf[T] | null> {
  readonly type: T;
  /** As Kafka writes it in text; null when there is none. */
  readonly default: string | null;
  /** One sentence: what it does. */
  readonly about: string;
  /** Least and greatest legal number. */
  readonly min?: number;
  readonly max?: number;
  /** The only legal values. */
  readonly oneOf?: readonly string[];
  /** A running broker can change it. */
  readonly dynamic?: boolean;
  /** Never present at run time. */
  readonly inferred?: V;
}

export type ConfigTable = { readonly [key: string]: ConfigKey };

type Row = { readonly type: ConfigType; readonly default: string | null };
type ValueOfRow<R> = R extends { readonly type: infer T extends ConfigType; readonly default: infer D }
  ? D extends null
    ? ValueOf[T] | null
    : ValueOf[T]
  : never;

/** The parsed values of a table, by dotted key. */
export type ConfigValues<T> = { readonly [K in keyof T]: ValueOfRow<T[K]> };

/** Declares a table; keeps the literal types so that values are typed by key. */
export function defineConfig<const T extends { readonly [key: string]: Row & Omit<ConfigKey, 'inferred'> }>(
  table: T,
): T {
  return table;
}

const INTEGER_RANGE: { readonly [T in 'int' | 'short' | 'long']: readonly [number, number] } = {
  int: [-2147483648, 2147483647],
  short: [-32768, 32767],
  long: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
};

/**
 * Parses one value given as text.
 * @throws {ConfigException} with Java's sentence.
 */
export function parseValue(key: string, row: ConfigKey, text: string): ValueOf[ConfigType] {
  const trimmed = text.trim();
  switch (row.type) {
    case 'boolean':
      if (/^true$/i.test(trimmed)) return true;
      if (/^false$/i.test(trimmed)) return false;
      throw ConfigException.invalidValue(key, text, 'Expected value to be either true or false');
    case 'int':
    case 'short':
    case 'long':
      return parseInteger(key, row, row.type, trimmed);
    case 'double': {
      const value = Number(trimmed);
      if (trimmed === '' || Number.isNaN(value)) throw notANumber(key, text, 'double');
      return inRange(key, row, value, text);
    }
    case 'list': {
      const items = trimmed === '' ? [] : trimmed.split(',').map((item) => item.trim());
      for (const item of items) oneOf(key, row, item);
      return items;
    }
    case 'string':
    case 'class':
    case 'password':
      return oneOf(key, row, trimmed);
  }
}

function notANumber(key: string, text: string, type: ConfigType): ConfigException {
  return ConfigException.invalidValue(key, text, `Not a number of type ${type.toUpperCase()}`);
}

function parseInteger(key: string, row: ConfigKey, type: 'int' | 'short' | 'long', text: string): number {
  if (!/^[+-]?[0-9]+$/.test(text)) throw notANumber(key, text, type);
  const value = text === '9223372036854775807' ? Number.POSITIVE_INFINITY : Number(text);
  const [min, max] = INTEGER_RANGE[type];
  if (value < min || value > max) throw notANumber(key, text, type);
  return inRange(key, row, value, text);
}

function inRange(key: string, row: ConfigKey, value: number, text: string): number {
  if (row.min !== undefined && value < row.min) {
    throw ConfigException.invalidValue(key, text, `Value must be at least ${row.min}`);
  }
  if (row.max !== undefined && value > row.max) {
    throw ConfigException.invalidValue(key, text, `Value must be no more than ${row.max}`);
  }
  return value;
}

function oneOf(key: string, row: ConfigKey, value: string): string {
  if (row.oneOf !== undefined && !row.oneOf.includes(value)) {
    throw ConfigException.invalidValue(key, value, `String must be one of: ${row.oneOf.join(', ')}`);
  }
  return value;
}

/**
 * Parses a whole set: defaults, then what is given as text. Keys that the table does not have are ignored, as Kafka does.
 * @throws {ConfigException} for the first value that is not legal.
 */
export function parseConfig<T extends ConfigTable>(
  table: T,
  given: { readonly [key: string]: string | undefined } = {},
): ConfigValues<T> {
  const values: { [key: string]: unknown } = {};
  for (const [key, row] of Object.entries(table)) {
    const text = given[key] ?? row.default;
    values[key] = text === null || text === undefined ? null : parseValue(key, row, text);
  }
  return values as ConfigValues<T>;
}
