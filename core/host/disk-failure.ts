/** Errors of the disk as one clause: what happened where, and what to do. */
import { isDiskError } from '#core/base/disk-error.ts';
import { printable } from '#core/base/printable.ts';

/** The operating system's error in a chain of causes; undefined without one. */
function systemError(error: unknown): NodeJS.ErrnoException | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (isDiskError(at)) return at;
  }
  return undefined;
}

/**
 * What a disk refused while `directory` was used, and what helps; also when the error is only the cause of another.
 * Undefined for every other error.
 */
export function diskFailure(error: unknown, directory: string): string | undefined {
  const cause = systemError(error);
  if (cause === undefined || cause.syscall === 'listen') return undefined;
  const place = printable(cause.path ?? directory);
  const volume = printable(directory);
  switch (cause.code) {
    case 'EROFS':
      return `${volume} is on a read-only volume; make it writable, or choose another directory`;
    case 'ENOSPC':
      return `the volume of ${volume} is full; make room on it, then start again`;
    case 'EDQUOT':
      return `the quota on the volume of ${volume} is used up; make room, then start again`;
    case 'EACCES':
    case 'EPERM':
      return `not allowed to use ${place}; change its owner or permissions, or choose another directory`;
    case 'ENOENT':
      // What Node says of a folder, parents included, that a read-only volume refuses.
      if (cause.syscall !== 'mkdir') return undefined;
      return `${place} cannot be made, its volume may be read-only; make it writable, or choose another directory`;
    case 'EMFILE':
    case 'ENFILE':
      return `too many files are open for ${volume}; raise the limit (ulimit -n), then start again`;
    case 'EIO':
      return `the device of ${volume} failed (${printable(cause.message)}); check it, or choose another directory`;
    default:
      return undefined;
  }
}
