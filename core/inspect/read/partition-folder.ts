/** What lies in the folder of a partition: its segments, and whatever looks like a file of Kafka's and is none. */
import type { Disk, DiskEntry } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { segmentFileName } from './file-names.ts';
import { isForeignName, reasonOfNothing, refusalOf, refusalToOpen, statOf } from './unreadable.ts';

const BESIDE = new Set(['leader-epoch-checkpoint', 'partition.metadata']);

/** One segment's `.log`. */
export interface SegmentFile {
  readonly baseOffset: number;
  readonly path: string;
  readonly size: number;
  /** Why it cannot be opened, as a clause; absent when it can be. */
  readonly refusal?: string;
}

/** Why a partition has no segments. `unreadable`: its folder cannot be listed. `no-log`: files of it are there, a `.log` is not. */
export interface PartitionFault {
  readonly kind: 'unreadable' | 'no-log';
  /** A clause. */
  readonly reason: string;
}

export interface PartitionFolder {
  /** Everything in it; nothing where it cannot be listed. */
  readonly entries: readonly DiskEntry[];
  /** Ascending. What Kafka would not take for a segment is none: a folder, a pipe, a link that leads nowhere. */
  readonly segments: readonly SegmentFile[];
  /** Undefined where there are segments, and where there is nothing of Kafka's at all. */
  readonly fault?: PartitionFault;
}

/** Lists the folder of a partition, and tries to open its segments. */
export function readFolder(disk: Disk, directory: string): PartitionFolder {
  let entries: readonly DiskEntry[];
  try {
    entries = disk.list(directory);
  } catch (error) {
    if (!isDiskError(error)) throw error;
    // A live broker renames the folder of a topic that is deleted.
    if (error.code === 'ENOENT' && !isForeignName(directory)) return { entries: [], segments: [] };
    const why = error.code === 'ENOENT' ? reasonOfNothing(directory) : refusalOf(error);
    const reason = `it cannot be read: ${why}`;
    return { entries: [], segments: [], fault: { kind: 'unreadable', reason } };
  }
  const segments = entries.flatMap((entry) => segmentOf(disk, directory, entry) ?? []);
  const fault = segments.length > 0 ? undefined : faultWithoutLog(entries);
  return fault === undefined ? { entries, segments } : { entries, segments, fault };
}

/** The segment that an entry of a partition's folder is; undefined when it is none. */
function segmentOf(disk: Disk, directory: string, { name, isFile }: DiskEntry): SegmentFile | undefined {
  const known = segmentFileName(name);
  if (!isFile || known?.kind !== 'log') return undefined;
  const path = `${directory}/${name}`;
  const refusal = refusalToOpen(disk, path);
  const segment = { baseOffset: Number(known.base), path, size: statOf(disk, path)?.size ?? 0 };
  return refusal === undefined ? segment : { ...segment, refusal };
}

/** What a folder without a segment is: nothing of Kafka's, or what is left of a partition. */
function faultWithoutLog(entries: readonly DiskEntry[]): PartitionFault | undefined {
  const isOfKafka = ({ name }: DiskEntry): boolean => segmentFileName(name) !== undefined || BESIDE.has(name);
  if (!entries.some(isOfKafka)) return undefined;
  const reason = 'it has no .log: Kafka deletes the indexes when it starts, and begins an empty log';
  return { kind: 'no-log', reason };
}
