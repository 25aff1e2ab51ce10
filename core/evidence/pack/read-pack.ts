/**
 * Reads a pack that nobody vouches for. Its directory is checked first (see ZipReader), then every byte against its checksums, while
 * it is written below one folder and nowhere else. Whatever is wrong ends it, and the folder is removed.
 */
import type { Disk, DiskFile } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import type { Packing } from '#core/base/packing.ts';
import { PackRefused } from '../pack-refused.ts';
import type { Work } from '../work.ts';
import type { ZipEntry } from '../zip/zip-format.ts';
import { ZipReader } from '../zip/zip-reader.ts';
import { PACK_FILES, type PackFacts, parseFacts } from './pack-facts.ts';

const ENTRIES_MAX = 1_000_000;
/** However small a pack is, this much may come out of it … */
const UNPACKED_MIN = 1024 * 1024 * 1024;
/** … and of a large one, this many times its size. What deflate makes of real logs stays far below. */
const RATIO_MAX = 200;
const SMALL_FILE_MAX = 64 * 1024 * 1024;
/** Of most disks. */
const BLOCK = 4096;
const SUM_LINE = /^([0-9a-f]{64}) [ *](.+)$/;

export interface PackFile {
  readonly disk: Disk;
  readonly packing: Packing;
  readonly path: string;
  readonly work: Work;
  /** Bytes that may come out of it; by its size when left out. */
  readonly unpackedMax?: number | undefined;
}

/** Reads everything and compares every checksum. Answers how many files there are. Rejects with PackRefused. */
export async function verifyPack(pack: PackFile): Promise<number> {
  return reading({ unpackedMax: Number.MAX_SAFE_INTEGER, ...pack }, async (reader, sums) => {
    for (const entry of reader.entries)
      await checkEntry(pack, reader, { entry, sums, keep: () => undefined });
    return sums.size;
  });
}

/**
 * Extracts a pack into `folder`, which is made for it and removed when anything is wrong. Rejects with PackRefused, WorkCancelled, or
 * the platform's error.
 */
export async function extractPack(pack: PackFile, folder: string): Promise<PackFacts> {
  const { disk } = pack;
  try {
    return await reading(pack, async (reader, sums) => {
      refuseWithoutRoom(disk, folder, reader.entries);
      const facts = parseFacts(await textOf(reader, PACK_FILES.facts));
      disk.makeDirectory(`${folder}/${PACK_FILES.logs}`);
      for (const entry of reader.entries) await extractEntry(pack, reader, { entry, sums, folder });
      return facts;
    });
  } catch (error) {
    disk.removeDirectory(folder);
    throw error;
  }
}

/** What was said to come out of it must fit the disk, a block for each file at least. Sizes that are not true end the work later. */
function refuseWithoutRoom(disk: Disk, folder: string, entries: readonly ZipEntry[]): void {
  const parent = folder.slice(0, folder.lastIndexOf('/')) || '/';
  const freeBytes = disk.volumeOf(disk.exists(folder) ? folder : parent).usableBytes;
  const neededBytes = entries.reduce((sum, { sizeBytes }) => sum + Math.ceil(sizeBytes / BLOCK) * BLOCK, 0);
  if (neededBytes > freeBytes)
    throw new PackRefused(`unpacked it takes ${neededBytes} bytes, and ${freeBytes} are free`);
}

async function reading<T>(
  pack: PackFile,
  use: (reader: ZipReader, sums: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const { disk, packing, path, work } = pack;
  const file = disk.open(path, 'read');
  try {
    const bytesMax = pack.unpackedMax ?? Math.max(UNPACKED_MIN, file.size() * RATIO_MAX);
    const breathe = async (): Promise<void> => work.breathe();
    const reader = await ZipReader.open(file, packing, { entriesMax: ENTRIES_MAX, bytesMax, breathe });
    const names = new Set(reader.entries.map(({ name }) => name));
    for (const needed of [PACK_FILES.facts, PACK_FILES.checksums]) {
      if (!names.has(needed))
        throw new PackRefused(`it is a ZIP file, but no evidence pack: it has no ${needed}`);
    }
    const sums = readSums(await textOf(reader, PACK_FILES.checksums), names);
    work.begin(
      'verify',
      reader.entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    );
    return await use(reader, sums);
  } catch (error) {
    if (isDiskError(error) && error.code === 'EISDIR') throw new PackRefused('it is a folder');
    throw error;
  } finally {
    file.close();
  }
}

/** Every file has one line, and every line a file. */
function readSums(text: string, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const sums = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, sum, name] = SUM_LINE.exec(line) ?? [];
    if (sum === undefined || name === undefined)
      throw new PackRefused(`${PACK_FILES.checksums} is not a list of checksums`);
    if (!names.has(name)) throw new PackRefused(`${name} has a checksum, but is missing`);
    if (sums.has(name)) throw new PackRefused(`${name} has two checksums`);
    sums.set(name, sum);
  }
  for (const name of names) {
    if (name !== PACK_FILES.checksums && !sums.has(name)) throw new PackRefused(`${name} has no checksum`);
  }
  return sums;
}

async function checkEntry(
  { packing, work }: PackFile,
  reader: ZipReader,
  options: {
    readonly entry: ZipEntry;
    readonly sums: ReadonlyMap<string, string>;
    readonly keep: (piece: Buffer, position: number) => void;
  },
): Promise<void> {
  const { entry, sums, keep } = options;
  const digest = packing.sha256();
  let position = 0;
  for await (const piece of reader.read(entry)) {
    work.advance(piece.length);
    digest.update(piece);
    keep(piece, position);
    position += piece.length;
    const pause = work.breathe();
    if (pause !== undefined) await pause;
  }
  const wanted = sums.get(entry.name);
  if (wanted !== undefined && digest.hex() !== wanted) {
    throw new PackRefused(`${entry.name} does not match its SHA-256 checksum`);
  }
}

async function extractEntry(
  pack: PackFile,
  reader: ZipReader,
  options: { readonly entry: ZipEntry; readonly sums: ReadonlyMap<string, string>; readonly folder: string },
): Promise<void> {
  const { disk } = pack;
  const { entry, folder } = options;
  const path = `${folder}/${entry.name}`;
  disk.makeDirectory(path.slice(0, path.lastIndexOf('/')));
  if (disk.exists(path)) {
    throw new PackRefused(`${entry.name} is there already: this disk takes it and another name for one`);
  }
  let file: DiskFile | undefined;
  try {
    const opened = disk.open(path, 'write');
    file = opened;
    await checkEntry(pack, reader, { ...options, keep: (piece, position) => opened.write(position, piece) });
  } finally {
    file?.close();
  }
  disk.setModified(path, entry.modifiedMs);
}

async function textOf(reader: ZipReader, name: string): Promise<string> {
  const entry = reader.entries.find((one) => one.name === name);
  if (entry === undefined) throw new PackRefused(`it has no ${name}`);
  if (entry.sizeBytes > SMALL_FILE_MAX)
    throw new PackRefused(`${name} is too large: ${entry.sizeBytes} bytes`);
  const pieces: Buffer[] = [];
  for await (const piece of reader.read(entry)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
