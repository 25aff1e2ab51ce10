/**
 * What of a directory cannot go into a pack. A pack that lacks what it seems to hold would be worse than none: a file that cannot be
 * read is refused by name, unless its partition was not chosen. What no broker would read either stays out, and that is said.
 */
import type { Disk, DiskEntry } from '#core/base/disk.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { nameFault, segmentFileName } from '#core/inspect/read/file-names.ts';
import { baseName, NotALogError, type PartitionFiles } from '#core/inspect/read/partition-files.ts';
import { noFileReason, refusalToOpen } from '#core/inspect/read/unreadable.ts';
import { listed, sideFileAt } from '#core/inspect/side/side-file.ts';
import type { EvidenceCheck } from '#core/lab-api/evidence-views.ts';
import { CLEAN_SHUTDOWN_FILE } from '#core/log/log-directory.ts';
import { META_PROPERTIES_FILE } from '#core/log/meta-properties.ts';

const OF_DIRECTORY = new Set([CLEAN_SHUTDOWN_FILE, META_PROPERTIES_FILE, 'fencepost.json']);

/** @throws {NotALogError} when one of the log directory's own files cannot be read. */
export function refuseUnreadableDirectory(disk: Disk, directory: string): void {
  for (const entry of listed(disk, directory)) {
    const isRead = OF_DIRECTORY.has(entry.name) || sideFileAt(entry.name)?.kind === 'offset-checkpoint';
    if (isRead) refuse(disk, directory, entry);
  }
}

/** @throws {NotALogError} when a file of the partition cannot be read, or its folder. */
export function refuseUnreadable(disk: Disk, { directory, fault }: PartitionFiles): void {
  if (fault?.kind === 'unreadable') {
    throw new NotALogError(`${directory} ${fault.reason.replace(/^it /, '')}`);
  }
  for (const entry of listed(disk, directory)) {
    const isRead = segmentFileName(entry.name) !== undefined || sideFileAt(entry.name) !== undefined;
    if (isRead) refuse(disk, directory, entry);
  }
}

function refuse(disk: Disk, directory: string, { name, isFile }: DiskEntry): void {
  const path = `${directory}/${name}`;
  const reason = isFile ? refusalToOpen(disk, path) : noFileReason(disk, path);
  if (reason !== undefined) throw new NotALogError(`${path} cannot be read: ${reason}`);
}

/** A partition without a log, and files whose names Kafka cannot read: they stay out. */
export function leftOutChecks(disk: Disk, files: PartitionFiles): readonly EvidenceCheck[] {
  const name = partitionName(files);
  const ofFiles = listed(disk, files.directory).flatMap(({ name: file, isFile }) => {
    const reason = isFile ? nameFault(file) : undefined;
    return reason === undefined ? [] : [leftOut(`${name}/${file}`, reason)];
  });
  return files.fault === undefined
    ? ofFiles
    : [leftOut(baseName(files.directory), files.fault.reason), ...ofFiles];
}

function leftOut(file: string, reason: string): EvidenceCheck {
  return { check: 'leftOut', outcome: 'bad', params: { file, reason } };
}
