import { describe, expect, test } from 'vitest';
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import {
  readVarint,
  readVarlong,
  varintSize,
  varlongSize,
  writeVarint,
  writeVarlong,
} from '#core/protocol/varint.ts';

// Where each further byte begins, in both directions; worked out by hand.
const VARINTS = [
  [0, '00'],
  [-1, '01'],
  [1, '02'],
  [63, '7e'],
  [-64, '7f'],
  [64, '8001'],
  [-65, '8101'],
  [8191, 'fe7f'],
  [-8192, 'ff7f'],
  [8192, '808001'],
  [-8193, '818001'],
  [1048575, 'feff7f'],
  [-1048576, 'ffff7f'],
  [1048576, '80808001'],
  [134217727, 'feffff7f'],
  [-134217729, '8180808001'],
  [2147483647, 'feffffff0f'],
  [-2147483648, 'ffffffff0f'],
] as const;

const VARLONGS = [
  ...VARINTS,
  [2147483648, '8080808010'],
  [-2147483649, '8180808010'],
  [17179869183, 'feffffff7f'],
  [-17179869184, 'ffffffff7f'],
  [17179869184, '808080808001'],
  [Number.MAX_SAFE_INTEGER, 'feffffffffffff1f'],
  [-Number.MAX_SAFE_INTEGER, 'fdffffffffffff1f'],
] as const;

function reader(hex: string): ByteReader {
  return new ByteReader(Buffer.from(hex, 'hex'));
}

describe('zig-zag varints', () => {
  test.each(VARINTS)('%s is %s', (value, hex) => {
    const target = Buffer.alloc(hex.length / 2);
    expect(writeVarint(target, 0, value)).toBe(target.length);
    expect(target.toString('hex')).toBe(hex);
    expect(varintSize(value)).toBe(target.length);
    expect(readVarint(reader(hex))).toBe(value);
  });

  test.each(VARLONGS)('as a long, %s is %s', (value, hex) => {
    const target = Buffer.alloc(hex.length / 2);
    expect(writeVarlong(target, 0, value)).toBe(target.length);
    expect(target.toString('hex')).toBe(hex);
    expect(varlongSize(value)).toBe(target.length);
    expect(readVarlong(reader(hex))).toBe(value);
  });

  test('longs of strangers beyond 2^53 are read rounded', () => {
    expect(readVarlong(reader('feffffffffffffffff01'))).toBe(2 ** 63);
    expect(readVarlong(reader('ffffffffffffffffff01'))).toBe(-(2 ** 63));
  });

  test('without an end are refused', () => {
    expect(() => readVarint(reader('ffffffffff01'))).toThrow('longer than 5 bytes');
    expect(() => readVarlong(reader('ffffffffffffffffffff01'))).toThrow('longer than 10 bytes');
    expect(() => readVarint(reader('8080'))).toThrow(DecodeError);
    expect(() => readVarlong(reader('80808080808080'))).toThrow(DecodeError);
  });
});
