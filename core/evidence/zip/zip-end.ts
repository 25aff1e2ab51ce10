/** The end of a ZIP file, which says where its directory is. Whatever could be read in two ways is refused. */
import type { DiskFile } from '#core/base/disk.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { PackRefused } from '../pack-refused.ts';
import {
  END_SIGNATURE,
  END_SIZE,
  END64_SIGNATURE,
  END64_SIZE,
  LOCATOR64_SIGNATURE,
  LOCATOR64_SIZE,
  readUint64,
} from './zip-format.ts';
import { readExactly } from './zip-places.ts';

/** Of the comment at the end of a ZIP. */
const COMMENT_MAX = 65535;
const MAX32 = 0xffffffff;
const MAX16 = 0xffff;

export interface ZipDirectory {
  readonly position: number;
  readonly sizeBytes: number;
  readonly entries: number;
}

/** Looks for the end record, whose comment must end the file. @throws {PackRefused} @throws {DecodeError} */
export function findDirectory(file: DiskFile): ZipDirectory {
  const size = file.size();
  const tailSize = Math.min(size, END_SIZE + COMMENT_MAX);
  if (tailSize < END_SIZE) throw new PackRefused('it is not a ZIP file: it is too short');
  const tail = readExactly(file, size - tailSize, tailSize);
  const ends: number[] = [];
  for (let at = tail.length - END_SIZE; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    if (at + END_SIZE + tail.readUInt16LE(at + 20) === tail.length) ends.push(at);
  }
  const [at] = ends;
  if (at === undefined) throw new PackRefused('it is not a ZIP file, or its end is missing');
  if (ends.length > 1) throw new PackRefused('it has two ends: one of them is in a comment');
  return directoryOf(file, tail.subarray(at, at + END_SIZE), size - tailSize + at);
}

function directoryOf(file: DiskFile, end: Buffer, endAt: number): ZipDirectory {
  const entries = end.readUInt16LE(10);
  if (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0 || end.readUInt16LE(8) !== entries)
    throw new PackRefused('it is one of several volumes');
  const short = { entries, sizeBytes: end.readUInt32LE(12), position: end.readUInt32LE(16) };
  const { directory, endsAt } = longDirectory(file, short, endAt) ?? { directory: short, endsAt: endAt };
  const directoryEnd = directory.position + directory.sizeBytes;
  if (directoryEnd > endsAt) throw new DecodeError('it runs past the end', endAt);
  if (directoryEnd < endsAt) throw new PackRefused('there are bytes between its directory and its end');
  return directory;
}

/** The directory as the ZIP64 records have it; undefined when there are none. Where the old record has room for a number, both agree. */
function longDirectory(
  file: DiskFile,
  short: ZipDirectory,
  endAt: number,
): { readonly directory: ZipDirectory; readonly endsAt: number } | undefined {
  const locatorAt = endAt - LOCATOR64_SIZE;
  if (locatorAt < 0) return undefined;
  const locator = readExactly(file, locatorAt, LOCATOR64_SIZE);
  if (locator.readUInt32LE(0) !== LOCATOR64_SIGNATURE) return undefined;
  const endsAt = readUint64(locator, 8);
  const end64 = readExactly(file, endsAt, END64_SIZE);
  if (end64.readUInt32LE(0) !== END64_SIGNATURE) throw new DecodeError('no ZIP64 end record', locatorAt);
  if (readUint64(end64, 4) + 12 !== locatorAt - endsAt)
    throw new DecodeError('a ZIP64 end record of another size', locatorAt);
  const directory = {
    entries: readUint64(end64, 32),
    sizeBytes: readUint64(end64, 40),
    position: readUint64(end64, 48),
  };
  const agrees =
    readUint64(end64, 24) === directory.entries &&
    (short.entries === MAX16 || short.entries === directory.entries) &&
    (short.sizeBytes === MAX32 || short.sizeBytes === directory.sizeBytes) &&
    (short.position === MAX32 || short.position === directory.position);
  if (!agrees) throw new PackRefused('its two ends differ');
  return { directory, endsAt };
}
