/**
 * Files that cannot be read, and why, as one clause for a person: what it is, and what to do. `sentences/damage-sentences.ts` has the
 * same clauses for the window.
 */
import type { Disk, DiskFile, DiskStat } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';

const LEADS_NOWHERE = 'it is a link that leads nowhere; bring back what it leads to, or remove it';
export const NO_FILE = 'it is a pipe, a socket or a device where Kafka has a file; move it away';

/** What stands for bytes of a name that are not UTF-8: a name with it cannot be opened under it. */
const NOT_UTF8 = '\ufffd';
const FOREIGN_NAME = 'its name is not UTF-8; rename it';

/** True for a path that was listed and cannot be opened as it was. */
export function isForeignName(path: string): boolean {
  return path.includes(NOT_UTF8);
}

/** A refused file is at least so large, whatever is known of it: a shorter one is cut before it is read. */
const TRIED_SIZE = 64;

/** What the operating system refused, as a clause. */
export function refusalOf({ code, message }: Error & { readonly code: string }): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission is denied; read it as its owner, or change its permissions';
    case 'ENOENT':
      return 'it was removed meanwhile; read the folder again';
    case 'ELOOP':
      return 'it is a link that leads back to itself; remove it, or let it lead to the file';
    case 'EIO':
      return 'its device failed; copy what can be read to another disk';
    default:
      return message;
  }
}

/** Why a name that is none of a file's is no file, as a clause; Kafka passes over such names. */
export function noFileReason(disk: Disk, path: string): string {
  try {
    const stat = disk.stat(path);
    if (stat === undefined) return reasonOfNothing(path);
    return stat.isDirectory ? 'it is a folder where Kafka has a file; move it away' : NO_FILE;
  } catch (error) {
    if (isDiskError(error)) return refusalOf(error);
    throw error;
  }
}

/** Why there is nothing behind a name that is there, as a clause. */
export function reasonOfNothing(path: string): string {
  return isForeignName(path) ? FOREIGN_NAME : LEADS_NOWHERE;
}

/** Why the file cannot be opened, as a clause; undefined when it can be, or is gone. */
export function refusalToOpen(disk: Disk, path: string): string | undefined {
  try {
    disk.open(path, 'read').close();
    return undefined;
  } catch (error) {
    if (!isDiskError(error)) throw error;
    return error.code === 'ENOENT' ? undefined : refusalOf(error);
  }
}

/** As `disk.stat`; undefined also where nobody may look. */
export function statOf(disk: Disk, path: string): DiskStat | undefined {
  try {
    return disk.stat(path);
  } catch (error) {
    if (isDiskError(error)) return undefined;
    throw error;
  }
}

/** A text file of at most `sizeMax` bytes; undefined when it is larger, empty, not there, or cannot be read. */
export function smallText(disk: Disk, path: string, sizeMax: number): string | undefined {
  const stat = statOf(disk, path);
  if (stat === undefined || !stat.isFile || stat.size === 0 || stat.size > sizeMax) return undefined;
  try {
    return disk.readWhole(path).toString('utf8');
  } catch (error) {
    if (isDiskError(error)) return undefined;
    throw error;
  }
}

/** Stands for a file that cannot be opened: reading it fails as opening it did. */
class RefusedFile implements DiskFile {
  readonly path: string;
  readonly #error: Error;
  readonly #size: number;

  constructor(path: string, error: Error, size: number) {
    this.path = path;
    this.#error = error;
    this.#size = size;
  }

  read(): number {
    throw this.#error;
  }
  write(): void {
    throw this.#error;
  }
  size(): number {
    return this.#size;
  }
  truncate(): void {
    throw this.#error;
  }
  sync(): Promise<void> {
    return Promise.reject(this.#error);
  }
  syncNow(): void {
    throw this.#error;
  }
  close(): void {
    // Nothing is open.
  }
}

/**
 * Opens a segment's `.log`. One that cannot be opened fails when it is read, so that a walk meets it as it meets a device that fails;
 * undefined when it is gone: a live broker removes segments.
 */
export function openLog(
  disk: Disk,
  { path, size }: { readonly path: string; readonly size: number },
): DiskFile | undefined {
  try {
    return disk.open(path, 'read');
  } catch (error) {
    if (!isDiskError(error)) throw error;
    if (error.code === 'ENOENT') return undefined;
    return new RefusedFile(path, error, Math.max(TRIED_SIZE, size));
  }
}
