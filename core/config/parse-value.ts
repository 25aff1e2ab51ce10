/** From text to the value of one setting, as Java does it: what is trimmed, what is a number, and the sentences. (source: ConfigDef.parseType) */

import { ConfigException } from './config-exception.ts';
import type { ConfigKey, ConfigType, ValueOf } from './config-key.ts';

const INTEGER_RANGE: { readonly [T in 'int' | 'short' | 'long']: readonly [bigint, bigint] } = {
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  short: [-(2n ** 15n), 2n ** 15n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
};
const LONG_MAX = INTEGER_RANGE.long[1];
const DOUBLE = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;
/** Hexadecimal digits, a point somewhere among them, and a power of 2, which may not be absent. */
const HEX_DOUBLE = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)[fFdD]?$/;

/** Java's String.trim(): everything up to the space, and nothing else. */
export function javaTrim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}

/**
 * Parses one value given as text.
 * @throws {ConfigException} with Java's sentence.
 */
export function parseText(key: string, row: ConfigKey, text: string): ValueOf[ConfigType] {
  const trimmed = javaTrim(text);
  switch (row.type) {
    case 'boolean':
      if (/^true$/i.test(trimmed)) return true;
      if (/^false$/i.test(trimmed)) return false;
      throw ConfigException.invalidValue(key, text, 'Expected value to be either true or false');
    case 'int':
    case 'short':
    case 'long':
      return parseInteger(key, row.type, text, trimmed);
    case 'double':
      return DOUBLE.test(trimmed)
        ? Number(trimmed.replace(/[fFdD]$/, ''))
        : parseHexDouble(key, text, trimmed);
    case 'list':
      return trimmed === '' ? [] : trimmed.split(/[ \t\n\v\f\r]*,[ \t\n\v\f\r]*/);
    case 'string':
    case 'class':
    case 'password':
      return trimmed;
  }
}

function parseInteger(key: string, type: 'int' | 'short' | 'long', text: string, trimmed: string): number {
  const ascii = asciiInteger(trimmed);
  if (ascii === undefined) throw notANumber(key, text, type);
  // Most numbers are short; what is long may be more than a double can hold.
  if (ascii.length < 5 || (ascii.length < 10 && type !== 'short')) return Number(ascii);
  const value = BigInt(ascii);
  const [min, max] = INTEGER_RANGE[type];
  if (value < min || value > max) throw notANumber(key, text, type);
  return value === LONG_MAX ? Number.POSITIVE_INFINITY : Number(value);
}

/**
 * A whole number in the digits 0 to 9 and without a plus, however it was written: Java takes the decimal digits of any script of the
 * Basic Multilingual Plane. Undefined: it is no whole number. (source: Integer.parseInt, Character.digit)
 */
function asciiInteger(trimmed: string): string | undefined {
  if (/^[+-]?\d+$/.test(trimmed)) return trimmed.replace('+', '');
  if (!/^[+-]?(?:(?![\u{10000}-\u{10ffff}])\p{Nd})+$/u.test(trimmed)) return undefined;
  return trimmed.replace('+', '').replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)));
}

/** Scripts keep their ten digits in a row, from zero on. */
function digitOf(digit: string): number {
  let zero = digit.charCodeAt(0);
  while (/\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero--;
  return (digit.charCodeAt(0) - zero) % 10;
}

/** A whole number as Java prints it after parsing: exact, where a double would round. */
export function wholeNumberText(text: string): string {
  return String(BigInt(asciiInteger(javaTrim(text)) ?? text));
}

function parseHexDouble(key: string, text: string, trimmed: string): number {
  const [, sign, whole = '', fraction = '', power] = HEX_DOUBLE.exec(trimmed) ?? [];
  if (whole + fraction === '') throw notANumber(key, text, 'double');
  const size = Number(`0x${whole}${fraction}`) * 2 ** (Number(power) - 4 * fraction.length);
  return sign === '-' ? -size : size;
}

function notANumber(key: string, text: string, type: ConfigType): ConfigException {
  return ConfigException.invalidValue(key, text, `Not a number of type ${type.toUpperCase()}`);
}

/** A value as Kafka writes it. Null: there is none. */
export function valueText(value: ValueOf[ConfigType] | null): string | null {
  if (value === null) return null;
  if (value === Number.POSITIVE_INFINITY) return String(LONG_MAX);
  return typeof value === 'object' ? value.join(',') : String(value);
}
