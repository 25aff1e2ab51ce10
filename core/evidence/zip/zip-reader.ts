/**
 * Reads a ZIP file that nobody vouches for. Everything is checked before anything is believed: names stay inside, no links, no two
 * entries of one name or over the same bytes, no more bytes than announced, and no more than the caller allows.
 */
import { crc32 } from '@node-rs/crc32';
import type { DiskFile } from '#core/base/disk.ts';
import type { Packing } from '#core/base/packing.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { PackRefused } from '../pack-refused.ts';
import { faultOfName, nameOnAnyDisk } from './entry-name.ts';
import { findDirectory } from './zip-end.ts';
import {
  CENTRAL_SIGNATURE,
  CENTRAL_SIZE,
  FLAG_ENCRYPTED,
  FLAG_SIZES_BEHIND,
  LOCAL_SIGNATURE,
  LOCAL_SIZE,
  METHOD,
  readExtra,
  type ZipEntry,
} from './zip-format.ts';
import { readExactly, shown } from './zip-places.ts';

const DIRECTORY_BYTES_MAX = 256 * 1024 * 1024;
/** Small: one piece may inflate to a thousand times its size. */
const PIECE = 16 * 1024;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const LINK = 0o120000;
/** A file attribute of Windows: it leads elsewhere. */
const REPARSE_POINT = 0x400;
/** The two systems whose attributes are those of Windows. */
const WINDOWS = [0, 10];

export interface ZipLimits {
  readonly entriesMax: number;
  /** Of all entries, unpacked. */
  readonly bytesMax: number;
  /** Gives others their turn: called between entries. */
  readonly breathe: () => Promise<void>;
}

export class ZipReader {
  readonly entries: readonly ZipEntry[];
  readonly #file: DiskFile;
  readonly #packing: Packing;

  /** Reads and checks the directory of the file. Rejects with PackRefused. */
  static async open(file: DiskFile, packing: Packing, limits: ZipLimits): Promise<ZipReader> {
    try {
      const entries = await readEntries(file, limits);
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

async function readEntries(
  file: DiskFile,
  limits: ZipLimits,
): Promise<{ readonly all: readonly ZipEntry[]; readonly directoryAt: number }> {
  const directory = findDirectory(file);
  if (directory.entries > limits.entriesMax) {
    throw new PackRefused(`it has ${directory.entries} entries, ${limits.entriesMax} are allowed`);
  }
  if (directory.sizeBytes > DIRECTORY_BYTES_MAX) throw new PackRefused('its directory is too large');
  const bytes = readExactly(file, directory.position, directory.sizeBytes);
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  /** By what some disk takes them for. */
  const places = new Map<string, string>();
  let total = 0;
  let at = 0;
  for (let i = 0; i < directory.entries; i++) {
    await limits.breathe();
    const { entry, size } = readCentral(bytes, at);
    at += size;
    if (entry === undefined) continue;
    if (names.has(entry.name)) throw new PackRefused(`${shown(entry.name)} is in it twice`);
    names.add(entry.name);
    const place = nameOnAnyDisk(entry.name);
    const other = places.get(place);
    if (other !== undefined)
      throw new PackRefused(`${shown(other)} and ${shown(entry.name)} are one name on some disks`);
    places.set(place, entry.name);
    total += entry.sizeBytes;
    if (total > limits.bytesMax) {
      throw new PackRefused(
        `unpacked it would be more than the ${limits.bytesMax} bytes that a file of its size may have`,
      );
    }
    entries.push(entry);
  }
  if (at !== bytes.length) throw new PackRefused('its directory does not end where it should');
  for (const { name } of entries) {
    await limits.breathe();
    checkFolders(name, places);
  }
  return { all: entries, directoryAt: directory.position };
}

/** No file has another one as its folder. */
function checkFolders(name: string, places: ReadonlyMap<string, string>): void {
  for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) {
    const folder = name.slice(0, slash);
    if (places.has(nameOnAnyDisk(folder)))
      throw new PackRefused(`${shown(folder)} is both a file and a folder`);
  }
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
  const isReparsed =
    WINDOWS.includes(bytes.readUInt8(at + 5)) && (bytes.readUInt16LE(at + 38) & REPARSE_POINT) !== 0;
  // Whoever made it: Unix and Mac say it here, and nobody else has anything to say.
  const type = isReparsed ? LINK : bytes.readUInt16LE(at + 40) & FILE_TYPE;
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
    checkLocalHeader(file, entry);
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

/** What the header in front of the data says must be what the directory says; or nothing, where the sizes stand behind the data. */
function checkLocalHeader(file: DiskFile, entry: ZipEntry): void {
  const header = readExactly(file, entry.position, LOCAL_SIZE);
  const flags = header.readUInt16LE(6);
  if ((flags & FLAG_ENCRYPTED) !== 0) throw new PackRefused(`${shown(entry.name)} is encrypted`);
  const extraAt = entry.position + LOCAL_SIZE + header.readUInt16LE(26);
  const short = { packedBytes: header.readUInt32LE(18), sizeBytes: header.readUInt32LE(22), position: 0 };
  const said = readExtra(readExactly(file, extraAt, header.readUInt16LE(28)), short);
  const crc = header.readUInt32LE(14);
  const areBehind = (flags & FLAG_SIZES_BEHIND) !== 0 && crc === 0 && said.packedBytes + said.sizeBytes === 0;
  const isSame =
    crc === entry.crc && said.packedBytes === entry.packedBytes && said.sizeBytes === entry.sizeBytes;
  if (header.readUInt16LE(8) !== entry.method || !(isSame || areBehind)) {
    throw new PackRefused(`${shown(entry.name)} has two headers that differ`);
  }
}
