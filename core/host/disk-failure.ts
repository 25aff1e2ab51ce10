/** Errors of the disk, and the same as one clause of English: what happened where, and what to do. */
import { isDiskError } from '#core/base/disk-error.ts';
import { printable } from '#core/base/printable.ts';

/** What a disk refused. All texts are printable. */
export interface DiskProblem {
  readonly kind: 'readOnly' | 'full' | 'quota' | 'denied' | 'cannotMake' | 'tooManyFiles' | 'device';
  /** The file or folder it was about. */
  readonly place: string;
  /** The directory that was used. */
  readonly volume: string;
  /** The operating system's words. */
  readonly reason: string;
}

/** The operating system's error in a chain of causes; undefined without one. */
function systemError(error: unknown): NodeJS.ErrnoException | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (isDiskError(at)) return at;
  }
  return undefined;
}

/**
 * What a disk refused while `directory` was used; also when the error is only the cause of another. Undefined for every other error.
 */
export function diskProblem(error: unknown, directory: string): DiskProblem | undefined {
  const cause = systemError(error);
  if (cause === undefined || cause.syscall === 'listen') return undefined;
  const kind = kindOf(cause);
  if (kind === undefined) return undefined;
  const place = printable(cause.path ?? directory);
  return { kind, place, volume: printable(directory), reason: printable(cause.message) };
}

/** The same as one clause of English. */
export function diskFailure(error: unknown, directory: string): string | undefined {
  const problem = diskProblem(error, directory);
  return problem === undefined ? undefined : diskClause(problem);
}

function kindOf({ code, syscall }: NodeJS.ErrnoException): DiskProblem['kind'] | undefined {
  switch (code) {
    case 'EROFS':
      return 'readOnly';
    case 'ENOSPC':
      return 'full';
    case 'EDQUOT':
      return 'quota';
    case 'EACCES':
    case 'EPERM':
      return 'denied';
    case 'ENOENT':
      // What Node says of a folder, parents included, that a read-only volume refuses.
      return syscall === 'mkdir' ? 'cannotMake' : undefined;
    case 'EMFILE':
    case 'ENFILE':
      return 'tooManyFiles';
    case 'EIO':
      return 'device';
    default:
      return undefined;
  }
}

/** What a disk refused, as one clause of English: what happened where, and what to do. */
export function diskClause({ kind, place, volume, reason }: DiskProblem): string {
  switch (kind) {
    case 'readOnly':
      return `${volume} is on a read-only volume; make it writable, or choose another directory`;
    case 'full':
      return `the volume of ${volume} is full; make room on it, then start again`;
    case 'quota':
      return `the quota on the volume of ${volume} is used up; make room, then start again`;
    case 'denied':
      return `not allowed to use ${place}; change its owner or permissions, or choose another directory`;
    case 'cannotMake':
      return `${place} cannot be made, its volume may be read-only; make it writable, or choose another directory`;
    case 'tooManyFiles':
      return `too many files are open for ${volume}; raise the limit (ulimit -n), then start again`;
    case 'device':
      return `the device of ${volume} failed (${reason}); check it, or choose another directory`;
  }
}
