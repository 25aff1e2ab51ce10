/**
 * Settings as tables: one row a key, from which parsing, defaults, validation, DescribeConfigs and forms are derived.
 * (source: ConfigDef)
 */
import { ConfigException } from './config-exception.ts';
import type { ConfigKey, ConfigType, ValueOf } from './config-key.ts';
import { parseText } from './parse-value.ts';
import { validate } from './validate-value.ts';

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
} as const satisfies { readonly [T in ConfigType]: number };

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

/**
 * Parses and checks one value given as text.
 * @throws {ConfigException} with Java's sentence.
 */
export function parseValue(key: string, row: ConfigKey, text: string): ValueOf[ConfigType] {
  const value = parseText(key, row, text);
  validate(key, row, { value, text });
  return value;
}

/** How a set is read. */
interface ParseOptions {
  /** Required settings must be there. Otherwise a missing one has its default, unchecked. */
  readonly isStrict?: boolean;
  /** Whether there is a class of that name. Without it every class is there. */
  readonly hasClass?: (name: string) => boolean;
  /** Hears of what is changed silently. */
  readonly warn?: (sentence: string, key: string) => void;
}

/**
 * Parses a whole set: defaults, then what is given as text, or as null. Keys that the table does not have are ignored, as Kafka does.
 * @throws {ConfigException} for the first value, in the order of the table, that is not legal.
 */
export function parseConfig<T extends ConfigTable>(
  table: T,
  given: { readonly [key: string]: string | null | undefined } = {},
  options: ParseOptions = {},
): ConfigValues<T> {
  const values: { [key: string]: unknown } = {};
  for (const [key, row] of Object.entries(table)) {
    const text = row.isAbsent ? undefined : given[key];
    values[key] = text === undefined ? defaultOf(key, row, options) : givenValue(key, row, text, options);
  }
  return values as ConfigValues<T>;
}

/** Sets are read often, and most of every set is defaults: each is parsed once. */
const defaults = new WeakMap<ConfigKey, ValueOf[ConfigType]>();

function defaultOf(key: string, row: ConfigKey, { isStrict }: ParseOptions): ValueOf[ConfigType] | null {
  if (row.isRequired && isStrict) {
    throw new ConfigException(`Missing required configuration "${key}" which has no default value.`, key);
  }
  if (row.default === null) return null;
  const known = defaults.get(row);
  if (known !== undefined) return known;
  // The default of what is required need not be legal.
  const value = row.isRequired ? parseText(key, row, row.default) : parseValue(key, row, row.default);
  defaults.set(row, value);
  return value;
}

function givenValue(
  key: string,
  row: ConfigKey,
  text: string | null,
  options: ParseOptions,
): ValueOf[ConfigType] | null {
  if (text === null) {
    validate(key, row, { value: null });
    return null;
  }
  const value = parseValue(key, row, text);
  if (row.type === 'class' && options.hasClass?.(value as string) === false) {
    throw ConfigException.invalidValue(key, text, `Class ${text} could not be found.`);
  }
  return row.list === 'distinct' || row.list === 'filled'
    ? withoutRepeats(key, value as readonly string[], options)
    : value;
}

function withoutRepeats(key: string, items: readonly string[], { warn }: ParseOptions): readonly string[] {
  const distinct = [...new Set(items)];
  if (distinct.length === items.length) return items;
  warn?.(
    `Configuration key "${key}" contains duplicate values. Duplicates will be removed. The original value ` +
      `is: [${items.join(', ')}], the updated value is: [${distinct.join(', ')}]`,
    key,
  );
  return distinct;
}
