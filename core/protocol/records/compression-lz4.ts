/**
 * LZ4 frames, little-endian, as Java's KafkaLZ4BlockOutputStream writes them:
 *
 *   04 22 4D 18   FLG = 60   BD = 40   HC = 82   ( size:uint32  block )*   00 00 00 00
 *
 * FLG 60: version 1, independent blocks, no checksums, no content size. BD 40: blocks hold at most 64 KiB. HC: second byte of the
 * xxHash32 of FLG and BD. A block whose size has bit 31 set is stored as it is.
 *
 * Read is any frame with independent blocks; block checksums are verified, content size and content checksum skipped, as Java
 * does. Frames of magic 0 carry a wrong HC, which Kafka's first LZ4 writer computed over too much: see `lenientHeader`.
 * Bytes behind the end mark are ignored. (source: Lz4BlockInputStream)
 */
import { compress, compressSync, decompressFrame, decompressFrameSync } from 'lz4-napi';
import { CompressionError, corrupt, tooLarge } from './compression-error.ts';

const MAGIC = 0x184d2204;
const BLOCK_SIZE = 65536;
const STORED = 0x80000000;
const FRAME_HEADER = Buffer.from('04224d18604082', 'hex');
const END_MARK = Buffer.alloc(4);

const FLG_AT = 4;
const FLG_RESERVED = 0x03;
const FLG_CONTENT_CHECKSUM = 0x04;
const FLG_CONTENT_SIZE = 0x08;
const FLG_BLOCK_CHECKSUMS = 0x10;
const FLG_INDEPENDENT_BLOCKS = 0x20;
/** The library puts the uncompressed size before a block: four bytes, not part of the format. */
const LIBRARY_PREFIX_SIZE = 4;

/** How to read: magic 0 of the message format needs `lenientHeader`. */
export interface Lz4Options {
  readonly lenientHeader?: boolean;
}

function inputBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK_SIZE) blocks.push(bytes.subarray(at, at + BLOCK_SIZE));
  return blocks;
}

function frameOfBlocks(inputs: readonly Buffer[], outputs: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [FRAME_HEADER];
  for (const [i, input] of inputs.entries()) {
    const output = (outputs[i] as Buffer).subarray(LIBRARY_PREFIX_SIZE);
    const isStored = output.length >= input.length;
    const size = Buffer.allocUnsafe(4);
    size.writeUInt32LE(isStored ? input.length + STORED : output.length);
    parts.push(size, isStored ? input : output);
  }
  parts.push(END_MARK);
  return Buffer.concat(parts);
}

/** There is one level, Java's "fast compressor". */
export function compressLz4(bytes: Buffer): Buffer {
  const blocks = inputBlocks(bytes);
  return frameOfBlocks(
    blocks,
    blocks.map((block) => compressSync(block)),
  );
}

export async function compressLz4Async(bytes: Buffer): Promise<Buffer> {
  const blocks = inputBlocks(bytes);
  return frameOfBlocks(blocks, await Promise.all(blocks.map((block) => compress(block))));
}

/** @throws {CompressionError} */
export function decompressLz4(bytes: Buffer, maxSize: number, options: Lz4Options = {}): Buffer {
  const frame = readableFrame(bytes, maxSize, options);
  try {
    return decompressFrameSync(frame);
  } catch (error) {
    throw corrupt('lz4', error);
  }
}

/** @throws {CompressionError} */
export async function decompressLz4Async(bytes: Buffer, maxSize: number): Promise<Buffer> {
  const frame = readableFrame(bytes, maxSize, {});
  try {
    return await decompressFrame(frame);
  } catch (error) {
    throw corrupt('lz4', error);
  }
}

function fail(message: string, at: number): never {
  throw new CompressionError('corrupt', `lz4: ${message}`, at);
}

/**
 * The frame in a shape the library reads as Java does: what Java skips is left out, so that the library cannot check it. The
 * library knows no limit, so the decompressed size is settled here, from the structure of the blocks.
 */
function readableFrame(bytes: Buffer, maxSize: number, options: Lz4Options): Buffer {
  const { flags, blockMax, blocksAt } = readDescriptor(bytes, options);
  const checksumSize = (flags & FLG_BLOCK_CHECKSUMS) === 0 ? 0 : 4;
  const blocksEnd = checkBlocks(bytes, { blocksAt, blockMax, checksumSize, maxSize });
  const isPlain = (flags & (FLG_CONTENT_CHECKSUM | FLG_CONTENT_SIZE)) === 0;
  const isEndMarkZero = bytes.readUInt32LE(blocksEnd - END_MARK.length) === 0;
  if (isPlain && isEndMarkZero && options.lenientHeader !== true) return bytes.subarray(0, blocksEnd);

  const descriptor = Buffer.from([
    flags & ~(FLG_CONTENT_CHECKSUM | FLG_CONTENT_SIZE),
    bytes[FLG_AT + 1] as number,
  ]);
  const header = Buffer.concat([
    bytes.subarray(0, FLG_AT),
    descriptor,
    Buffer.from([headerChecksum(descriptor)]),
  ]);
  return Buffer.concat([header, bytes.subarray(blocksAt, blocksEnd - END_MARK.length), END_MARK]);
}

