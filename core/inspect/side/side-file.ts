/** The files beside a `.log`, one at a time: which kind a file is, what it holds, and what is wrong with it. */
import type { Disk, DiskEntry, DiskFile } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { DumpFailure } from '../dump/dump-options.ts';
import { nameFault, segmentFileName } from '../read/file-names.ts';
import { noFileReason, refusalOf, refusalToOpen } from '../read/unreadable.ts';
import {
  offsetIndexEntries,
  snapshotEntries,
  timeIndexEntries,
  transactionIndexEntries,
} from './binary-files.ts';
import type { SideEntries } from './entry.ts';
import { checkpointEntries, epochLine, metadataEntries, offsetLine } from './text-files.ts';

const OFFSET_CHECKPOINTS = [
  'recovery-point-offset-checkpoint',
  'log-start-offset-checkpoint',
  'replication-offset-checkpoint',
  'cleaner-offset-checkpoint',
];
const LEADER_EPOCHS = 'leader-epoch-checkpoint';
const PARTITION_METADATA = 'partition.metadata';
const TEXT_SIZE_MAX = 67108864;

type Kind =
  | 'index'
  | 'timeindex'
  | 'txnindex'
  | 'snapshot'
  | 'leader-epoch-checkpoint'
  | 'partition.metadata'
  | 'offset-checkpoint';

/** A file beside a log. */
export interface SideFile {
  readonly path: string;
  readonly name: string;
  readonly kind: Kind;
  /** Of the segment, or where a snapshot was taken; 0 for files that have none. */
  readonly baseOffset: bigint;
}

/** Something wrong with a file beside a log. */
export interface SideFileDamage {
  /** Its name. */
  readonly file: string;
  readonly damage: string;
}

/** The file at `path` by its name; undefined when it is none of these. */
export function sideFileAt(path: string): SideFile | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const known = segmentFileName(name);
  if (known !== undefined && known.kind !== 'log') {
    return { path, name, kind: known.kind, baseOffset: BigInt(known.base) };
  }
  if (name === LEADER_EPOCHS || name === PARTITION_METADATA)
    return { path, name, kind: name, baseOffset: 0n };
  if (OFFSET_CHECKPOINTS.includes(name)) return { path, name, kind: 'offset-checkpoint', baseOffset: 0n };
  return undefined;
}

/** Its entries, read while they are consumed; what is returned behind them is its damage. @throws the platform's error. */
export function* sideFileEntries(
  disk: Disk,
  side: SideFile,
  { shapeOnly = false }: { readonly shapeOnly?: boolean } = {},
): SideEntries {
  const file = disk.open(side.path, 'read');
  try {
    // Compared with a log that is not there, an offset index is only looked at itself.
    if (shapeOnly && side.kind === 'index')
      return yield* offsetIndexEntries(file, side.baseOffset, undefined);
    return yield* entriesOf(disk, side, file);
  } catch (error) {
    if (error instanceof DumpFailure) return error.message;
    throw error;
  } finally {
    file.close();
  }
}

function entriesOf(disk: Disk, { path, kind, baseOffset }: SideFile, file: DiskFile): SideEntries {
  switch (kind) {
    case 'index':
      return indexEntries(disk, path.replace(/\.index$/, '.log'), (log) =>
        offsetIndexEntries(file, baseOffset, log),
      );
    case 'timeindex':
      return timeIndexEntries(file, baseOffset);
    case 'txnindex':
      return transactionIndexEntries(file, baseOffset);
    case 'snapshot':
      return snapshotEntries(file);
    case 'leader-epoch-checkpoint':
      return checkpointEntries(textOf(file), epochLine);
    case 'offset-checkpoint':
      return checkpointEntries(textOf(file), offsetLine);
    case 'partition.metadata':
      return metadataEntries(textOf(file));
  }
}

/** The entries of an index beside the log it belongs to, which may be missing, or refused. */
function* indexEntries(
  disk: Disk,
  logPath: string,
  entries: (log: DiskFile | undefined) => SideEntries,
): SideEntries {
  const isReadable = disk.exists(logPath) && refusalToOpen(disk, logPath) === undefined;
  const log = isReadable ? disk.open(logPath, 'read') : undefined;
  try {
    return yield* entries(log);
  } finally {
    log?.close();
  }
}

function textOf(file: DiskFile): string {
  const size = file.size();
  if (size > TEXT_SIZE_MAX) throw new DumpFailure(`a text file of ${size} bytes, more than ${TEXT_SIZE_MAX}`);
  const bytes = Buffer.alloc(size);
  return bytes.toString('utf8', 0, file.read(0, bytes, 0, size));
}

/**
 * What is wrong with the files beside the logs of a folder, by name; one that cannot be read is a finding as well, and so is what
 * looks like a file of Kafka's and is none. Nothing where the folder itself cannot be read.
 */
export function sideFileDamage(disk: Disk, directory: string): readonly SideFileDamage[] {
  return listed(disk, directory).flatMap((entry) => {
    const { name } = entry;
    const side = entry.isFile ? sideFileAt(`${directory}/${name}`) : undefined;
    const damage = strangeness(disk, directory, entry) ?? (side === undefined ? null : damageOf(disk, side));
    return damage === null ? [] : [{ file: name, damage }];
  });
}

/** The entries of a folder; none where it cannot be listed, which whoever finds its partition says. */
export function listed(disk: Disk, directory: string): readonly DiskEntry[] {
  try {
    return disk.list(directory);
  } catch (error) {
    if (isDiskError(error)) return [];
    throw error;
  }
}

/** Why an entry of a folder is not the file of Kafka's that its name says, as a clause; undefined for all others. */
export function strangeness(disk: Disk, directory: string, { name, isFile }: DiskEntry): string | undefined {
  if (isFile) return nameFault(name);
  const isMeant = sideFileAt(name) !== undefined || segmentFileName(name) !== undefined;
  return isMeant ? `it cannot be read: ${noFileReason(disk, `${directory}/${name}`)}` : undefined;
}

function damageOf(disk: Disk, side: SideFile): string | null {
  try {
    const entries = sideFileEntries(disk, side);
    for (;;) {
      const { done, value } = entries.next();
      if (done === true) return value;
    }
  } catch (error) {
    return unreadableSide(error);
  }
}

/** A file beside a log that cannot be read, as its damage; null when it is gone: a live broker removes files. @throws what is no error of the disk. */
export function unreadableSide(error: unknown): string | null {
  if (!isDiskError(error)) throw error;
  return error.code === 'ENOENT' ? null : `it cannot be read: ${refusalOf(error)}`;
}
