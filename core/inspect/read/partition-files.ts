/** Finds what there is to read: a log directory, a partition's directory, or a single file. */
import type { Disk } from '#core/base/disk.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { comparePartitions, parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import { readOffsetCheckpoint } from './offset-checkpoint.ts';

const LOG_NAME = /^([0-9]{20})\.log$/;

/** One segment's `.log`. */
export interface SegmentFile {
  readonly baseOffset: number;
  readonly path: string;
  readonly size: number;
}

/** A partition on disk. */
export interface PartitionFiles extends TopicPartition {
  readonly directory: string;
  /** Ascending. */
  readonly segments: readonly SegmentFile[];
  /** From `log-start-offset-checkpoint`; 0 when it does not list the partition. */
  readonly checkpointedLogStart: number;
}

/** A path that cannot be inspected; the message says why and what would do. */
export class NotALogError extends Error {
  override readonly name = 'NotALogError';
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

/** The segments of a partition's directory, ascending. */
export function segmentsIn(disk: Disk, directory: string): SegmentFile[] {
  return disk.list(directory).flatMap(({ name, isDirectory }) => {
    const base = LOG_NAME.exec(name)?.[1];
    if (isDirectory || base === undefined) return [];
    const path = `${directory}/${name}`;
    return [{ baseOffset: Number(base), path, size: disk.stat(path)?.size ?? 0 }];
  });
}

function readLogStarts(disk: Disk, logDirectory: string): ReadonlyMap<string, number> {
  return readOffsetCheckpoint(disk, `${logDirectory}/log-start-offset-checkpoint`);
}

function partitionIn(
  disk: Disk,
  directory: string,
  place: TopicPartition,
  starts: ReadonlyMap<string, number>,
): PartitionFiles {
  return {
    ...place,
    directory,
    segments: segmentsIn(disk, directory),
    checkpointedLogStart: starts.get(partitionName(place)) ?? 0,
  };
}

/**
 * The partitions at `path`, ordered by topic and number.
 * @throws {NotALogError} when there is nothing of Kafka's at `path`.
 */
export function findPartitions(disk: Disk, path: string): readonly PartitionFiles[] {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const stat = disk.stat(trimmed);
  if (stat === undefined)
    throw new NotALogError(
      `${path} does not exist. Give a log directory, a partition directory or a file of one.`,
    );
  if (!stat.isDirectory) return [singleFile(disk, trimmed, stat.size)];

  const own = parsePartitionName(baseName(trimmed));
  if (own !== undefined && segmentsIn(disk, trimmed).length > 0) {
    return [partitionIn(disk, trimmed, own, readLogStarts(disk, parentOf(trimmed)))];
  }
  const starts = readLogStarts(disk, trimmed);
  const partitions = disk.list(trimmed).flatMap(({ name, isDirectory }) => {
    const place = isDirectory ? parsePartitionName(name) : undefined;
    const directory = `${trimmed}/${name}`;
    if (place === undefined || segmentsIn(disk, directory).length === 0) return [];
    return [partitionIn(disk, directory, place, starts)];
  });
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
  const directory = parentOf(path);
  const place = parsePartitionName(baseName(directory)) ?? { topic: baseName(path), partition: 0 };
  const starts = readLogStarts(disk, parentOf(directory));
  return {
    ...partitionIn(disk, directory, place, starts),
    segments: [{ baseOffset: Number(base), path, size }],
  };
}
