/** Finds what there is to read: a log directory, a partition's directory, or a single file. */
import type { Disk, DiskEntry, DiskStat } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { comparePartitions, parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import { isBeyondOffsets } from './file-names.ts';
import { readOffsetCheckpoint } from './offset-checkpoint.ts';
import { type PartitionFault, readFolder, type SegmentFile } from './partition-folder.ts';
import { NO_FILE, reasonOfNothing, refusalOf, refusalToOpen } from './unreadable.ts';

const LOG_NAME = /^([0-9]{20})\.log$/;

/** A partition on disk. */
export interface PartitionFiles extends TopicPartition {
  readonly directory: string;
  /** Ascending. */
  readonly segments: readonly SegmentFile[];
  /** From `log-start-offset-checkpoint`; 0 when it does not list the partition. */
  readonly checkpointedLogStart: number;
  /** Why there are no segments; absent when there are. */
  readonly fault?: PartitionFault;
}

/** A path that cannot be inspected; the message says why and what would do. */
export class NotALogError extends Error {
  override readonly name = 'NotALogError';
}

/** What a person gave is there, and nobody can read it. */
export class UnreadableError extends NotALogError {
  /** `reason` is a clause. */
  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`${path} cannot be read: ${reason}`, options);
  }
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path without its last part. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '.' : path.slice(0, slash) || '/';
}

/** The file or folder at a path that a person gave. @throws {NotALogError} when there is none, or none that can be read. */
export function statGiven(disk: Disk, path: string): DiskStat {
  const stat = statOrRefuse(disk, path);
  if (stat === undefined) {
    if (isListed(disk, path)) throw new UnreadableError(path, reasonOfNothing(path));
    throw new NotALogError(
      `${path} does not exist. Give a log directory, a partition directory or a file of one.`,
    );
  }
  if (!stat.isFile && !stat.isDirectory) throw new UnreadableError(path, NO_FILE);
  return stat;
}

function statOrRefuse(disk: Disk, path: string): DiskStat | undefined {
  try {
    return disk.stat(path);
  } catch (error) {
    if (!isDiskError(error)) throw error;
    throw new UnreadableError(path, refusalOf(error), { cause: error });
  }
}

/** The entries of a folder that a person gave. @throws {NotALogError} when it cannot be read. */
export function listGiven(disk: Disk, path: string): readonly DiskEntry[] {
  try {
    return disk.list(path);
  } catch (error) {
    if (!isDiskError(error)) throw error;
    throw new UnreadableError(path, refusalOf(error), { cause: error });
  }
}

/** True when the folder has the name, whatever it leads to. */
function isListed(disk: Disk, path: string): boolean {
  try {
    return disk.list(parentOf(path)).some(({ name }) => name === baseName(path));
  } catch (error) {
    if (isDiskError(error)) return false;
    throw error;
  }
}

function readLogStarts(disk: Disk, logDirectory: string): ReadonlyMap<string, number> {
  return readOffsetCheckpoint(disk, `${logDirectory}/log-start-offset-checkpoint`);
}

/** The partition in a folder with this name; undefined when there is nothing of Kafka's in it. */
export function partitionIn(
  disk: Disk,
  directory: string,
  { place, logStart = 0 }: { readonly place: TopicPartition; readonly logStart?: number | undefined },
): PartitionFiles | undefined {
  const { segments, fault } = readFolder(disk, directory);
  if (segments.length === 0 && fault === undefined) return undefined;
  const files = { ...place, directory, segments, checkpointedLogStart: logStart };
  return fault === undefined ? files : { ...files, fault };
}

/**
 * The partitions at `path`, ordered by topic and number; also those whose folder cannot be read, or holds no log any more.
 * @throws {NotALogError} when there is nothing of Kafka's at `path`, or it cannot be read.
 */
export function findPartitions(disk: Disk, path: string): readonly PartitionFiles[] {
  const walk = folders(disk, path);
  for (let step = walk.next(); ; step = walk.next()) if (step.done === true) return step.value;
}

/** As `findPartitions`, and the thread is given back between folders. @throws {NotALogError} as rejection. */
export async function listPartitions(
  disk: Disk,
  path: string,
  breathe: () => Promise<void> | undefined,
): Promise<readonly PartitionFiles[]> {
  const walk = folders(disk, path);
  for (let step = walk.next(); ; step = walk.next()) {
    if (step.done === true) return step.value;
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
}

/** Yields after each folder. */
function* folders(disk: Disk, path: string): Generator<void, readonly PartitionFiles[]> {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const stat = statGiven(disk, trimmed);
  if (!stat.isDirectory) return [singleFile(disk, trimmed, stat.size)];

  const entries = listGiven(disk, trimmed);
  const own = parsePartitionName(baseName(trimmed));
  if (own !== undefined) {
    const logStart = readLogStarts(disk, parentOf(trimmed)).get(partitionName(own));
    const files = partitionIn(disk, trimmed, { place: own, logStart });
    if (files !== undefined) return [files];
  }
  const starts = readLogStarts(disk, trimmed);
  const partitions: PartitionFiles[] = [];
  for (const { name, isDirectory } of entries) {
    const place = isDirectory ? parsePartitionName(name) : undefined;
    if (place === undefined) continue;
    const files = partitionIn(disk, `${trimmed}/${name}`, { place, logStart: starts.get(name) });
    if (files !== undefined) partitions.push(files);
    yield;
  }
  if (partitions.length === 0) {
    throw new NotALogError(
      `${path} holds no partition. Expected folders like orders-0 with files of 20 digits and .log.`,
    );
  }
  return partitions.sort(comparePartitions);
}

/** The partition that a single `.log` is part of, with that segment alone. @throws {NotALogError} */
export function singleFile(disk: Disk, path: string, size: number): PartitionFiles {
  const base = LOG_NAME.exec(baseName(path))?.[1];
  if (base === undefined) {
    throw new NotALogError(
      `${baseName(path)} is not a Kafka log file, nor one beside it. Expected 20 digits and .log, .index, .timeindex, .txnindex or .snapshot; a checkpoint; or partition.metadata.`,
    );
  }
  if (isBeyondOffsets(base)) {
    throw new NotALogError(
      `${baseName(path)} is not a Kafka log file: its name is beyond the largest offset, 9223372036854775807. Expected 20 digits that are an offset.`,
    );
  }
  const refusal = refusalToOpen(disk, path);
  if (refusal !== undefined) throw new UnreadableError(path, refusal);
  const directory = parentOf(path);
  const place = parsePartitionName(baseName(directory)) ?? { topic: baseName(path), partition: 0 };
  return {
    ...place,
    directory,
    segments: [{ baseOffset: Number(base), path, size }],
    checkpointedLogStart: readLogStarts(disk, parentOf(directory)).get(partitionName(place)) ?? 0,
  };
}
