/** gzip (RFC 1952). Concatenated members are read as one, as Java's GZIPInputStream does. (source: GzipCompression) */
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { CompressionError, corrupt, tooLarge } from './compression-error.ts';

const FLAGS_AT = 3;
const RESERVED_FLAGS = 0xe0;

const gzipInPool = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);
const gunzipInPool = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);

/** `level` 1 to 9, or −1 for zlib's default. */
export function compressGzip(bytes: Buffer, level = -1): Buffer {
  return zlib.gzipSync(bytes, { level });
}

export function compressGzipAsync(bytes: Buffer, level = -1): Promise<Buffer> {
  return gzipInPool(bytes, { level });
}

/** @throws {CompressionError} */
export function decompressGzip(bytes: Buffer, maxSize: number): Buffer {
  try {
    return within('gzip', maxSize, zlib.gunzipSync(asJavaReads(bytes), bounded(maxSize)));
  } catch (error) {
    throw asZlibFault('gzip', maxSize, error);
  }
}

/** @throws {CompressionError} */
export async function decompressGzipAsync(bytes: Buffer, maxSize: number): Promise<Buffer> {
  try {
    return within('gzip', maxSize, await gunzipInPool(asJavaReads(bytes), bounded(maxSize)));
  } catch (error) {
    throw asZlibFault('gzip', maxSize, error);
  }
}

/** The stream without the reserved flags in its header, which zlib refuses and Java does not look at. */
function asJavaReads(bytes: Buffer): Buffer {
  const flags = bytes[FLAGS_AT] ?? 0;
  if ((flags & RESERVED_FLAGS) === 0) return bytes;
  const cleared = Buffer.from(bytes);
  cleared[FLAGS_AT] = flags & ~RESERVED_FLAGS;
  return cleared;
}

/** Options of node:zlib for at most `maxSize` bytes of output; it cannot be told "none". */
export function bounded(maxSize: number): { readonly maxOutputLength: number } {
  return { maxOutputLength: Math.max(maxSize, 1) };
}

/** The output, unless it is above the limit after all. @throws {CompressionError} */
export function within(codec: string, maxSize: number, output: Buffer): Buffer {
  if (output.length > maxSize) throw tooLarge(codec, maxSize);
  return output;
}

/** What node:zlib threw, as one of ours. */
export function asZlibFault(codec: string, maxSize: number, error: unknown): CompressionError {
  if (error instanceof CompressionError) return error;
  const code = (error as { readonly code?: unknown }).code;
  return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(codec, maxSize) : corrupt(codec, error);
}
