/** Whether a value is legal, in Java's words. (source: ConfigDef.Range, ValidString, CaseInsensitiveValidString, NonEmptyString, ValidList) */

import { ConfigException } from './config-exception.ts';
import type { ConfigKey, ConfigType, ValueOf } from './config-key.ts';
import { javaDouble } from './java-double.ts';
import { wholeNumberText } from './parse-value.ts';

/** A value, and the text it was read from, if any: null is what a setting is when it is given as null, or has no default. */
export interface Parsed {
  readonly value: ValueOf[ConfigType] | null;
  readonly text?: string;
}

/**
 * Checks a parsed value.
 * @throws {ConfigException}
 */
export function validate(key: string, row: ConfigKey, { value, text }: Parsed): void {
  if (row.min !== undefined || row.max !== undefined) validateRange(key, row, value as number | null, text);
  if (row.list !== undefined) validateList(key, row.list, value as readonly string[] | null);
  if (row.oneOf !== undefined) {
    if (row.type !== 'list') validateChoice(key, row, value as string | null);
    else for (const item of (value ?? []) as readonly string[]) validateChoice(key, row, item);
  }
  if (row.isNonEmpty && value === '') throw ConfigException.invalidValue(key, '', 'String must be non-empty');
  row.check?.(key, value);
}

function validateRange(
  key: string,
  { min, max, type, hasWholeLimits }: ConfigKey,
  value: number | null,
  text: string | undefined,
): void {
  const limitText = (limit: number) => (hasWholeLimits ? String(limit) : numberText(limit, type));
  if (value === null) throw ConfigException.invalidValue(key, null, 'Value must be non-null');
  const invalid = (rule: string, limit: number) =>
    ConfigException.invalidValue(
      key,
      text === undefined || type === 'double' ? numberText(value, type) : wholeNumberText(text),
      `Value must be ${rule} ${limitText(limit)}`,
    );
  if (min !== undefined && value < min) throw invalid('at least', min);
  if (max !== undefined && value > max) throw invalid('no more than', max);
}

/** As Java's String.valueOf. */
function numberText(value: number, type: ConfigType): string {
  return type === 'double' ? javaDouble(value) : String(value);
}

function validateChoice(key: string, { oneOf = [], isAnyCase }: ConfigKey, value: string | null): void {
  if (value !== null && oneOf.includes(isAnyCase ? value.toUpperCase() : value)) return;
  const rule = isAnyCase ? 'String must be one of (case insensitive)' : 'String must be one of';
  throw ConfigException.invalidValue(key, value, `${rule}: ${oneOf.join(', ')}`);
}

function validateList(
  key: string,
  rule: NonNullable<ConfigKey['list']>,
  value: readonly string[] | null,
): void {
  if (rule === 'non-null') {
    if (value === null) throw ConfigException.invalidValue(key, null, 'entry must be non null');
    return;
  }
  if (value === null) throw new ConfigException(`Configuration '${key}' values must not be null.`, key);
  if (rule === 'filled' && value.length === 0) {
    throw new ConfigException(
      `Configuration '${key}' must not be empty. Valid values include: any non-empty value`,
      key,
    );
  }
  if (value.includes('')) throw new ConfigException(`Configuration '${key}' values must not be empty.`, key);
}
