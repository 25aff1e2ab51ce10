import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Disk, DiskEntry, DiskFile, DiskStat } from '#core/base/disk.ts';
import { lockHolder, takeLock } from './lock-file.ts';
import { makeDirectory } from './make-directory.ts';

/** Without waiting: a pipe that lies among somebody's files must not hold us until somebody writes to it. Windows has no such flag. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

class NodeDiskFile implements DiskFile {
  readonly path: string;
  readonly #fd: number;
  #isClosed = false;

  constructor(path: string, fd: number) {
    this.path = path;
    this.#fd = fd;
  }

  read(position: number, target: Uint8Array, targetStart: number, length: number): number {
    let done = 0;
    while (done < length) {
      const got = readSync(this.#fd, target, targetStart + done, length - done, position + done);
      if (got === 0) break;
      done += got;
    }
    return done;
  }

  write(position: number, bytes: Uint8Array): void {
    let done = 0;
    while (done < bytes.length) {
      done += writeSync(this.#fd, bytes, done, bytes.length - done, position + done);
    }
  }

  size(): number {
    return fstatSync(this.#fd).size;
  }

  truncate(size: number): void {
    ftruncateSync(this.#fd, size);
  }

  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#fd, (error) => {
        // The owner may close the file while the kernel writes; closing does not lose what was handed over.
        if (error && !this.#isClosed) reject(error);
        else resolve();
      });
    });
  }

  syncNow(): void {
    fdatasyncSync(this.#fd);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#fd);
  }
}

/** The machine's file system. */
export class NodeDisk implements Disk {
  open(path: string, mode: 'read' | 'write'): DiskFile {
    return new NodeDiskFile(path, mode === 'read' ? openSync(path, READ_ONLY) : openForWriting(path));
  }

  readWhole(path: string): Buffer {
    return readFileSync(path);
  }

  replace(path: string, contents: string | Uint8Array): void {
    const temporary = `${path}.tmp`;
    const fd = openSync(temporary, 'w');
    try {
      const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
      let done = 0;
      while (done < bytes.length) done += writeSync(fd, bytes, done);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
    syncDirectory(dirname(path));
  }

  exists(path: string): boolean {
    return existsSync(path);
  }

  stat(path: string): DiskStat | undefined {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    return {
      size: stat.size,
      modifiedMs: stat.mtimeMs,
      isDirectory: stat.isDirectory(),
      isFile: stat.isFile(),
    };
  }

  realPath(path: string): string {
    const whole = resolve(path);
    for (let there = whole; ; there = dirname(there)) {
      try {
        return join(realpathSync.native(there), relative(there, whole)).replaceAll(sep, '/');
      } catch (error) {
        if (dirname(there) === there) throw error;
      }
    }
  }

  list(path: string): readonly DiskEntry[] {
    return readdirSync(path, { withFileTypes: true })
      .map((entry) => entryOf(path, entry))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  makeDirectory(path: string): void {
    makeDirectory(path);
  }

  rename(from: string, to: string): void {
    renameSync(from, to);
  }

  setModified(path: string, modifiedMs: number): void {
    utimesSync(path, modifiedMs / 1000, modifiedMs / 1000);
  }

  volumeOf(path: string): { readonly totalBytes: number; readonly usableBytes: number } {
    const { bsize, blocks, bavail } = statfsSync(path);
    return { totalBytes: blocks * bsize, usableBytes: bavail * bsize };
  }

  remove(path: string): void {
    rmSync(path, { force: true });
  }

  removeDirectory(path: string): void {
    rmSync(path, { recursive: true, force: true });
  }

  lockHolder(path: string): number | undefined {
    return lockHolder(path);
  }

  lock(path: string): { release(): void } {
    return takeLock(path);
  }
}

/** A link is what it leads to; one that leads nowhere, or that nobody may follow, is neither file nor folder. */
function entryOf(folder: string, entry: Dirent): DiskEntry {
  const { name } = entry;
  if (!entry.isSymbolicLink()) return { name, isDirectory: entry.isDirectory(), isFile: entry.isFile() };
  try {
    const target = statSync(`${folder}/${name}`);
    return { name, isDirectory: target.isDirectory(), isFile: target.isFile() };
  } catch {
    return { name, isDirectory: false, isFile: false };
  }
}

/** Read and write, created if missing, contents kept. Not 'a+': on Linux it would ignore the position of a write. */
function openForWriting(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return openSync(path, 'wx+');
  }
}

/** Makes a rename durable. Windows cannot open a folder, and needs no such thing. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
