/**
 * snappy in the framing of Java's xerial library, big-endian:
 *
 *   82 53 4E 41 50 50 59 00   version:int32 = 1   minimumVersion:int32 = 1   ( size:int32  raw snappy block )*
 *
 * Written in blocks of 32 KiB. Bare raw snappy, with no framing, is read as well: librdkafka writes it, and Java's reader falls
 * back to it. Framed streams one after the other are read as one. (source: SnappyCompression, snappy-java's SnappyInputStream)
 */
import { compress, compressSync, uncompress, uncompressSync } from 'snappy';
import { CompressionError, corrupt, tooLarge } from './compression-error.ts';

const MAGIC = Buffer.from('82534e4150505900', 'hex');
const HEADER = Buffer.concat([MAGIC, Buffer.from('0000000100000001', 'hex')]);
/** The first four bytes of the magic, where a block's size could stand: another stream begins. */
const MAGIC_AS_SIZE = MAGIC.readInt32BE(0);
const BLOCK_SIZE = 32768;
const LOWEST_VERSION = 1;

function inputBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK_SIZE) blocks.push(bytes.subarray(at, at + BLOCK_SIZE));
  return blocks;
}

function framed(blocks: readonly Buffer[]): Buffer {
  const size = blocks.reduce((sum, block) => sum + 4 + block.length, HEADER.length);
  const stream = Buffer.allocUnsafe(size);
  let at = HEADER.copy(stream, 0);
  for (const block of blocks) {
    at = stream.writeInt32BE(block.length, at);
    at += block.copy(stream, at);
  }
  return stream;
}

export function compressSnappy(bytes: Buffer): Buffer {
  return framed(inputBlocks(bytes).map((block) => compressSync(block)));
}

export async function compressSnappyAsync(bytes: Buffer): Promise<Buffer> {
  return framed(await Promise.all(inputBlocks(bytes).map((block) => compress(block))));
}

/** @throws {CompressionError} */
export function decompressSnappy(bytes: Buffer, maxSize: number): Buffer {
  const blocks = blocksOf(bytes, maxSize);
  return joined(blocks.map((block) => checked(() => uncompressSync(block, { asBuffer: true }))));
}

/** @throws {CompressionError} */
export async function decompressSnappyAsync(bytes: Buffer, maxSize: number): Promise<Buffer> {
  const blocks = blocksOf(bytes, maxSize);
  try {
    return joined(
      (await Promise.all(blocks.map((block) => uncompress(block, { asBuffer: true })))) as Buffer[],
    );
  } catch (error) {
    throw corrupt('snappy', error);
  }
}

function checked(decode: () => string | Buffer): Buffer {
  try {
    return decode() as Buffer;
  } catch (error) {
    throw corrupt('snappy', error);
  }
}

function joined(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** The raw blocks, whose claimed sizes together stay within `maxSize`. */
function blocksOf(bytes: Buffer, maxSize: number): Buffer[] {
  if (bytes.length === 0) throw new CompressionError('corrupt', 'snappy: no bytes');
  const blocks = bytes.indexOf(MAGIC) === 0 ? framedBlocks(bytes) : [bytes];
  let total = 0;
  for (const block of blocks) {
    total += claimedSize(block);
    if (total > maxSize) throw tooLarge('snappy', maxSize);
  }
  return blocks;
}

function framedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  let at = afterHeader(bytes, 0);
  while (at < bytes.length) {
    if (bytes.length - at < 4) throw new CompressionError('corrupt', 'snappy: cut within a block size', at);
    const size = bytes.readInt32BE(at);
    if (size === MAGIC_AS_SIZE) {
      at = afterHeader(bytes, at);
      continue;
    }
    at += 4;
    if (size < 0 || size > bytes.length - at) {
      throw new CompressionError(
        'corrupt',
        `snappy: block of ${size} bytes, ${bytes.length - at} remain`,
        at,
      );
    }
    blocks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return blocks;
}

/** Checks the stream header at `at`; answers the offset behind it. */
function afterHeader(bytes: Buffer, at: number): number {
  const end = at + HEADER.length;
  if (end > bytes.length || bytes.compare(MAGIC, 0, MAGIC.length, at, at + MAGIC.length) !== 0) {
    throw new CompressionError('corrupt', 'snappy: not a stream header', at);
  }
  const version = bytes.readInt32BE(at + MAGIC.length);
  // Java looks at the version of a stream that follows another, and not at that of the first.
  if (version < LOWEST_VERSION && at > 0) {
    throw new CompressionError('corrupt', `snappy: stream version ${version} is not known`, at);
  }
  return end;
}

/** The size a raw block says it has when decompressed: an unsigned varint in front of it. The library holds it to that. */
function claimedSize(block: Buffer): number {
  let size = 0;
  for (let i = 0; i < 5; i++) {
    const byte = block[i];
    if (byte === undefined) break;
    size += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return size;
  }
  throw new CompressionError('corrupt', 'snappy: block without a size');
}