interface Descriptor {
  readonly flags: number;
  /** Greatest decompressed size of a block, in bytes. */
  readonly blockMax: number;
  readonly blocksAt: number;
}

function readDescriptor(bytes: Buffer, { lenientHeader = false }: Lz4Options): Descriptor {
  if (bytes.length < FRAME_HEADER.length) fail('shorter than a frame header', bytes.length);
  if (bytes.readUInt32LE(0) !== MAGIC) fail('not an LZ4 frame', 0);
  const flags = bytes[FLG_AT] as number;
  const blockDescriptor = bytes[FLG_AT + 1] as number;
  if (flags >> 6 !== 1) fail(`frame version ${flags >> 6} is not known`, FLG_AT);
  if ((flags & FLG_RESERVED) !== 0) fail('reserved flags are set', FLG_AT);
  if ((flags & FLG_INDEPENDENT_BLOCKS) === 0) fail('blocks depend on each other', FLG_AT);
  const sizeCode = (blockDescriptor >> 4) & 0x07;
  if ((blockDescriptor & 0x8f) !== 0 || sizeCode < 4) fail('block descriptor makes no sense', FLG_AT + 1);
  const checksumAt = FLG_AT + 2 + ((flags & FLG_CONTENT_SIZE) === 0 ? 0 : 8);
  if (checksumAt >= bytes.length) fail('cut within the frame header', bytes.length);
  if (!lenientHeader && bytes[checksumAt] !== headerChecksum(bytes.subarray(FLG_AT, checksumAt))) {
    fail('header checksum does not match', checksumAt);
  }
  return { flags, blockMax: 2 ** (8 + 2 * sizeCode), blocksAt: checksumAt + 1 };
}

interface BlockRules {
  readonly blocksAt: number;
  readonly blockMax: number;
  readonly checksumSize: number;
  readonly maxSize: number;
}

/** Walks the blocks to the end mark and keeps count of what they decompress to; answers the offset behind the end mark. */
function checkBlocks(bytes: Buffer, { blocksAt, blockMax, checksumSize, maxSize }: BlockRules): number {
  let at = blocksAt;
  let total = 0;
  for (;;) {
    if (bytes.length - at < 4) fail('ends before the end mark', at);
    const size = bytes.readUInt32LE(at);
    at += 4;
    const blockSize = size % STORED;
    // Java takes a stored block of no bytes for the end mark, too.
    if (blockSize === 0) return at;
    if (blockSize > blockMax) fail(`block of ${blockSize} bytes, ${blockMax} are allowed`, at);
    if (blockSize + checksumSize > bytes.length - at) {
      fail(`block of ${blockSize} bytes, ${bytes.length - at} remain`, at);
    }
    total += size >= STORED ? blockSize : blockOutputSize(bytes, at, at + blockSize);
    if (total > maxSize) throw tooLarge('lz4', maxSize);
    at += blockSize + checksumSize;
  }
}

/**
 * Bytes that the compressed block decompresses to, from its tokens alone: each is a run of literals and, but for the last, a match.
 * Broken blocks are counted as far as they go; the library refuses them afterwards.
 */
function blockOutputSize(bytes: Buffer, start: number, end: number): number {
  let size = 0;
  let at = start;
  while (at < end) {
    const token = bytes[at++] as number;
    let literals = token >> 4;
    if (literals === 15) {
      let more = 255;
      while (more === 255 && at < end) {
        more = bytes[at++] as number;
        literals += more;
      }
    }
    size += literals;
    at += literals;
    if (at >= end) return size;
    at += 2;
    let match = (token & 0x0f) + 4;
    if (match === 19) {
      let more = 255;
      while (more === 255 && at < end) {
        more = bytes[at++] as number;
        match += more;
      }
    }
    size += match;
  }
  return size;
}

const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** Second byte of the xxHash32 of a frame descriptor, which has fewer than 16 bytes (longer input is hashed in another way). */
export function headerChecksum(descriptor: Buffer): number {
  let hash = (PRIME_5 + descriptor.length) | 0;
  let at = 0;
  for (; at + 4 <= descriptor.length; at += 4) {
    hash = (hash + Math.imul(descriptor.readInt32LE(at), PRIME_3)) | 0;
    hash = Math.imul(rotateLeft(hash, 17), PRIME_4);
  }
  for (; at < descriptor.length; at++) {
    hash = (hash + Math.imul(descriptor[at] as number, PRIME_5)) | 0;
    hash = Math.imul(rotateLeft(hash, 11), PRIME_1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return ((hash ^ (hash >>> 16)) >>> 8) & 0xff;
}
