/**
 * A data directory as a whole: is it one, is it free, whose is it, was it closed in order. Nothing is written before all of that
 * is answered. (source: LogManager, MetaPropertiesEnsemble, CleanShutdownFileHandler)
 */

import type { Disk } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import type { Random } from '#core/base/random.ts';
import {
  CheckpointError,
  CLEANER_CHECKPOINT,
  HIGH_WATERMARK_CHECKPOINT,
  LOG_START_CHECKPOINT,
  RECOVERY_POINT_CHECKPOINT,
  readOffsetCheckpoint,
} from './checkpoint-file.ts';
import { LogDirectoryError } from './log-directory-error.ts';
import type { MetaProperties } from './meta-properties.ts';
import {
  META_PROPERTIES_FILE,
  newMetaProperties,
  parseMetaProperties,
  writeMetaProperties,
} from './meta-properties.ts';

/** Names who has the directory. */
export const LOCK_FILE = '.lock';
export const CLEAN_SHUTDOWN_FILE = '.kafka_cleanshutdown';
/** The broker epoch is Kafka's; a broker of its own has none, −1. */
export const CLEAN_SHUTDOWN_TEXT = '{"version":0,"brokerEpoch":-1}';
const CHECKPOINTS = [
  RECOVERY_POINT_CHECKPOINT,
  LOG_START_CHECKPOINT,
  HIGH_WATERMARK_CHECKPOINT,
  CLEANER_CHECKPOINT,
];

/** Offsets by partition name, as the checkpoint files have them. */
export interface Checkpoints {
  readonly recoveryPoints: ReadonlyMap<string, number>;
  readonly logStarts: ReadonlyMap<string, number>;
  readonly highWatermarks: ReadonlyMap<string, number>;
  /** Where the log cleaner goes on. */
  readonly cleanerOffsets: ReadonlyMap<string, number>;
}

export interface OpenedDirectory {
  readonly meta: MetaProperties;
  readonly checkpoints: Checkpoints;
  readonly hadCleanShutdown: boolean;
  readonly lock: { release(): void };
}

/**
 * Takes the directory. A missing or empty one is made into a data directory with fresh ids; the mark of a clean shutdown is taken
 * away, so that a crash from here on counts as one.
 * @throws {LogDirectoryError} and then nothing was changed.
 */
export function openDirectory(
  disk: Disk,
  directory: string,
  fresh: { readonly random: Random; readonly nodeId: number },
): OpenedDirectory {
  try {
    const isNew = checkIsOurs(disk, directory);
    if (isNew) disk.makeDirectory(directory);
    const lock = takeLock(disk, directory);
    try {
      const meta = isNew ? newMetaProperties(fresh.random, fresh.nodeId) : readMeta(disk, directory);
      const checkpoints = readCheckpoints(disk, directory);
      const hadCleanShutdown = disk.exists(`${directory}/${CLEAN_SHUTDOWN_FILE}`);
      if (isNew) writeMetaProperties(disk, directory, meta);
      createCheckpoints(disk, directory);
      disk.remove(`${directory}/${CLEAN_SHUTDOWN_FILE}`);
      return { meta, checkpoints, hadCleanShutdown, lock };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw unreadable(directory, error);
  }
}

/** Says that everything was closed in order. */
export function markCleanShutdown(disk: Disk, directory: string): void {
  disk.replace(`${directory}/${CLEAN_SHUTDOWN_FILE}`, CLEAN_SHUTDOWN_TEXT);
}

/** Turns a disk's or a checkpoint's error into one sentence about the directory; other errors stay as they are. */
export function unreadable(where: string, error: unknown): unknown {
  if (!(error instanceof CheckpointError || isDiskError(error))) return error;
  return new LogDirectoryError('unreadable', `${where} cannot be read: ${error.message}`, { cause: error });
}

/** True when the directory is yet to be made; false when it is one. */
function checkIsOurs(disk: Disk, directory: string): boolean {
  const stat = disk.stat(directory);
  if (stat === undefined) return true;
  if (!stat.isDirectory) throw new LogDirectoryError('notALogDirectory', `${directory} is not a directory`);
  const entries = disk.list(directory);
  if (entries.some((entry) => entry.name === META_PROPERTIES_FILE)) return false;
  // What desktops and file systems leave in an otherwise empty folder does not count.
  const contents = entries.filter(({ name }) => !name.startsWith('.') && name !== 'lost+found');
  if (contents.length === 0) return true;
  throw new LogDirectoryError(
    'notALogDirectory',
    `${directory} is not a Kafka log directory: it has no ${META_PROPERTIES_FILE} and is not empty`,
  );
}

function takeLock(disk: Disk, directory: string): { release(): void } {
  try {
    return disk.lock(`${directory}/${LOCK_FILE}`);
  } catch (error) {
    if (!isDiskError(error) || error.code !== 'ELOCKED') throw error;
    const holder = 'holder' in error ? ` by process ${String(error.holder)}` : '';
    throw new LogDirectoryError('locked', `${directory} is in use${holder}`, { cause: error });
  }
}

function readMeta(disk: Disk, directory: string): MetaProperties {
  const path = `${directory}/${META_PROPERTIES_FILE}`;
  const meta = parseMetaProperties(disk.readWhole(path).toString('utf8'));
  if (typeof meta !== 'string') return meta;
  throw new LogDirectoryError('unreadable', `${path} cannot be used: ${meta}`);
}

function readCheckpoints(disk: Disk, directory: string): Checkpoints {
  return {
    recoveryPoints: readOffsetCheckpoint(disk, `${directory}/${RECOVERY_POINT_CHECKPOINT}`),
    logStarts: readOffsetCheckpoint(disk, `${directory}/${LOG_START_CHECKPOINT}`),
    highWatermarks: readOffsetCheckpoint(disk, `${directory}/${HIGH_WATERMARK_CHECKPOINT}`),
    cleanerOffsets: readOffsetCheckpoint(disk, `${directory}/${CLEANER_CHECKPOINT}`),
  };
}

/** All four exist from the first start on, empty. */
function createCheckpoints(disk: Disk, directory: string): void {
  for (const name of CHECKPOINTS) {
    if (!disk.exists(`${directory}/${name}`)) disk.open(`${directory}/${name}`, 'write').close();
  }
}
