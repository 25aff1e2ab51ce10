/**
 * The inspector: any Kafka's log directory, partition directory or single file. Logs record by record, with a verdict for each; the
 * files beside them entry by entry.
 */
import type { Disk } from '#core/base/disk.ts';
import type { PartitionReport } from './judge/partition-report.ts';
import { reportPartition } from './judge/partition-report.ts';
import { baseName, findPartitions, type PartitionFiles } from './read/partition-files.ts';
import type { ScanControl } from './scan/scan-control.ts';
import { type SideFileDamage, sideFileDamage } from './side/side-file.ts';

/** Whoever follows the reading; a ScanControl is one. */
export interface ReadControl extends Pick<ScanControl, 'pulse'> {
  /** Set as soon as it is known. */
  totalBytes: number;
}

const UNWATCHED: ReadControl = { pulse: () => undefined, totalBytes: 0 };

/**
 * Reports the partitions at `path`, one after the other; nothing is written and nothing is locked. Of a folder, the files beside the
 * logs are checked as well. What cannot be read is told in the report of its partition, and everything else is read.
 * @throws {NotALogError} when there is nothing of Kafka's at `path`, or it cannot be read. @throws {ScanCancelled}
 */
export async function* inspect(
  disk: Disk,
  path: string,
  control: ReadControl = UNWATCHED,
): AsyncGenerator<PartitionReport, void> {
  const partitions = findPartitions(disk, path);
  control.totalBytes = partitions
    .flatMap(({ segments }) => segments)
    .reduce((bytes, { size }) => bytes + size, 0);
  const checksSideFiles = disk.stat(path)?.isDirectory === true;
  for (const files of partitions) {
    const report = await reportPartition(disk, files, control);
    const sideFiles = checksSideFiles
      ? [...refusedBehind(files, report.damage), ...sideFileDamage(disk, files.directory)]
      : [];
    yield sideFiles.length === 0 ? report : { ...report, sideFiles };
  }
}

/** Segments that cannot be opened, but for the one where reading stopped. */
function refusedBehind({ segments }: PartitionFiles, damage: string | null): readonly SideFileDamage[] {
  return segments.flatMap(({ path, refusal }) => {
    if (refusal === undefined || damage?.startsWith(`${path}: `) === true) return [];
    return [{ file: baseName(path), damage: `it cannot be read: ${refusal}` }];
  });
}
