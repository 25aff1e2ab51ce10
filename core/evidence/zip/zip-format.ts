/**
 * The records of a ZIP file (PKWARE APPNOTE 6.3), as far as packs use them: stored or deflated entries, no encryption, one volume,
 * names in UTF-8, ZIP64 where a number does not fit into 32 (or 16) bits.
 *
 *   local header │ name │ extra │ data … central header │ name │ extra … [ZIP64 end │ its locator] end
 */
import { DecodeError } from '#core/protocol/reader.ts';

export const LOCAL_SIGNATURE = 0x04034b50;
export const CENTRAL_SIGNATURE = 0x02014b50;
export const END_SIGNATURE = 0x06054b50;
export const END64_SIGNATURE = 0x06064b50;
export const LOCATOR64_SIGNATURE = 0x07064b50;

export const LOCAL_SIZE = 30;
export const CENTRAL_SIZE = 46;
export const END_SIZE = 22;
export const END64_SIZE = 56;
export const LOCATOR64_SIZE = 20;

/** The data is encrypted, as a whole or with its directory. */
export const FLAG_ENCRYPTED = 0x2041;
/** Sizes and checksum stand behind the data; the local header may say 0. */
export const FLAG_SIZES_BEHIND = 0x0008;

export const METHOD = { stored: 0, deflated: 8 } as const;

const MAX32 = 0xffffffff;
const MAX16 = 0xffff;
const FLAG_UTF8 = 0x0800;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Made on Unix, so that the file mode below means something. */
const MADE_BY = 0x0300;
const REGULAR_FILE = 0o100644;
const EXTRA_ZIP64 = 0x0001;
const EXTRA_TIME = 0x5455;
const TWO_32 = 4294967296;

/** An entry as the directory of a ZIP has it. Sizes and positions in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Of the local header. */
  readonly position: number;
  /** ms since the Unix epoch; whole seconds. */
  readonly modifiedMs: number;
}

export function readUint64(bytes: Buffer, at: number): number {
  const value = bytes.readUInt32LE(at + 4) * TWO_32 + bytes.readUInt32LE(at);
  if (!Number.isSafeInteger(value)) throw new DecodeError(`a size of ${value}`, at);
  return value;
}

function writeUint64(bytes: Buffer, value: number, at: number): void {
  bytes.writeUInt32LE(value % TWO_32, at);
  bytes.writeUInt32LE(Math.floor(value / TWO_32), at + 4);
}

/** The local header: always with a ZIP64 field, since sizes are filled in when the data has been written. */
export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const bytes = Buffer.alloc(LOCAL_SIZE + name.length + 20 + 9);
  bytes.writeUInt32LE(LOCAL_SIGNATURE, 0);
  bytes.writeUInt16LE(VERSION_ZIP64, 4);
  bytes.writeUInt16LE(FLAG_UTF8, 6);
  bytes.writeUInt16LE(entry.method, 8);
  writeDosTime(bytes, entry.modifiedMs, 10);
  bytes.writeUInt32LE(entry.crc, 14);
  bytes.writeUInt32LE(MAX32, 18);
  bytes.writeUInt32LE(MAX32, 22);
  bytes.writeUInt16LE(name.length, 26);
  bytes.writeUInt16LE(20 + 9, 28);
  name.copy(bytes, LOCAL_SIZE);
  const extra = LOCAL_SIZE + name.length;
  bytes.writeUInt16LE(EXTRA_ZIP64, extra);
  bytes.writeUInt16LE(16, extra + 2);
  writeUint64(bytes, entry.sizeBytes, extra + 4);
  writeUint64(bytes, entry.packedBytes, extra + 12);
  writeTimeField(bytes, entry.modifiedMs, extra + 20);
  return bytes;
}

export function centralHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const large = [entry.sizeBytes, entry.packedBytes, entry.position].filter((value) => value >= MAX32);
  const extraSize = 9 + (large.length === 0 ? 0 : 4 + large.length * 8);
  const bytes = Buffer.alloc(CENTRAL_SIZE + name.length + extraSize);
  const version = large.length === 0 ? VERSION : VERSION_ZIP64;
  bytes.writeUInt32LE(CENTRAL_SIGNATURE, 0);
  bytes.writeUInt16LE(MADE_BY + version, 4);
  bytes.writeUInt16LE(version, 6);
  bytes.writeUInt16LE(FLAG_UTF8, 8);
  bytes.writeUInt16LE(entry.method, 10);
  writeDosTime(bytes, entry.modifiedMs, 12);
  bytes.writeUInt32LE(entry.crc, 16);
  bytes.writeUInt32LE(Math.min(entry.packedBytes, MAX32), 20);
  bytes.writeUInt32LE(Math.min(entry.sizeBytes, MAX32), 24);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt16LE(extraSize, 30);
  bytes.writeUInt32LE(REGULAR_FILE * 65536, 38);
  bytes.writeUInt32LE(Math.min(entry.position, MAX32), 42);
  name.copy(bytes, CENTRAL_SIZE);
  let at = CENTRAL_SIZE + name.length;
  writeTimeField(bytes, entry.modifiedMs, at);
  at += 9;
  if (large.length === 0) return bytes;
  bytes.writeUInt16LE(EXTRA_ZIP64, at);
  bytes.writeUInt16LE(large.length * 8, at + 2);
  for (const [i, value] of large.entries()) writeUint64(bytes, value, at + 4 + i * 8);
  return bytes;
}

