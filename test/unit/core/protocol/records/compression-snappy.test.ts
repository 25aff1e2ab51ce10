import { compressSync } from 'snappy';
import { describe, expect, test } from 'vitest';
import { CODEC, compress, decompress } from '#core/protocol/records/compression.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';

const text = Buffer.from('a snappy block of some length, of some length, of some length');
const long = Buffer.from(Array.from({ length: 9000 }, (_, i) => `line ${i % 541}\n`).join(''));
const header = Buffer.from('82534e41505059000000000100000001', 'hex');

function block(bytes: Buffer): Buffer {
  const packed = compressSync(bytes);
  const size = Buffer.alloc(4);
  size.writeInt32BE(packed.length);
  return Buffer.concat([size, packed]);
}

function read(bytes: Buffer, maxSize = 1e6): Buffer {
  return decompress(CODEC.snappy, bytes, maxSize);
}

describe('snappy', () => {
  test('is written as a xerial stream of 32 KiB blocks', () => {
    const stream = compress(CODEC.snappy, long);
    expect(stream.subarray(0, 16)).toEqual(header);
    const sizes: number[] = [];
    for (let at = 16; at < stream.length; at += 4 + stream.readInt32BE(at)) {
      sizes.push(read(stream.subarray(at + 4, at + 4 + stream.readInt32BE(at))).length);
    }
    expect(sizes).toEqual([32768, 32768, long.length - 65536]);
  });

  test('is read bare, as librdkafka writes it', () => {
    expect(read(compressSync(text))).toEqual(text);
  });

  test('streams one behind the other are one', () => {
    const one = Buffer.concat([header, block(text)]);
    expect(read(Buffer.concat([one, one])).length).toBe(2 * text.length);
  });

  test('of a stream version that does not exist is refused behind another stream, as in Java', () => {
    const stream = Buffer.concat([header, block(text)]);
    stream.writeInt32BE(0, 8);
    expect(read(stream)).toEqual(text);
    expect(() => read(Buffer.concat([header, block(text), stream]))).toThrow('stream version 0');
  });

  test('blocks that claim too much together are refused before they are decompressed', () => {
    const stream = Buffer.concat([header, block(text), block(text)]);
    expect(read(stream, 2 * text.length).length).toBe(2 * text.length);
    expect(() => read(stream, 2 * text.length - 1)).toThrow(CompressionError);
    expect(() => read(Buffer.from('ffffffff0f00', 'hex'), 1e9)).toThrow('more than');
  });

  test.each([
    ['nothing', ''],
    ['a size cut short', `${header.toString('hex')}000001`],
    ['a negative size', `${header.toString('hex')}ffffffff00`],
    ['a block cut short', `${header.toString('hex')}0000000a0a`],
    ['a block without a size', 'ffffffffffff'],
    ['a second stream cut short', `${header.toString('hex')}82534e41`],
    ['a block that is not snappy', '05ffffff'],
  ])('%s is refused', (_what, hex) => {
    expect(() => read(Buffer.from(hex, 'hex'))).toThrow(CompressionError);
  });
});
