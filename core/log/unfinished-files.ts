/**
 * What is left in a partition directory of work that was interrupted: deletions, and the swap that ends a compaction.
 * (source: LogLoader.removeTempFilesAndCollectSwapFiles)
 */
import type { Disk } from '#core/base/disk.ts';
import { BatchWalker } from './batch-walker.ts';
import type { SegmentFileName } from './file-names.ts';
import {
  CLEANED_SUFFIX,
  DELETED_SUFFIX,
  parseSegmentFileName,
  SWAP_SUFFIX,
  segmentFileName,
} from './file-names.ts';
import { lastOffsetOf } from './stored-batch.ts';

interface FoundFile extends SegmentFileName {
  readonly path: string;
}

/** Base offsets of the segments in the directory, ascending. Index files without a `.log` are removed. */
export function segmentBasesIn(disk: Disk, directory: string): number[] {
  const files = filesIn(disk, directory).filter((file) => file.temporary === '');
  const bases = new Set(files.filter((file) => file.kind === 'log').map((file) => file.baseOffset));
  for (const file of files) {
    if (file.kind !== 'snapshot' && !bases.has(file.baseOffset)) disk.remove(file.path);
  }
  return [...bases].sort((a, b) => a - b);
}

/** Removes what is to be removed, and completes a swap that had begun. */
export function finishInterruptedWork(disk: Disk, directory: string): void {
  const files = filesIn(disk, directory);
  const cleaned = files.filter((file) => file.temporary === CLEANED_SUFFIX);
  const firstCleaned = Math.min(...cleaned.map((file) => file.baseOffset));
  for (const file of files) {
    // A swap at or above unfinished output belongs to the same unfinished work.
    const isUnfinished = file.temporary === SWAP_SUFFIX && file.baseOffset >= firstCleaned;
    if (file.temporary === DELETED_SUFFIX || isUnfinished) disk.remove(file.path);
  }
  for (const file of cleaned) disk.remove(file.path);
  completeSwap(disk, directory);
}

/** Removes the originals that the swap files replace, then gives those their names. */
function completeSwap(disk: Disk, directory: string): void {
  const files = filesIn(disk, directory);
  const swaps = files.filter((file) => file.temporary === SWAP_SUFFIX);
  if (swaps.length === 0) return;
  const logs = swaps.filter((file) => file.kind === 'log');
  const from = Math.min(...logs.map((file) => file.baseOffset));
  const end = Math.max(...logs.map((file) => endOffsetOf(disk, file)));
  for (const file of files) {
    if (file.temporary === '' && file.baseOffset >= from && file.baseOffset < end) disk.remove(file.path);
  }
  for (const file of swaps) {
    disk.rename(file.path, `${directory}/${segmentFileName(file.baseOffset, file.kind)}`);
  }
}

function endOffsetOf(disk: Disk, { path, baseOffset }: FoundFile): number {
  const file = disk.open(path, 'read');
  try {
    const walker = new BatchWalker((position, target, length) => file.read(position, target, 0, length), {
      position: 0,
      end: file.size(),
      want: 'headers',
      reusesWindow: true,
    });
    let end = baseOffset;
    for (let batch = walker.next(); batch !== undefined; batch = walker.next()) end = lastOffsetOf(batch) + 1;
    return end;
  } finally {
    file.close();
  }
}

function filesIn(disk: Disk, directory: string): FoundFile[] {
  return disk.list(directory).flatMap(({ name, isDirectory }) => {
    const file = isDirectory ? undefined : parseSegmentFileName(name);
    return file === undefined ? [] : [{ ...file, path: `${directory}/${name}` }];
  });
}