/** What ends the file: with the ZIP64 records where a number is too large for the old one. */
export function endRecords(directory: {
  readonly position: number;
  readonly sizeBytes: number;
  readonly entries: number;
}): Buffer {
  const { position, sizeBytes, entries } = directory;
  const end = Buffer.alloc(END_SIZE);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(Math.min(entries, MAX16), 8);
  end.writeUInt16LE(Math.min(entries, MAX16), 10);
  end.writeUInt32LE(Math.min(sizeBytes, MAX32), 12);
  end.writeUInt32LE(Math.min(position, MAX32), 16);
  if (entries < MAX16 && sizeBytes < MAX32 && position < MAX32) return end;
  const end64 = Buffer.alloc(END64_SIZE + LOCATOR64_SIZE);
  end64.writeUInt32LE(END64_SIGNATURE, 0);
  writeUint64(end64, END64_SIZE - 12, 4);
  end64.writeUInt16LE(MADE_BY + VERSION_ZIP64, 12);
  end64.writeUInt16LE(VERSION_ZIP64, 14);
  writeUint64(end64, entries, 24);
  writeUint64(end64, entries, 32);
  writeUint64(end64, sizeBytes, 40);
  writeUint64(end64, position, 48);
  end64.writeUInt32LE(LOCATOR64_SIGNATURE, END64_SIZE);
  writeUint64(end64, position + sizeBytes, END64_SIZE + 8);
  end64.writeUInt32LE(1, END64_SIZE + 16);
  return Buffer.concat([end64, end]);
}

/** Extended timestamp: seconds in UTC, where the old field has two-second steps of nobody's time zone. */
function writeTimeField(bytes: Buffer, modifiedMs: number, at: number): void {
  bytes.writeUInt16LE(EXTRA_TIME, at);
  bytes.writeUInt16LE(5, at + 2);
  bytes.writeUInt8(1, at + 4);
  bytes.writeInt32LE(Math.min(Math.max(Math.floor(modifiedMs / 1000), 0), 0x7fffffff), at + 5);
}

function writeDosTime(bytes: Buffer, modifiedMs: number, at: number): void {
  // biome-ignore lint/style/noRestrictedGlobals: turns a number into a date; nobody is asked for the time.
  const date = new Date(modifiedMs);
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  bytes.writeUInt16LE(
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    at,
  );
  bytes.writeUInt16LE(
    ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | Math.max(date.getUTCDate(), 1),
    at + 2,
  );
}

/** What the extra fields of a header say beyond it. @throws {DecodeError} */
export function readExtra(
  extra: Buffer,
  short: { readonly sizeBytes: number; readonly packedBytes: number; readonly position: number },
): { sizeBytes: number; packedBytes: number; position: number; modifiedMs: number | undefined } {
  const found = { ...short, modifiedMs: undefined as number | undefined };
  let hasSizes = false;
  for (let at = 0; at + 4 <= extra.length; ) {
    const id = extra.readUInt16LE(at);
    const size = extra.readUInt16LE(at + 2);
    const field = extra.subarray(at + 4, at + 4 + size);
    if (field.length < size) throw new DecodeError('an extra field that is cut', at);
    if (id === EXTRA_TIME && size >= 5 && (field.readUInt8(0) & 1) === 1) {
      found.modifiedMs = field.readInt32LE(1) * 1000;
    }
    if (id === EXTRA_ZIP64) {
      if (hasSizes) throw new DecodeError('a second ZIP64 field', at);
      hasSizes = true;
      let inside = 0;
      for (const name of ['sizeBytes', 'packedBytes', 'position'] as const) {
        if (short[name] !== MAX32) continue;
        if (inside + 8 > field.length) throw new DecodeError('a ZIP64 field that is cut', at);
        found[name] = readUint64(field, inside);
        inside += 8;
      }
    }
    at += 4 + size;
  }
  return found;
}
