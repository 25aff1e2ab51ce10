/**
 * The byte rulers of compressed blocks: the frames around the compressed bytes, as each codec writes them.
 *
 *   gzip     1f 8b 08 flags time:int32 extra os │ deflated bytes │ crc32:uint32le size:uint32le
 *   snappy   82 "SNAPPY" 00 version:int32 minimum:int32 │ ( size:int32 block )*        or one bare block
 *   lz4      04 22 4d 18 flags block-size [content size] checksum │ ( size:uint32le block )* 00 00 00 00 [checksum]
 *   zstd     28 b5 2f fd descriptor … │ ( header:uint24le block )* [checksum]
 *
 * What does not look like that is one field: the reader of the records says what is wrong with it.
 */
import type { ByteSay } from '#core/lab-api/byte-says.ts';
import { headerChecksum } from '#core/protocol/records/compression-lz4.ts';
import type { Ruler, SayParams } from './ruler.ts';

const GZIP_HEADER_SIZE = 10;
const GZIP_TRAILER_SIZE = 8;
const XERIAL_MAGIC = '82534e4150505900';
const XERIAL_HEADER_SIZE = 16;
const LZ4_MAGIC = '04224d18';
const LZ4_MAGIC_SIZE = 4;
const LZ4_STORED = 0x80000000;
const ZSTD_MAGIC = '28b52ffd';

/** Bytes of zstd's frame content size by its two bits; of the first kind one, if the frame is a single segment. */
const ZSTD_CONTENT_SIZES = [0, 2, 4, 8];
const ZSTD_DICTIONARY_SIZES = [0, 1, 2, 4];
/** Blocks shown one by one; more of them are one field. */
const BLOCKS_MAX = 4096;

/** Keys of sentences without their `codec.` prefix. */
type CodecSay = Extract<ByteSay, `codec.${string}`> extends `codec.${infer Key}` ? Key : never;

/** Puts fields for a block; a cursor in bytes from the ruler's buffer. */
class Block {
  readonly bytes: Buffer;
  readonly end: number;
  readonly #ruler: Ruler;
  readonly #codec: string;
  at: number;

  constructor(ruler: Ruler, codec: string, size: number) {
    this.#ruler = ruler;
    this.#codec = codec;
    this.bytes = ruler.reader.buffer;
    this.at = ruler.reader.offset;
    this.end = this.at + size;
  }

  get left(): number {
    return this.end - this.at;
  }

  hex(size: number): string {
    return this.bytes.toString('hex', this.at, Math.min(this.end, this.at + size));
  }

  put(
    size: number,
    name: string,
    say: CodecSay,
    value: string | number = `${size} bytes`,
    params: SayParams = {},
  ): void {
    if (size > 0)
      this.#ruler.put(this.at, size, {
        name,
        type: this.#codec,
        value,
        say: `codec.${say}`,
        params: { codec: this.#codec, ...params },
        depth: 1,
      });
    this.at += size;
  }
}

/** Annotates the `size` compressed bytes at the ruler's place; false, and nothing done, when they have no frame that is known. */
export function annotateCodecBlock(ruler: Ruler, codec: string, size: number): boolean {
  const block = new Block(ruler, codec, size);
  const walk = { gzip, snappy, lz4, zstd }[codec];
  if (walk === undefined || !walk(block)) return false;
  block.put(block.left, 'rest', 'block');
  ruler.reader.offset = block.end;
  return true;
}

function gzip(block: Block): boolean {
  if (!block.hex(3).startsWith('1f8b08') || block.left < GZIP_HEADER_SIZE + GZIP_TRAILER_SIZE) return false;
  // Optional parts of the header, which Java never writes, stay with the compressed bytes.
  block.put(2, 'gzip.magic', 'magic', block.hex(2));
  block.put(GZIP_HEADER_SIZE - 2, 'gzip.header', 'header', block.hex(GZIP_HEADER_SIZE - 2));
  block.put(block.left - GZIP_TRAILER_SIZE, 'gzip.deflated', 'block');
  block.put(4, 'gzip.crc32', 'checksum', `0x${hexLe(block)}`);
  block.put(4, 'gzip.size', 'length', block.bytes.readUInt32LE(block.at));
  return true;
}

function hexLe(block: Block): string {
  return block.bytes.readUInt32LE(block.at).toString(16).padStart(8, '0');
}

function snappy(block: Block): boolean {
  if (block.hex(8) !== XERIAL_MAGIC || block.left < XERIAL_HEADER_SIZE) return false;
  block.put(8, 'snappy.magic', 'magic', block.hex(8));
  block.put(4, 'snappy.version', 'header', block.bytes.readInt32BE(block.at));
  block.put(4, 'snappy.minimumVersion', 'header', block.bytes.readInt32BE(block.at));
  for (let i = 0; i < BLOCKS_MAX && block.left >= 4; i++) {
    const size = block.bytes.readInt32BE(block.at);
    if (size < 0 || size > block.left - 4) break;
    block.put(4, `snappy.blocks[${i}].size`, 'blockSize', size);
    block.put(size, `snappy.blocks[${i}]`, 'block');
  }
  return true;
}

