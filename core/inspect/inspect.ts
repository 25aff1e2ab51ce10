/**
 * The inspector: any Kafka's log directory, partition directory or single file. Logs record by record, with a verdict for each; the
 * files beside them entry by entry.
 */
import type { Disk } from '#core/base/disk.ts';
import type { PartitionReport } from './judge/partition-report.ts';
import { reportPartition } from './judge/partition-report.ts';
import { findPartitions } from './read/partition-files.ts';
import { sideFileDamage } from './side/side-file.ts';

/**
 * Reports the partitions at `path`, one after the other; nothing is written and nothing is locked. Of a folder, the files beside the
 * logs are checked as well.
 * @throws {NotALogError} when there is nothing of Kafka's at `path`.
 */
export async function* inspect(disk: Disk, path: string): AsyncGenerator<PartitionReport, void> {
  const checksSideFiles = disk.stat(path)?.isDirectory === true;
  for (const files of findPartitions(disk, path)) {
    const report = await reportPartition(disk, files);
    const sideFiles = checksSideFiles ? sideFileDamage(disk, files.directory) : [];
    yield sideFiles.length === 0 ? report : { ...report, sideFiles };
  }
}
