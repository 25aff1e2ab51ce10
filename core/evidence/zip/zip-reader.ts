/**
 * Reads a ZIP file that nobody vouches for. Everything is checked before anything is believed: names stay inside, no links, no two
 * entries of one name or over the same bytes, no more bytes than announced, and no more than the caller allows.
 */
import { crc32 } from '@node-rs/crc32';
import type { DiskFile } from '#core/base/disk.ts';
import type { Packing } from '#core/base/packing.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { PackRefused } from '../pack-refused.ts';
import { faultOfName } from './entry-name.ts';
import {
  CENTRAL_SIGNATURE,
  CENTRAL_SIZE,
  END_SIGNATURE,
  END_SIZE,
  END64_SIGNATURE,
  END64_SIZE,
  LOCAL_SIGNATURE,
  LOCAL_SIZE,
  LOCATOR64_SIGNATURE,
  LOCATOR64_SIZE,
  METHOD,
  readExtra,
  readUint64,
  type ZipEntry,
} from './zip-format.ts';

/** Of the comment at the end of a ZIP. */
const COMMENT_MAX = 65535;
const DIRECTORY_BYTES_MAX = 256 * 1024 * 1024;
/** Small: one piece may inflate to a thousand times its size. */
const PIECE = 16 * 1024;
const FLAG_ENCRYPTED = 0x0041;
const UNIX = 3;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const LINK = 0o120000;

export interface ZipLimits {
  readonly entriesMax: number;
  /** Of all entries, unpacked. */
  readonly bytesMax: number;
  /** Gives others their turn: called between entries. */
  readonly breathe: () => Promise<void>;
}

interface Directory {
  readonly position: number;
  readonly sizeBytes: number;
  readonly entries: number;
}

export class ZipReader {
  readonly entries: readonly ZipEntry[];
  readonly #file: DiskFile;
  readonly #packing: Packing;

  /** Reads and checks the directory of the file. Rejects with PackRefused. */
  static async open(file: DiskFile, packing: Packing, limits: ZipLimits): Promise<ZipReader> {
    try {
      const entries = readEntries(file, limits);
      await checkPlaces(file, entries.all, { directoryAt: entries.directoryAt, breathe: limits.breathe });
      return new ZipReader(file, packing, entries.all);
    } catch (error) {
      if (!(error instanceof DecodeError || error instanceof RangeError)) throw error;
      throw new PackRefused(`its directory is damaged: ${error.message}`);
    }
  }

  private constructor(file: DiskFile, packing: Packing, entries: readonly ZipEntry[]) {
    this.#file = file;
    this.#packing = packing;
    this.entries = entries;
  }

  /** The contents of an entry, in pieces, checked against size and checksum at the end. @throws {PackRefused} */
  async *read(entry: ZipEntry): AsyncGenerator<Buffer, void> {
    let crc = 0;
    let size = 0;
    for await (const piece of this.#unpacked(entry)) {
      size += piece.length;
      if (size > entry.sizeBytes) throw new PackRefused(`${entry.name} has more bytes than it announces`);
      crc = crc32(piece, crc);
      yield piece;
    }
    if (size !== entry.sizeBytes) throw new PackRefused(`${entry.name} has fewer bytes than it announces`);
    if (crc >>> 0 !== entry.crc) throw new PackRefused(`${entry.name} does not match its checksum`);
  }

  async *#unpacked(entry: ZipEntry): AsyncGenerator<Buffer, void> {
    if (entry.method === METHOD.stored) {
      yield* this.#packed(entry);
      return;
    }
    const inflater = this.#packing.inflater();
    try {
      for (const piece of this.#packed(entry)) yield await inflater.push(piece);
      yield await inflater.end();
    } catch (error) {
      if (error instanceof PackRefused) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new PackRefused(`${entry.name} cannot be unpacked: ${reason}`);
    } finally {
      inflater.close();
    }
  }