function lz4(block: Block): boolean {
  if (block.hex(4) !== LZ4_MAGIC || block.left < 7) return false;
  const flags = block.bytes[block.at + 4] as number;
  const start = block.at;
  block.put(4, 'lz4.magic', 'magic', block.hex(4));
  block.put(1, 'lz4.flags', 'header', `0x${block.hex(1)}`);
  block.put(1, 'lz4.blockSizeMax', 'header', `0x${block.hex(1)}`);
  if ((flags & 0x08) !== 0 && block.left > 8)
    block.put(8, 'lz4.contentSize', 'length', String(block.bytes.readBigUInt64LE(block.at)));
  putHeaderChecksum(block, start);
  for (let i = 0; i < BLOCKS_MAX && block.left >= 4; i++) {
    const raw = block.bytes.readUInt32LE(block.at);
    if (raw === 0) {
      block.put(4, 'lz4.end', 'end', 0);
      if ((flags & 0x04) !== 0 && block.left >= 4)
        block.put(4, 'lz4.contentChecksum', 'checksum', `0x${hexLe(block)}`);
      break;
    }
    const size = raw >= LZ4_STORED ? raw - LZ4_STORED : raw;
    if (size > block.left - 4) break;
    block.put(4, `lz4.blocks[${i}].size`, 'blockSize', size);
    block.put(size, `lz4.blocks[${i}]`, raw >= LZ4_STORED ? 'storedBlock' : 'block');
    if ((flags & 0x10) !== 0 && block.left >= 4)
      block.put(4, `lz4.blocks[${i}].checksum`, 'checksum', `0x${hexLe(block)}`);
  }
  return true;
}

/** Kafka's first writer of LZ4 summed the magic bytes too; readers of message format 0 take both. (KAFKA-3160) */
function putHeaderChecksum(block: Block, start: number): void {
  const sum = (from: number): string => hexByte(headerChecksum(block.bytes.subarray(from, block.at)));
  const found = `0x${block.hex(1)}`;
  const computed = sum(start + LZ4_MAGIC_SIZE);
  const isOld = found !== computed && found === sum(start);
  const wrong = isOld ? 'headerChecksumOld' : 'headerChecksumWrong';
  block.put(1, 'lz4.headerChecksum', found === computed ? 'headerChecksum' : wrong, found, { computed });
}

function hexByte(value: number): string {
  return `0x${value.toString(16).padStart(2, '0')}`;
}

function zstd(block: Block): boolean {
  if (block.hex(4) !== ZSTD_MAGIC || block.left < 6) return false;
  const descriptor = block.bytes[block.at + 4] as number;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const contentBits = descriptor >> 6;
  const contentSize = contentBits === 0 && isSingleSegment ? 1 : (ZSTD_CONTENT_SIZES[contentBits] as number);
  const dictionarySize = ZSTD_DICTIONARY_SIZES[descriptor & 3] as number;
  block.put(4, 'zstd.magic', 'magic', block.hex(4));
  block.put(1, 'zstd.descriptor', contentSize > 0 ? 'zstdSized' : 'zstdUnsized', `0x${block.hex(1)}`);
  if (!isSingleSegment) block.put(1, 'zstd.window', 'header', `0x${block.hex(1)}`);
  if (dictionarySize + contentSize > block.left) return true;
  block.put(dictionarySize, 'zstd.dictionary', 'header');
  if (contentSize > 0)
    block.put(contentSize, 'zstd.contentSize', 'length', zstdContentSize(block, contentSize));
  for (let i = 0; i < BLOCKS_MAX && block.left >= 3; i++) {
    const header = block.bytes.readUIntLE(block.at, 3);
    const kind = (header >> 1) & 3;
    const claimed = header >> 3;
    // A block of kind 1 is one byte that stands for many.
    const size = kind === 1 ? 1 : claimed;
    if (size > block.left - 3) break;
    block.put(3, `zstd.blocks[${i}].header`, 'blockSize', size);
    block.put(size, `zstd.blocks[${i}]`, kind === 0 ? 'storedBlock' : 'block');
    if ((header & 1) !== 0) break;
  }
  if ((descriptor & 4) !== 0 && block.left === 4)
    block.put(4, 'zstd.checksum', 'checksum', `0x${hexLe(block)}`);
  return true;
}

function zstdContentSize(block: Block, size: number): string {
  if (size === 8) return String(block.bytes.readBigUInt64LE(block.at));
  const value = block.bytes.readUIntLE(block.at, size);
  // Sizes of two bytes count from 256.
  return String(size === 2 ? value + 256 : value);
}
