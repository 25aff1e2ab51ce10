/** What the files beside a log say of what is no longer in it. Damaged ones say nothing. */
import type { Disk } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { DumpFailure } from '../dump/dump-options.ts';
import {
  abortedTransactions,
  type SnapshotProducer,
  snapshotBytes,
  snapshotFault,
  snapshotProducers,
} from '../dump/side-files.ts';
import type { PartitionFiles } from '../read/partition-files.ts';

/** More of them are not kept. */
export const RANGES_MAX = 100_000;

/** An aborted transaction of a `.txnindex`. */
export interface AbortedRange {
  /** Base offset of the segment that the index belongs to. */
  readonly segment: number;
  readonly producerId: number;
  readonly firstOffset: number;
  /** Of its marker. */
  readonly lastOffset: number;
  /** When its marker was written. */
  readonly lastStableOffset: number;
}

/** The aborted transactions that the indexes of the segments name, at most 100,000. */
export function abortedRanges(disk: Disk, files: PartitionFiles): readonly AbortedRange[] {
  const ranges: AbortedRange[] = [];
  for (const { path, baseOffset } of files.segments) {
    try {
      addRanges(disk, { path: path.replace(/\.log$/, '.txnindex'), segment: baseOffset }, ranges);
    } catch (error) {
      // Most segments have none; one that cannot be read is told with the damage beside the log.
      if (!isDiskError(error)) throw error;
    }
  }
  return ranges;
}

function addRanges(
  disk: Disk,
  { path, segment }: { readonly path: string; readonly segment: number },
  ranges: AbortedRange[],
): void {
  if (!disk.exists(path)) return;
  const file = disk.open(path, 'read');
  try {
    for (const entry of abortedTransactions(file)) {
      // Of the version Kafka looks at the first byte only, and refuses what is above 0.
      if (entry.readInt8(0) > 0 || ranges.length === RANGES_MAX) break;
      ranges.push({
        segment,
        producerId: Number(entry.readBigInt64BE(2)),
        firstOffset: Number(entry.readBigInt64BE(10)),
        lastOffset: Number(entry.readBigInt64BE(18)),
        lastStableOffset: Number(entry.readBigInt64BE(26)),
      });
    }
  } finally {
    file.close();
  }
}

/** The producers of the snapshot that was taken at `offset`; none without one that can be believed. */
export function snapshotAt(disk: Disk, files: PartitionFiles, offset: number): readonly SnapshotProducer[] {
  return readSnapshot(disk, `${files.directory}/${String(offset).padStart(20, '0')}.snapshot`) ?? [];
}

/** The producers of a snapshot; undefined when there is none, or none that can be believed. */
export function readSnapshot(disk: Disk, path: string): readonly SnapshotProducer[] | undefined {
  if (!disk.exists(path)) return undefined;
  try {
    const file = disk.open(path, 'read');
    try {
      const bytes = snapshotBytes(file);
      return snapshotFault(bytes) === undefined ? [...snapshotProducers(bytes)] : undefined;
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof DumpFailure || isDiskError(error)) return undefined;
    throw error;
  }
}
