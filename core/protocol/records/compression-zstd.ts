/// <reference path="./compression-zstd-bindings.d.ts" />
/**
 * zstd (RFC 8878): node:zlib where it knows zstd (Node 22.15 and later, Electron), otherwise a native addon that only works
 * asynchronously and knows no limit; its output is bounded beforehand, from the frames' structure. Frames one behind the other are
 * read as one. (source: ZstdCompression)
 */
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { CompressionError, corrupt, tooLarge } from './compression-error.ts';
import { asZlibFault, bounded, within } from './compression-gzip.ts';

/** Kafka's default level. */
const DEFAULT_LEVEL = 3;

/** True where zstd works without waiting. */
export const isZstdSync = typeof zlib.zstdDecompressSync === 'function';

const inPool = isZstdSync
  ? {
      compress: promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress),
      decompress: promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
    }
  : undefined;

function atLevel(level: number): zlib.ZstdOptions {
  return { params: { [zlib.constants.ZSTD_c_compressionLevel]: level } };
}

/** Only where `isZstdSync`. */
export function compressZstd(bytes: Buffer, level = DEFAULT_LEVEL): Buffer {
  return zlib.zstdCompressSync(bytes, atLevel(level));
}

export async function compressZstdAsync(bytes: Buffer, level = DEFAULT_LEVEL): Promise<Buffer> {
  if (inPool !== undefined) return inPool.compress(bytes, atLevel(level));
  // The bindings, not the package's own entry: that one drops the level.
  const { compress } = await import('@mongodb-js/zstd/bindings.js');
  return compress(bytes, level);
}

/** Only where `isZstdSync`. @throws {CompressionError} */
export function decompressZstd(bytes: Buffer, maxSize: number): Buffer {
  const parts: Buffer[] = [];
  let left = maxSize;
  // One frame a call: node:zlib stops silently behind the first.
  for (const frame of zstdFrames(bytes)) {
    try {
      parts.push(within('zstd', left, zlib.zstdDecompressSync(frame.bytes, bounded(left))));
    } catch (error) {
      throw asZlibFault('zstd', maxSize, error);
    }
    left -= parts.at(-1)?.length ?? 0;
  }
  return joined(parts);
}

/** @throws {CompressionError} */
export async function decompressZstdAsync(bytes: Buffer, maxSize: number): Promise<Buffer> {
  const frames = zstdFrames(bytes);
  if (inPool === undefined) return decompressWithAddon(bytes, frames, maxSize);
  const parts: Buffer[] = [];
  let left = maxSize;
  for (const frame of frames) {
    try {
      parts.push(within('zstd', left, await inPool.decompress(frame.bytes, bounded(left))));
    } catch (error) {
      throw asZlibFault('zstd', maxSize, error);
    }
    left -= parts.at(-1)?.length ?? 0;
  }
  return joined(parts);
}

function joined(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/**
 * Blocks that end early make the bound larger than the output, so a batch is refused beforehand only when it could fill this much
 * memory, and afterwards when it really is above the caller's limit.
 */
const BOUND_MIN = 268435456;

async function decompressWithAddon(
  bytes: Buffer,
  frames: readonly ZstdFrame[],
  maxSize: number,
): Promise<Buffer> {
  const claimed = frames.reduce((sum, frame) => sum + frame.claimed, 0);
  const atMost = frames.reduce((sum, frame) => sum + frame.atMost, 0);
  if (claimed > maxSize || atMost > Math.max(maxSize, BOUND_MIN)) throw tooLarge('zstd', maxSize);
  const { decompress } = await import('@mongodb-js/zstd/bindings.js');
  let output: Buffer;
  try {
    output = await decompress(bytes);
  } catch (error) {
    throw corrupt('zstd', error);
  }
  return within('zstd', maxSize, output);
}

const FRAME_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const BLOCK_MAX = 131072;
const DICTIONARY_ID_SIZES = [0, 1, 2, 4];

/** One frame: it claims `claimed` bytes in its header (0 where it says nothing) and never makes more than `atMost`. */
export interface ZstdFrame {
  readonly bytes: Buffer;
  readonly claimed: number;
  readonly atMost: number;
}

/** The frames, skippable ones left out. @throws {CompressionError} when the bytes are not whole frames. */
export function zstdFrames(bytes: Buffer): ZstdFrame[] {
  const frames: ZstdFrame[] = [];
  let at = 0;
  while (at < bytes.length) {
    need(bytes, at, 4);
    const magic = bytes.readUInt32LE(at);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE_MAGIC) {
      need(bytes, at, 8);
      at += 8 + bytes.readUInt32LE(at + 4);
      continue;
    }
    if (magic !== FRAME_MAGIC) throw new CompressionError('corrupt', 'zstd: not a zstd frame', at);
    const header = readFrameHeader(bytes, at);
    const blocks = walkBlocks(bytes, header.end);
    const end = blocks.end + (header.hasChecksum ? 4 : 0);
    frames.push({ bytes: bytes.subarray(at, end), claimed: header.contentSize, atMost: blocks.atMost });
    at = end;
  }
  if (at === 0 || at > bytes.length) {
    throw new CompressionError('corrupt', 'zstd: ends within a frame', bytes.length);
  }
  return frames;
}

function need(bytes: Buffer, at: number, size: number): void {
  if (bytes.length - at < size)
    throw new CompressionError('corrupt', 'zstd: ends within a frame', bytes.length);
}

interface FrameHeader {
  readonly contentSize: number;
  readonly hasChecksum: boolean;
  readonly end: number;
}

function readFrameHeader(bytes: Buffer, start: number): FrameHeader {
  need(bytes, start, 5);
  const descriptor = bytes[start + 4] as number;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const dictionaryIdSize = DICTIONARY_ID_SIZES[descriptor & 0x03] as number;
  const sizeAt = start + 5 + (isSingleSegment ? 0 : 1) + dictionaryIdSize;
  const sizeBytes = sizeFlag === 0 ? (isSingleSegment ? 1 : 0) : 2 ** sizeFlag;
  need(bytes, sizeAt, sizeBytes);
  return {
    contentSize: readContentSize(bytes, sizeAt, sizeBytes),
    hasChecksum: (descriptor & 0x04) !== 0,
    end: sizeAt + sizeBytes,
  };
}

function readContentSize(bytes: Buffer, at: number, size: number): number {
  switch (size) {
    case 0:
      return 0;
    case 1:
      return bytes[at] as number;
    case 2:
      return bytes.readUInt16LE(at) + 256;
    case 4:
      return bytes.readUInt32LE(at);
    default:
      return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 4294967296;
  }
}

/** Raw and run-length blocks say their size; a compressed one makes at most 128 KiB. */
function walkBlocks(bytes: Buffer, start: number): { readonly atMost: number; readonly end: number } {
  let atMost = 0;
  let at = start;
  for (;;) {
    need(bytes, at, 3);
    const header = bytes.readUIntLE(at, 3);
    const type = (header >> 1) & 0x03;
    const size = header >> 3;
    atMost += type === 2 ? BLOCK_MAX : size;
    at += 3 + (type === 1 ? 1 : size);
    if (at > bytes.length) throw new CompressionError('corrupt', 'zstd: ends within a block', bytes.length);
    if ((header & 1) === 1) return { atMost, end: at };
  }
}
