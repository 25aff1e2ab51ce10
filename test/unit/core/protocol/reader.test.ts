import { describe, expect, test } from 'vitest';
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';

function reader(hex: string): ByteReader {
  return new ByteReader(Buffer.from(hex, 'hex'));
}

describe('ByteReader', () => {
  test('reads big-endian primitives one after the other', () => {
    const r = reader('01ff80fffe8000fffffffe800000003ff8000000000000');
    expect([
      r.bool(),
      r.int8(),
      r.uint8(),
      r.int16(),
      r.uint16(),
      r.int32(),
      r.uint32(),
      r.float64(),
    ]).toEqual([true, -1, 128, -2, 32768, -2, 2147483648, 1.5]);
    expect(r.remaining).toBe(0);
  });

  test.each([
    ['0000000000000000', 0],
    ['ffffffffffffffff', -1],
    ['0000000100000000', 4294967296],
    ['001fffffffffffff', Number.MAX_SAFE_INTEGER],
    ['ffe0000000000001', Number.MIN_SAFE_INTEGER],
    ['7fffffffffffffff', Infinity],
    ['8000000000000000', -Infinity],
  ])('int64 %s is %s', (hex, value) => {
    expect(reader(hex).int64()).toBe(value);
  });

  test.each([
    ['0020000000000000', 2 ** 53],
    ['0020000000000001', 2 ** 53],
    ['3ffffffffffffc78', 2 ** 62 - 1024],
    ['ffd0000000000000', -(3 * 2 ** 52)],
    ['7ffffffffffffffe', Infinity],
    ['8000000000000001', -Infinity],
  ])('int64 %s is rounded to %s, as no number holds it exactly or none beyond it would', (hex, value) => {
    expect(reader(hex).int64()).toBe(value);
  });

  test.each([
    ['00', 0],
    ['7f', 127],
    ['8001', 128],
    ['ac02', 300],
    ['ffffffff0f', 4294967295],
    ['8000', 0],
  ])('unsigned varint %s is %s', (hex, value) => {
    expect(reader(hex).unsignedVarint()).toBe(value);
  });

  test.each(['', '80', 'ffffffff10', 'ffffffffff01'])('unsigned varint %s is refused', (hex) => {
    expect(() => reader(hex).unsignedVarint()).toThrow(DecodeError);
  });

  test('hands out byte strings as views and text as strings', () => {
    const bytes = Buffer.from('00c3a9ff', 'hex');
    const r = new ByteReader(bytes, 1);
    expect(r.text(2)).toBe('é');
    const view = r.view(1);
    bytes[3] = 7;
    expect(view[0]).toBe(7);
  });

  test("reads Kafka's text form of uuids", () => {
    expect(reader('00000000000000000000000000000001').uuid()).toBe('AAAAAAAAAAAAAAAAAAAAAQ');
  });

  test('never reads past its end, and says where it stopped', () => {
    const bytes = Buffer.from('0001020304', 'hex');
    const r = new ByteReader(bytes, 1, 4);
    r.int16();
    const failures = [
      () => r.int16(),
      () => r.int64(),
      () => r.view(2),
      () => r.text(2),
      () => r.skip(2),
      () => r.uuid(),
    ];
    for (const read of failures) expect(read).toThrow('1 remain (byte 3)');
    expect(() => r.view(-1)).toThrow(DecodeError);
    expect(r.offset).toBe(3);
  });
});
