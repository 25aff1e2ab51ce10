import { describe, expect, test } from 'vitest';
import { CODEC, compressAsync, decompressAsync } from '#core/protocol/records/compression.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';
import { zstdFrames } from '#core/protocol/records/compression-zstd.ts';

/** A frame with this content size field (`flags` say how it is written) around one raw block of 5 bytes. */
function frame(flags: string, contentSize: string): Buffer {
  return Buffer.concat([Buffer.from(`28b52ffd${flags}${contentSize}290000`, 'hex'), Buffer.from('hello')]);
}

/** What all frames together claim and can make. */
function sizes(bytes: Buffer): { claimed: number; atMost: number } {
  const frames = zstdFrames(bytes);
  return {
    claimed: frames.reduce((sum, { claimed }) => sum + claimed, 0),
    atMost: frames.reduce((sum, { atMost }) => sum + atMost, 0),
  };
}

describe('size of zstd frames', () => {
  test.each([
    ['20', '05', 5],
    ['4058', '0500', 261],
    ['8058', '05000100', 65541],
    ['c058', '0500000001000000', 4294967301],
    ['0058', '', 0],
  ])('is claimed in the header: flags %s, size field %s', (flags, field, claimed) => {
    expect(sizes(frame(flags, field))).toEqual({ claimed, atMost: 5 });
  });

  test('is bounded closely for what is written here', async () => {
    for (const size of [10, 300, 70_000, 5_000_000]) {
      const { atMost } = sizes(await compressAsync(CODEC.zstd, Buffer.alloc(size)));
      expect(atMost).toBeGreaterThanOrEqual(size);
      expect(atMost).toBeLessThan(size + 131072);
    }
  });

  test('is bounded by the blocks where the header says nothing', () => {
    // One byte repeated 100,000 times.
    const repeated = Buffer.from('28b52ffd0058', 'hex');
    const block = Buffer.alloc(4);
    block.writeUIntLE((100_000 << 3) | (1 << 1) | 1, 0, 3);
    expect(sizes(Buffer.concat([repeated, block]))).toEqual({ claimed: 0, atMost: 100_000 });
  });

  test('frames add up and skippable frames count nothing', () => {
    const skippable = Buffer.from('502a4d1803000000aabbcc', 'hex');
    const both = Buffer.concat([frame('20', '05'), skippable, frame('20', '05')]);
    expect(sizes(both)).toEqual({ claimed: 10, atMost: 10 });
  });

  test('what is not whole frames is refused', () => {
    for (const hex of ['', '28b5', '28b52ffd', '00000000ff', '502a4d18ff000000aa', '28b52ffd20']) {
      expect(() => sizes(Buffer.from(hex, 'hex'))).toThrow(CompressionError);
    }
    expect(() => sizes(frame('20', '05').subarray(0, -1))).toThrow('within a block');
  });
});

describe('a zstd bomb', () => {
  test('is refused before it is decompressed: blocks of one repeated byte, 128 KiB each', async () => {
    const block = Buffer.alloc(4);
    block.writeUIntLE((131072 << 3) | (1 << 1), 0, 3);
    const end = Buffer.from('010000', 'hex');
    const bomb = Buffer.concat([
      Buffer.from('28b52ffd0058', 'hex'),
      ...Array<Buffer>(16_000).fill(block),
      end,
    ]);
    expect(sizes(bomb).atMost).toBe(16_000 * 131072);
    const before = process.memoryUsage().rss;
    await expect(decompressAsync(CODEC.zstd, bomb, 10_000_000)).rejects.toThrow('more than 10000000 bytes');
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });
});
