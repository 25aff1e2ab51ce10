/** The inspector: any Kafka's log directory, partition directory or `.log` file, record by record, with a verdict for each. */
import type { Disk } from '#core/base/disk.ts';
import type { PartitionReport } from './judge/partition-report.ts';
import { reportPartition } from './judge/partition-report.ts';
import { findPartitions } from './read/partition-files.ts';

/**
 * Reports the partitions at `path`, one after the other; nothing is written and nothing is locked.
 * @throws {NotALogError} when there is nothing of Kafka's at `path`.
 */
export async function* inspect(disk: Disk, path: string): AsyncGenerator<PartitionReport, void> {
  for (const files of findPartitions(disk, path)) yield await reportPartition(disk, files);
}
