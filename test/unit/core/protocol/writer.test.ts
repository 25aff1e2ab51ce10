import { describe, expect, test } from 'vitest';
import { ByteWriter } from '#core/protocol/writer.ts';

function written(write: (writer: ByteWriter) => void, initialSize?: number): string {
  const writer = new ByteWriter(initialSize);
  write(writer);
  return writer.toBuffer().toString('hex');
}

describe('ByteWriter', () => {
  test('writes big-endian primitives one after the other', () => {
    expect(
      written((w) => {
        w.bool(true);
        w.bool(false);
        w.int8(-1);
        w.int16(-2);
        w.uint16(32768);
        w.int32(-2);
        w.uint32(2147483648);
        w.float64(1.5);
      }, 1),
    ).toBe('0100fffffe8000fffffffe800000003ff8000000000000');
  });

  test.each([
    [0, '0000000000000000'],
    [-1, 'ffffffffffffffff'],
    [4294967296, '0000000100000000'],
    [-4294967297, 'fffffffeffffffff'],
    [Number.MAX_SAFE_INTEGER, '001fffffffffffff'],
    [2 ** 62 - 1024, '3ffffffffffffc00'],
    [-(3 * 2 ** 52), 'ffd0000000000000'],
    [Infinity, '7fffffffffffffff'],
    [-Infinity, '8000000000000000'],
  ])('int64 %s is %s', (value, hex) => {
    expect(written((w) => w.int64(value))).toBe(hex);
  });

  test('refuses what an integer cannot hold', () => {
    for (const value of [Number.NaN, 1.5, 2 ** 63]) {
      expect(() => written((w) => w.int64(value))).toThrow(RangeError);
    }
    expect(() => written((w) => w.int8(128))).toThrow(RangeError);
    expect(() => written((w) => w.int16(32768))).toThrow(RangeError);
    expect(() => written((w) => w.int32(2147483648))).toThrow(RangeError);
  });

  test.each([
    [0, '00'],
    [127, '7f'],
    [128, '8001'],
    [4294967295, 'ffffffff0f'],
  ])('unsigned varint %s is %s', (value, hex) => {
    expect(written((w) => w.unsignedVarint(value))).toBe(hex);
  });

  test('writes uuids and text', () => {
    expect(written((w) => w.uuid('AAAAAAAAAAAAAAAAAAAAAQ'))).toBe('00000000000000000000000000000001');
    expect(written((w) => w.text('é', 2))).toBe('c3a9');
    expect(() => written((w) => w.uuid('short'))).toThrow(RangeError);
  });

  test('passes large byte strings along without copying them, in order', () => {
    const large = Buffer.alloc(4096, 1);
    const writer = new ByteWriter(8);
    writer.int32(1);
    writer.bytes(large);
    writer.int32(2);
    writer.bytes(Buffer.alloc(100, 3));
    expect(writer.size).toBe(4 + 4096 + 4 + 100);
    const chunks = writer.finish();
    expect(chunks.map((chunk) => chunk.length)).toEqual([4, 4096, 104]);
    expect(chunks[1]?.buffer).toBe(large.buffer);
    expect(Buffer.concat(chunks).readInt32BE(4100)).toBe(2);
  });

  test('grows as far as needed and counts what it wrote', () => {
    const writer = new ByteWriter(1);
    for (let i = 0; i < 1000; i++) {
      expect(writer.size).toBe(i * 4);
      writer.int32(i);
    }
    const bytes = writer.toBuffer();
    for (let i = 0; i < 1000; i++) if (bytes.readInt32BE(i * 4) !== i) expect(i).toBe(-1);
  });

  test('of nothing is empty', () => {
    expect(written(() => {})).toBe('');
  });
});
