import type { Disk, DiskFile } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { parsePartitionName } from '#core/base/topic-partition.ts';

/** What is written, by the end of its usual name. */
export type TargetKind = 'fence' | 'csv' | 'json' | 'zip' | 'log';

/** Only a Kafka's directory, or one of its partitions, has a file of such a name. */
const KAFKA_FILES = [
  'meta.properties',
  'recovery-point-offset-checkpoint',
  'log-start-offset-checkpoint',
  'replication-offset-checkpoint',
  'cleaner-offset-checkpoint',
  'leader-epoch-checkpoint',
  'partition.metadata',
];
const LOG_FILE = /^[0-9]{20}\.log$/;

/** A place where nothing may be written; the message says why, as a clause. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/**
 * What is written takes the place of what has its name: of an empty file, or of one that was written for the same purpose. Never of a
 * log, which looks like a segment that was saved, nor of a folder or `/dev/null`; and nothing is added to a directory of Kafka.
 * @throws {TargetRefused}
 * @throws {Error} with `code` EISDIR for a folder, EEXIST for a pipe, a socket or a device.
 */
export function refuseTarget(disk: Disk, path: string, kind: TargetKind): void {
  refuseKafkaPlace(disk, path);
  const stat = disk.stat(path);
  if (stat === undefined) return;
  if (!stat.isFile) {
    const [code, what] = stat.isDirectory
      ? ['EISDIR', 'a folder']
      : ['EEXIST', 'a pipe, a socket or a device'];
    throw Object.assign(new Error(`${code}: ${path} is ${what}`), { code, path });
  }
  if (stat.size === 0) return;
  if (kind === 'log') throw new TargetRefused('there is a file of that name, and a log is never replaced');
  if (!path.toLowerCase().endsWith(`.${kind}`))
    throw new TargetRefused(`there is a file of that name, and only a .${kind} file would be replaced`);
}

/** @throws {TargetRefused} when the path, links followed, lies in a log directory of Kafka or in a partition of one. */
export function refuseKafkaPlace(disk: Disk, path: string): void {
  for (const folder of foldersAbove(placeOf(disk, path)))
    if (isKafkaFolder(disk, folder))
      throw new TargetRefused(`it would lie in ${folder}, a directory of Kafka's logs`);
}

/** True when the path, links followed, is the folder or lies in it. */
export function isWithin(disk: Disk, path: string, folder: string): boolean {
  const place = placeOf(disk, path);
  const root = disk.realPath(folder);
  return place === root || foldersAbove(place).includes(root);
}

/** Opens what is written before it gets its name: empty, and a file of its own whatever a link of that name leads to. */
export function openPartial(disk: Disk, partial: string): DiskFile {
  if (disk.stat(partial)?.isFile === true) disk.remove(partial);
  const file = disk.open(partial, 'write');
  file.truncate(0);
  return file;
}

/** A link at the very end is replaced, not followed. */
function placeOf(disk: Disk, path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash < 0) return `${disk.realPath('.')}/${path}`;
  const folder = disk.realPath(path.slice(0, slash) || '/');
  return `${folder === '/' ? '' : folder}/${path.slice(slash + 1)}`;
}

/** The nearest first, without the root. */
function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    folders.push(path.slice(0, slash));
  return folders;
}

function isKafkaFolder(disk: Disk, folder: string): boolean {
  if (KAFKA_FILES.some((name) => disk.exists(`${folder}/${name}`))) return true;
  // A copy may have nothing but logs. Other folders are not listed: they can be very large.
  if (parsePartitionName(folder.slice(folder.lastIndexOf('/') + 1)) === undefined) return false;
  try {
    return disk.list(folder).some(({ name }) => LOG_FILE.test(name));
  } catch (error) {
    if (isDiskError(error)) return false;
    throw error;
  }
}
