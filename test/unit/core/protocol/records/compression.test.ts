import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  CODEC,
  CODECS,
  canCompressSync,
  canDecompressSync,
  codecName,
  compress,
  compressAsync,
  decompress,
  decompressAsync,
  hasSyncForm,
} from '#core/protocol/records/compression.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';

const fixtures = new URL('../../../../fixtures/records/plain/', import.meta.url);

/** Payloads of the batches of a segment that Kafka wrote, by the name of their codec. */
function payloads(file: string): Map<string, Buffer> {
  const bytes = readFileSync(new URL(file, fixtures));
  const found = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    const batch = new RecordBatch(bytes, at);
    found.set(codecName(batch.codec) ?? '?', batch.payload);
    at += batch.size;
  }
  return found;
}

function faultOf(error: unknown): string {
  return error instanceof CompressionError ? error.fault : `not a CompressionError: ${String(error)}`;
}

const words = Buffer.from(Array.from({ length: 40_000 }, (_, i) => `word ${i % 977} `).join(''));
/** Bytes without a pattern: a linear congruential generator's upper ones. */
const noise = Buffer.alloc(100_000);
for (let i = 0, seed = 1; i < noise.length; i++) {
  seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
  noise[i] = seed >>> 24;
}

describe('codecs', () => {
  test('have the numbers of the batch attributes and the names of compression.type', () => {
    expect(CODECS).toEqual(['none', 'gzip', 'snappy', 'lz4', 'zstd']);
    expect(CODECS.map((name) => CODEC[name])).toEqual([0, 1, 2, 3, 4]);
    expect(codecName(5)).toBeUndefined();
  });

  test('work at once below 64 KiB and in the thread pool from there on', () => {
    expect(canDecompressSync(CODEC.lz4, 65535)).toBe(true);
    expect(canDecompressSync(CODEC.lz4, 65536)).toBe(false);
    expect(canCompressSync(CODEC.none, 10_000_000)).toBe(true);
    expect(canCompressSync(CODEC.zstd, 10)).toBe(hasSyncForm(CODEC.zstd));
  });

  test('that do not exist are refused', async () => {
    for (const codec of [5, 6, 7]) {
      expect(() => decompress(codec, words, 1000)).toThrow(`codec ${codec} is not defined`);
      await expect(decompressAsync(codec, words, 1000)).rejects.toThrow(CompressionError);
      expect(() => compress(codec, words)).toThrow(CompressionError);
      await expect(compressAsync(codec, words)).rejects.toThrow(CompressionError);
    }
  });

  test.each([...CODECS])('%s gives back what it was given, of any size', async (name) => {
    const codec = CODEC[name];
    for (const size of [0, 1, 100, 32_768, 65_536, 65_537, words.length]) {
      for (const input of [words.subarray(0, size), noise.subarray(0, size)]) {
        const packed = await compressAsync(codec, input);
        expect((await decompressAsync(codec, packed, size)).equals(input)).toBe(true);
        if (hasSyncForm(codec)) {
          expect(decompress(codec, compress(codec, input), size).equals(input)).toBe(true);
        }
      }
    }
  });

  test.each(['gzip', 'snappy', 'lz4', 'zstd'] as const)(
    '%s refuses to produce more than it may',
    async (name) => {
      const bomb = await compressAsync(CODEC[name], Buffer.alloc(20_000_000));
      await expect(decompressAsync(CODEC[name], bomb, 1_000_000).catch(faultOf)).resolves.toBe('too-large');
      if (hasSyncForm(CODEC[name])) {
        expect(() => decompress(CODEC[name], bomb, 1_000_000)).toThrow('more than 1000000 bytes');
      }
    },
  );

  test.each(['gzip', 'snappy', 'lz4', 'zstd'] as const)('%s refuses bytes that are cut', async (name) => {
    const packed = await compressAsync(CODEC[name], words.subarray(0, 70_000));
    for (const size of [0, 1, 5, 15, 16, 17, packed.length >> 1, packed.length - 1]) {
      const cut = packed.subarray(0, size);
      // A stream header and nothing else is a snappy stream of nothing.
      const expected = name === 'snappy' && size === 16 ? 0 : 'corrupt';
      const outcome = await decompressAsync(CODEC[name], cut, 1e6).then((bytes) => bytes.length, faultOf);
      expect({ size, outcome }).toEqual({ size, outcome: expected });
    }
  });

  test('read what Kafka wrote', async () => {
    const found = payloads('plain-1.log');
    expect([...found.keys()]).toEqual(['none', 'gzip', 'snappy', 'lz4', 'zstd']);
    for (const [name, payload] of found) {
      const records = await decompressAsync(CODEC[name as 'none'], payload, 100_000);
      expect(records.includes(`${name}0`)).toBe(true);
      expect(records.includes(`${name} 4 repeat repeat`)).toBe(true);
    }
  });

  test('read blocks behind blocks', async () => {
    const tail = payloads('plain-2-tail.log');
    for (const name of ['snappy', 'lz4'] as const) {
      const records = await decompressAsync(CODEC[name], tail.get(name) as Buffer, 1e6);
      expect(records.includes('line 2000 ')).toBe(true);
    }
  });
});

describe('gzip', () => {
  test('is compressed at the level asked for', () => {
    const sizes = [1, 6, 9].map((level) => compress(CODEC.gzip, words, level).length);
    expect(sizes[0]).toBeGreaterThan(sizes[2] as number);
    expect(compress(CODEC.gzip, words, -1).length).toBe(sizes[1]);
  });

  test('of several members is read as one', () => {
    const twice = Buffer.concat([compress(CODEC.gzip, words), compress(CODEC.gzip, words)]);
    expect(decompress(CODEC.gzip, twice, 1e7).length).toBe(2 * words.length);
  });

  test('reserved flags in the header are passed over, as Java does', () => {
    const stream = compress(CODEC.gzip, words);
    stream[3] = 0x80;
    expect(decompress(CODEC.gzip, stream, 1e7).equals(words)).toBe(true);
    expect(stream[3]).toBe(0x80);
  });
});

describe('zstd', () => {
  test('is compressed at the level asked for', async () => {
    const low = await compressAsync(CODEC.zstd, words, 1);
    const high = await compressAsync(CODEC.zstd, words, 19);
    expect(high.length).toBeLessThan(low.length);
  });

  test('of several frames is read as one, within one limit', async () => {
    const frame = await compressAsync(CODEC.zstd, words);
    const empty = await compressAsync(CODEC.zstd, Buffer.alloc(0));
    const both = Buffer.concat([frame, empty, frame]);
    const size = 2 * words.length;
    expect((await decompressAsync(CODEC.zstd, both, size)).length).toBe(size);
    await expect(decompressAsync(CODEC.zstd, both, size - 1)).rejects.toThrow(CompressionError);
    if (!hasSyncForm(CODEC.zstd)) return;
    expect(decompress(CODEC.zstd, both, size).length).toBe(size);
    expect(() => decompress(CODEC.zstd, both, size - 1)).toThrow(CompressionError);
  });
});
