/**
 * The codecs of record batches, by the number in the batch's attributes: the bytes behind the header, in and out.
 *
 * Small batches are (de)compressed at once, large ones in the thread pool so that the event loop stays free; zstd has no
 * synchronous form on Node before 22.15. Ask `canDecompressSync` and `canCompressSync` which form to call. Every decompression is
 * given the most bytes it may produce. (source: CompressionType)
 */
import { assert } from '#core/base/assert.ts';
import { CompressionError } from './compression-error.ts';
import { compressGzip, compressGzipAsync, decompressGzip, decompressGzipAsync } from './compression-gzip.ts';
import { compressLz4, compressLz4Async, decompressLz4, decompressLz4Async } from './compression-lz4.ts';
import {
  compressSnappy,
  compressSnappyAsync,
  decompressSnappy,
  decompressSnappyAsync,
} from './compression-snappy.ts';
import {
  compressZstd,
  compressZstdAsync,
  decompressZstd,
  decompressZstdAsync,
  isZstdSync,
} from './compression-zstd.ts';

/** Kafka's names of the codecs, as in compression.type; the index is the number in the attributes. */
export const CODECS = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const;
export type CodecName = (typeof CODECS)[number];

/** Number of each codec. */
export const CODEC = { none: 0, gzip: 1, snappy: 2, lz4: 3, zstd: 4 } as const satisfies {
  readonly [name in CodecName]: number;
};

/** The codec's name; undefined for 5 to 7, which are not defined. */
export function codecName(codec: number): CodecName | undefined {
  return CODECS[codec];
}

/** From this many bytes on, work goes to the thread pool. */
export const SYNC_SIZE_MAX = 65536;

/** What a batch may decompress to unless the caller says otherwise, in bytes: far above any real batch, far below this machine's memory. */
export const DECOMPRESSED_SIZE_MAX = 268435456;

/** True when `size` compressed bytes may be given to `decompress`; otherwise `decompressAsync` must be called. */
export function canDecompressSync(codec: number, size: number): boolean {
  return isSmallEnough(codec, size);
}

/** True when `size` bytes may be given to `compress`; otherwise `compressAsync` must be called. */
export function canCompressSync(codec: number, size: number): boolean {
  return isSmallEnough(codec, size);
}

function isSmallEnough(codec: number, size: number): boolean {
  return codec === CODEC.none || (size < SYNC_SIZE_MAX && hasSyncForm(codec));
}

/** True when the codec has a synchronous form on this machine at all, whatever the size. */
export function hasSyncForm(codec: number): boolean {
  return codec !== CODEC.zstd || isZstdSync;
}

/**
 * The bytes, compressed. `level` is the codec's own: gzip 1–9 or −1, zstd −131072–22; lz4 and snappy have none.
 * The caller made sure that the codec has a synchronous form; large input is taken but holds the event loop.
 */
export function compress(codec: number, bytes: Buffer, level?: number): Buffer {
  switch (codec) {
    case CODEC.none:
      return bytes;
    case CODEC.gzip:
      return compressGzip(bytes, level);
    case CODEC.snappy:
      return compressSnappy(bytes);
    case CODEC.lz4:
      return compressLz4(bytes);
    case CODEC.zstd:
      assert(isZstdSync, 'zstd has no synchronous form here');
      return compressZstd(bytes, level);
    default:
      throw unknownCodec(codec);
  }
}

/** The bytes, compressed in the thread pool. */
export async function compressAsync(codec: number, bytes: Buffer, level?: number): Promise<Buffer> {
  switch (codec) {
    case CODEC.none:
      return bytes;
    case CODEC.gzip:
      return compressGzipAsync(bytes, level);
    case CODEC.snappy:
      return compressSnappyAsync(bytes);
    case CODEC.lz4:
      return compressLz4Async(bytes);
    case CODEC.zstd:
      return compressZstdAsync(bytes, level);
    default:
      throw unknownCodec(codec);
  }
}

/**
 * The bytes, decompressed to at most `maxSize` bytes. The caller made sure that the codec has a synchronous form.
 * @throws {CompressionError}
 */
export function decompress(codec: number, bytes: Buffer, maxSize = DECOMPRESSED_SIZE_MAX): Buffer {
  switch (codec) {
    case CODEC.none:
      return bytes;
    case CODEC.gzip:
      return decompressGzip(bytes, maxSize);
    case CODEC.snappy:
      return decompressSnappy(bytes, maxSize);
    case CODEC.lz4:
      return decompressLz4(bytes, maxSize);
    case CODEC.zstd:
      assert(isZstdSync, 'zstd has no synchronous form here');
      return decompressZstd(bytes, maxSize);
    default:
      throw unknownCodec(codec);
  }
}

/** The bytes, decompressed in the thread pool to at most `maxSize` bytes. @throws {CompressionError} */
export async function decompressAsync(
  codec: number,
  bytes: Buffer,
  maxSize = DECOMPRESSED_SIZE_MAX,
): Promise<Buffer> {
  switch (codec) {
    case CODEC.none:
      return bytes;
    case CODEC.gzip:
      return decompressGzipAsync(bytes, maxSize);
    case CODEC.snappy:
      return decompressSnappyAsync(bytes, maxSize);
    case CODEC.lz4:
      return decompressLz4Async(bytes, maxSize);
    case CODEC.zstd:
      return decompressZstdAsync(bytes, maxSize);
    default:
      throw unknownCodec(codec);
  }
}

function unknownCodec(codec: number): CompressionError {
  return new CompressionError('unknown-codec', `codec ${codec} is not defined`);
}
