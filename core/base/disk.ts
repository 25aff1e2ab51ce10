/** What is known of a file or folder. */
export interface DiskStat {
  /** In bytes. */
  readonly size: number;
  /** In ms since the Unix epoch. */
  readonly modifiedMs: number;
  readonly isDirectory: boolean;
  /** False for a folder, a pipe, a socket and a device. */
  readonly isFile: boolean;
}

/** An open file. Positions and sizes are bytes. Every method throws the platform's error (with `code`, e.g. ENOSPC) on failure. */
export interface DiskFile {
  readonly path: string;
  /** Reads up to `length` bytes at `position` into `target` from `targetStart`; answers how many were there. */
  read(position: number, target: Uint8Array, targetStart: number, length: number): number;
  /** Writes all of `bytes` at `position`. */
  write(position: number, bytes: Uint8Array): void;
  size(): number;
  truncate(size: number): void;
  /** Resolves when everything written so far has reached the device (fdatasync); does not hold the event loop. */
  sync(): Promise<void>;
  /** As `sync`, but holds the caller: for shutdown and checkpoints. */
  syncNow(): void;
  close(): void;
}

/** What is known of a name on disk. Links are followed. */
export interface DiskEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  /** False for a folder, a pipe, a socket, a device, and a link that leads to none or nowhere: as java.io.File.isFile. */
  readonly isFile: boolean;
}

/**
 * The file system as the log layer sees it.
 *
 * Reads and appends are synchronous: at broker sizes a positioned call on an open file costs microseconds, the promise API ten
 * times that, and a synchronous append is what makes "check, then write" one indivisible step.
 */
export interface Disk {
  /** `read`: must exist. `write`: created if missing, contents kept. */
  open(path: string, mode: 'read' | 'write'): DiskFile;
  readWhole(path: string): Buffer;
  /** Replaces the file so that a crash leaves either the old or the new contents: temporary file, fsync, rename, fsync of the folder. */
  replace(path: string, contents: string | Uint8Array): void;
  exists(path: string): boolean;
  /** Undefined when there is no such file. Links are followed. */
  stat(path: string): DiskStat | undefined;
  /** The path with its links followed, absolute; of what does not exist, the part that does is followed. */
  realPath(path: string): string;
  /** Entries of a folder, in name order. */
  list(path: string): readonly DiskEntry[];
  makeDirectory(path: string): void;
  rename(from: string, to: string): void;
  /** Makes the file look as if last written then; ms since the Unix epoch. */
  setModified(path: string, modifiedMs: number): void;
  /** Size of the volume that holds a folder, and what of it this process may still fill; bytes. */
  volumeOf(path: string): { readonly totalBytes: number; readonly usableBytes: number };
  /** Removes a file; a missing file is not an error. */
  remove(path: string): void;
  /** Removes a folder and everything in it; a missing folder is not an error. */
  removeDirectory(path: string): void;
  /** Process id of the live holder of a lock file; undefined when nobody has it. Looks only. */
  lockHolder(path: string): number | undefined;
  /**
   * Takes the exclusive lock file of a directory.
   * @throws {Error} with `code` 'ELOCKED' and the holder's process id in `holder` when a live process holds it.
   */
  lock(path: string): { release(): void };
}