  *#packed(entry: ZipEntry): Generator<Buffer, void> {
    const start = dataStart(this.#file, entry);
    for (let done = 0; done < entry.packedBytes; ) {
      const piece = readExactly(this.#file, start + done, Math.min(PIECE, entry.packedBytes - done));
      yield piece;
      done += piece.length;
    }
  }
}

function readEntries(
  file: DiskFile,
  limits: ZipLimits,
): { readonly all: readonly ZipEntry[]; readonly directoryAt: number } {
  const directory = findDirectory(file);
  if (directory.entries > limits.entriesMax) {
    throw new PackRefused(`it has ${directory.entries} entries, ${limits.entriesMax} are allowed`);
  }
  if (directory.sizeBytes > DIRECTORY_BYTES_MAX) throw new PackRefused('its directory is too large');
  const bytes = readExactly(file, directory.position, directory.sizeBytes);
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let total = 0;
  let at = 0;
  for (let i = 0; i < directory.entries; i++) {
    const { entry, size } = readCentral(bytes, at);
    at += size;
    if (entry === undefined) continue;
    if (names.has(entry.name)) throw new PackRefused(`${shown(entry.name)} is in it twice`);
    names.add(entry.name);
    total += entry.sizeBytes;
    if (total > limits.bytesMax) {
      throw new PackRefused(
        `unpacked it would be more than the ${limits.bytesMax} bytes that a file of its size may have`,
      );
    }
    entries.push(entry);
  }
  if (at !== bytes.length) throw new PackRefused('its directory does not end where it should');
  for (const { name } of entries) checkFolders(name, names);
  return { all: entries, directoryAt: directory.position };
}

/** No file has another one as its folder. */
function checkFolders(name: string, names: ReadonlySet<string>): void {
  for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) {
    const folder = name.slice(0, slash);
    if (names.has(folder)) throw new PackRefused(`${shown(folder)} is both a file and a folder`);
  }
}

/** Looks for the end record, whose comment must end the file. */
function findDirectory(file: DiskFile): Directory {
  const size = file.size();
  const tailSize = Math.min(size, END_SIZE + COMMENT_MAX);
  if (tailSize < END_SIZE) throw new PackRefused('it is not a ZIP file: it is too short');
  const tail = readExactly(file, size - tailSize, tailSize);
  for (let at = tail.length - END_SIZE; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    if (at + END_SIZE + tail.readUInt16LE(at + 20) !== tail.length) continue;
    return directoryOf(file, tail.subarray(at, at + END_SIZE), size - tailSize + at);
  }
  throw new PackRefused('it is not a ZIP file, or its end is missing');
}

function directoryOf(file: DiskFile, end: Buffer, endAt: number): Directory {
  if (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0)
    throw new PackRefused('it is one of several volumes');
  const locatorAt = endAt - LOCATOR64_SIZE;
  const locator = locatorAt < 0 ? undefined : readExactly(file, locatorAt, LOCATOR64_SIZE);
  let directory = {
    entries: end.readUInt16LE(10),
    sizeBytes: end.readUInt32LE(12),
    position: end.readUInt32LE(16),
  };
  if (locator?.readUInt32LE(0) === LOCATOR64_SIGNATURE) {
    const end64 = readExactly(file, readUint64(locator, 8), END64_SIZE);
    if (end64.readUInt32LE(0) !== END64_SIGNATURE) throw new DecodeError('no ZIP64 end record', locatorAt);
    directory = {
      entries: readUint64(end64, 32),
      sizeBytes: readUint64(end64, 40),
      position: readUint64(end64, 48),
    };
  }
  if (directory.position + directory.sizeBytes > endAt) throw new DecodeError('it runs past the end', endAt);
  return directory;
}

