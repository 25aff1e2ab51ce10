/**
 * The exclusive lock of a directory: a file that names its holder.
 *
 * Kafka takes an operating system lock on an empty `.lock` that it never removes. Node has no such call, so the holder writes
 * its process id and start time into the same file, and empties it on release. A holder that died without releasing is
 * recognised: no process has that id, or the one that has it started at another time. On Linux a lock taken by Kafka itself is
 * seen in /proc/locks.
 */
import {
  closeSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Looking and taking happen under a second file, created exclusively; it lives for microseconds. */
const GUARD_WAIT_MS = 5;
const GUARD_STALE_MS = 2_000;

/** States of /proc/PID/stat of a process that has ended. */
const ENDED_STATES: readonly string[] = ['Z', 'X'];

/** Locks of this very process; a file naming our own id that is not here was left by a namesake. */
const heldHere = new Set<string>();

/**
 * Takes the lock.
 * @throws {Error} with `code` 'ELOCKED' and `holder` when a live process has it.
 */
export function takeLock(file: string): { release(): void } {
  // One spelling for one file, so that `heldHere` knows it again.
  const path = join(realpathSync(dirname(file)), basename(file));
  enterGuard(`${path}.guard`);
  try {
    const holder = liveHolder(path);
    if (holder !== undefined) throw lockedError(path, holder);
    writeFileSync(path, `${process.pid} ${startTimeOf(process.pid)}\n`);
    heldHere.add(path);
  } finally {
    rmSync(`${path}.guard`, { force: true });
  }
  return { release: () => release(path) };
}

/** Process id of the live holder of the lock file; undefined when nobody has it, or there is no such file. */
export function lockHolder(file: string): number | undefined {
  try {
    return liveHolder(join(realpathSync(dirname(file)), basename(file)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function release(path: string): void {
  if (!heldHere.delete(path)) return;
  try {
    // Emptied, not removed, as Kafka leaves it.
    truncateSync(path);
  } catch (error) {
    // The directory went away under us: nothing is left to release.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Process id of the live holder; undefined when the lock is free. */
function liveHolder(path: string): number | undefined {
  const contents = readIfThere(path);
  if (contents === undefined) return undefined;
  const kafka = kernelLockHolder(path);
  if (kafka !== undefined) return kafka;
  const [pidText, startTime] = contents.trim().split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (pid === process.pid) return heldHere.has(path) ? pid : undefined;
  if (!isAlive(pid)) return undefined;
  return startTime === startTimeOf(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed process that its parent has not asked about yet still has its id, and holds nothing any more.
    return !ENDED_STATES.includes(statOf(pid)[0] ?? '');
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Clock ticks after boot at which the process began (field 22 of /proc/PID/stat); '-' where the system does not say. */
function startTimeOf(pid: number): string {
  return statOf(pid)[19] ?? '-';
}

/** The fields of /proc/PID/stat from the state on; none where the system has no such file. */
function statOf(pid: number): readonly string[] {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The program's name, in brackets, may contain anything; fields are counted behind it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
}

/** Process id that holds a fcntl lock on the file, as Java's FileLock does. */
function kernelLockHolder(path: string): number | undefined {
  const locks = process.platform === 'linux' ? readIfThere('/proc/locks') : undefined;
  if (locks === undefined || locks === '') return undefined;
  const inode = String(statSync(path).ino);
  for (const line of locks.split('\n')) {
    // "1: POSIX ADVISORY WRITE 4711 08:01:131073 0 EOF"
    const fields = line.split(/ +/);
    if (fields[1] === 'POSIX' && fields[5]?.split(':')[2] === inode) return Number(fields[4]);
  }
  return undefined;
}

function enterGuard(guard: string): void {
  for (;;) {
    try {
      closeSync(openSync(guard, 'wx'));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const stat = statSync(guard, { throwIfNoEntry: false });
    if (stat !== undefined && Date.now() - stat.mtimeMs > GUARD_STALE_MS) rmSync(guard, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, GUARD_WAIT_MS);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return undefined;
    throw error;
  }
}

function lockedError(path: string, holder: number): Error {
  return Object.assign(new Error(`${path} is held by process ${holder}`), { code: 'ELOCKED', holder });
}
