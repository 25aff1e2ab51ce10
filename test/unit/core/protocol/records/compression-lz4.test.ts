import { compressFrameSync } from 'lz4-napi';
import { describe, expect, test } from 'vitest';
import { CODEC, compress, decompress } from '#core/protocol/records/compression.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';
import { decompressLz4, headerChecksum } from '#core/protocol/records/compression-lz4.ts';

const text = Buffer.from('an lz4 block of some length, of some length, of some length, of some length');
const long = Buffer.from(Array.from({ length: 20_000 }, (_, i) => `line ${i % 541}\n`).join(''));
/** Bytes without a pattern: a linear congruential generator's upper ones. */
const noise = Buffer.alloc(70_000);
for (let i = 0, seed = 1; i < noise.length; i++) {
  seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
  noise[i] = seed >>> 24;
}

function read(bytes: Buffer, maxSize = 1e7): Buffer {
  return decompress(CODEC.lz4, bytes, maxSize);
}

/** The frame with other flags, block descriptor and content size, and the header checksum that belongs to them. */
function redescribed(frame: Buffer, flags: number, blockDescriptor: number, contentSize = ''): Buffer {
  const descriptor = Buffer.concat([Buffer.from([flags, blockDescriptor]), Buffer.from(contentSize, 'hex')]);
  return Buffer.concat([
    frame.subarray(0, 4),
    descriptor,
    Buffer.from([headerChecksum(descriptor)]),
    frame.subarray(7),
  ]);
}

describe('lz4', () => {
  test('is written in the frame that Java writes: independent blocks of 64 KiB, end mark', () => {
    const frame = compress(CODEC.lz4, long);
    expect(frame.subarray(0, 7).toString('hex')).toBe('04224d18604082');
    let blocks = 0;
    let at = 7;
    for (; frame.readUInt32LE(at) !== 0; at += 4 + frame.readUInt32LE(at)) blocks++;
    expect(blocks).toBe(Math.ceil(long.length / 65536));
    expect(at + 4).toBe(frame.length);
  });

  test('stores a block that does not get smaller', () => {
    const frame = compress(CODEC.lz4, noise);
    expect(frame.readUInt32LE(7)).toBe(0x80000000 + 65536);
    expect(frame.subarray(11, 11 + 65536).equals(noise.subarray(0, 65536))).toBe(true);
    expect(read(frame).equals(noise)).toBe(true);
  });

  test.each([
    ['60 40', '6040', '82'],
    ['60 50', '6050', 'fb'],
  ])('header checksum of %s', (_what, descriptor, checksum) => {
    expect(headerChecksum(Buffer.from(descriptor, 'hex')).toString(16)).toBe(checksum);
  });

  test('frames of other writers are read: larger blocks, block checksums, content checksum', () => {
    expect(read(compressFrameSync(long)).equals(long)).toBe(true);
    expect(read(compressFrameSync(long, { blockChecksums: true })).equals(long)).toBe(true);
    expect(read(compressFrameSync(long, { contentChecksum: true })).equals(long)).toBe(true);
  });

  test('a wrong block checksum is refused, a wrong content checksum or size is not looked at', () => {
    const checked = compressFrameSync(text, { blockChecksums: true });
    checked.writeUInt32LE(1, checked.length - 8);
    expect(() => read(checked)).toThrow(CompressionError);
    const summed = compressFrameSync(text, { contentChecksum: true });
    summed.writeUInt32LE(1, summed.length - 4);
    expect(read(summed)).toEqual(text);
    const sized = redescribed(compress(CODEC.lz4, text), 0x68, 0x40, 'ffffffffffffffff');
    expect(read(sized)).toEqual(text);
  });

  test('a wrong header checksum is refused, unless the message format is the one that has it', () => {
    const frame = compress(CODEC.lz4, text);
    frame[6] = 0x83;
    expect(() => read(frame)).toThrow('header checksum');
    expect(decompressLz4(frame, 1000, { lenientHeader: true })).toEqual(text);
  });

  test.each([
    ['dependent blocks', 0x40, 0x40],
    ['a dictionary', 0x61, 0x40],
    ['frame version 2', 0xa0, 0x40],
    ['a block size of 16 KiB', 0x60, 0x30],
    ['reserved bits', 0x60, 0x41],
  ])('%s is refused', (_what, flags, blockDescriptor) => {
    expect(() => read(redescribed(compress(CODEC.lz4, text), flags, blockDescriptor))).toThrow(
      CompressionError,
    );
  });

  test('a frame without its end mark is refused, bytes behind it are ignored', () => {
    const frame = compress(CODEC.lz4, text);
    expect(() => read(frame.subarray(0, frame.length - 4))).toThrow('end mark');
    expect(read(Buffer.concat([frame, Buffer.from('junk')]))).toEqual(text);
  });

  test('a stored block of no bytes is an end mark, as Java has it', () => {
    const frame = compress(CODEC.lz4, text);
    frame.writeUInt32LE(0x80000000, frame.length - 4);
    expect(read(frame)).toEqual(text);
    expect(decompressLz4(frame, 1000, { lenientHeader: true })).toEqual(text);
  });

  test('a block that makes more than its frame allows is refused', () => {
    const wide = compressFrameSync(Buffer.alloc(200_000, 'abc'));
    expect(wide[5]).toBe(0x50);
    expect(() => read(redescribed(wide, 0x60, 0x40))).toThrow(CompressionError);
  });

  test('the limit is exact to the byte', () => {
    for (const input of [text, long, noise, Buffer.alloc(1_000_000)]) {
      const frame = compress(CODEC.lz4, input);
      expect(read(frame, input.length).length).toBe(input.length);
      expect(() => read(frame, input.length - 1)).toThrow('more than');
    }
  });
});