/** One header of the directory; without an entry when it is a folder's. */
function readCentral(bytes: Buffer, at: number): { entry: ZipEntry | undefined; size: number } {
  if (bytes.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw new DecodeError('not a header', at);
  const nameSize = bytes.readUInt16LE(at + 28);
  const extraSize = bytes.readUInt16LE(at + 30);
  const size = CENTRAL_SIZE + nameSize + extraSize + bytes.readUInt16LE(at + 32);
  if (at + size > bytes.length) throw new DecodeError('a header that is cut', at);
  const name = bytes.toString('utf8', at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameSize);
  const extraAt = at + CENTRAL_SIZE + nameSize;
  const extra = readExtra(bytes.subarray(extraAt, extraAt + extraSize), {
    packedBytes: bytes.readUInt32LE(at + 20),
    sizeBytes: bytes.readUInt32LE(at + 24),
    position: bytes.readUInt32LE(at + 42),
  });
  const type = bytes.readUInt8(at + 5) === UNIX ? bytes.readUInt16LE(at + 40) & FILE_TYPE : 0;
  checkKind(name, { type, flags: bytes.readUInt16LE(at + 8), method: bytes.readUInt16LE(at + 10) });
  const isFolder = name.endsWith('/');
  const fault = faultOfName(isFolder ? name.slice(0, -1) : name);
  if (fault !== undefined) throw new PackRefused(`${shown(name)} ${fault}`);
  if (isFolder) {
    if (extra.sizeBytes !== 0) throw new PackRefused(`${shown(name)} is a folder with contents`);
    return { entry: undefined, size };
  }
  const { modifiedMs = 0, ...sizes } = extra;
  const method = bytes.readUInt16LE(at + 10);
  if (method === METHOD.stored && sizes.packedBytes !== sizes.sizeBytes) {
    throw new PackRefused(`${shown(name)} is stored with two sizes`);
  }
  return { entry: { name, method, crc: bytes.readUInt32LE(at + 16), modifiedMs, ...sizes }, size };
}

function checkKind(
  name: string,
  { type, flags, method }: { readonly type: number; readonly flags: number; readonly method: number },
): void {
  if (type === LINK) throw new PackRefused(`${shown(name)} is a link`);
  if (type !== 0 && type !== REGULAR && type !== FOLDER)
    throw new PackRefused(`${shown(name)} is no plain file`);
  if ((flags & FLAG_ENCRYPTED) !== 0) throw new PackRefused(`${shown(name)} is encrypted`);
  if (method !== METHOD.stored && method !== METHOD.deflated) {
    throw new PackRefused(`${shown(name)} is packed by method ${method}; only stored and deflated are read`);
  }
}

/** Every entry has bytes of its own, before the directory, and a header of its own that says the same name. */
async function checkPlaces(
  file: DiskFile,
  entries: readonly ZipEntry[],
  { directoryAt, breathe }: { readonly directoryAt: number; readonly breathe: () => Promise<void> },
): Promise<void> {
  let end = 0;
  let before = '';
  for (const entry of [...entries].sort((a, b) => a.position - b.position)) {
    await breathe();
    if (entry.position < end) throw new PackRefused(`${shown(entry.name)} lies over ${shown(before)}`);
    end = dataStart(file, entry) + entry.packedBytes;
    before = entry.name;
    if (end > directoryAt) throw new PackRefused(`${shown(entry.name)} lies over the directory`);
  }
}

function dataStart(file: DiskFile, entry: ZipEntry): number {
  const header = readExactly(file, entry.position, LOCAL_SIZE);
  const nameSize = header.readUInt16LE(26);
  const name = readExactly(file, entry.position + LOCAL_SIZE, nameSize).toString('utf8');
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE || name !== entry.name) {
    throw new PackRefused(`${shown(entry.name)} is not where the directory says`);
  }
  return entry.position + LOCAL_SIZE + nameSize + header.readUInt16LE(28);
}

function readExactly(file: DiskFile, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  const got = file.read(position, bytes, 0, length);
  if (got !== length) throw new DecodeError(`${length} bytes are expected, ${got} are there`, position);
  return bytes;
}

/** A name as a sentence may say it. */
function shown(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
