import type { Disk, DiskEntry, DiskFile } from '#core/base/disk.ts';

/** What a disk is asked to do when it fails. */
export type DiskOperation =
  | 'open'
  | 'list'
  | 'stat'
  | 'read'
  | 'write'
  | 'truncate'
  | 'replace'
  | 'rename'
  | 'sync';

/** A disk that does what another one does, until a test makes it fail. */
export class FailingDisk implements Disk {
  readonly #disk: Disk;
  /** Answers the code to fail with, if the operation is to fail. */
  fails: (operation: DiskOperation, path: string) => string | undefined = () => undefined;
  /** How many bytes of a failing write reach the file all the same. */
  tornBytes = 0;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  check(operation: DiskOperation, path: string): void {
    const code = this.fails(operation, path);
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${operation} ${path}`), { code });
  }

  open(path: string, mode: 'read' | 'write'): DiskFile {
    this.check('open', path);
    return new FailingFile(this, this.#disk.open(path, mode));
  }
  readWhole(path: string): Buffer {
    this.check('open', path);
    this.check('read', path);
    return this.#disk.readWhole(path);
  }
  replace(path: string, contents: string | Uint8Array): void {
    this.check('replace', path);
    this.#disk.replace(path, contents);
  }
  exists(path: string): boolean {
    return this.#disk.exists(path);
  }
  stat(path: string): ReturnType<Disk['stat']> {
    this.check('stat', path);
    return this.#disk.stat(path);
  }
  realPath(path: string): string {
    return this.#disk.realPath(path);
  }
  list(path: string): readonly DiskEntry[] {
    this.check('list', path);
    return this.#disk.list(path);
  }
  makeDirectory(path: string): void {
    this.#disk.makeDirectory(path);
  }
  rename(from: string, to: string): void {
    this.check('rename', from);
    this.#disk.rename(from, to);
  }
  setModified(path: string, modifiedMs: number): void {
    this.#disk.setModified(path, modifiedMs);
  }
  volumeOf(path: string): { readonly totalBytes: number; readonly usableBytes: number } {
    return this.#disk.volumeOf(path);
  }
  remove(path: string): void {
    this.#disk.remove(path);
  }
  removeDirectory(path: string): void {
    this.#disk.removeDirectory(path);
  }
  lockHolder(path: string): number | undefined {
    return this.#disk.lockHolder(path);
  }
  lock(path: string): { release(): void } {
    return this.#disk.lock(path);
  }
}

class FailingFile implements DiskFile {
  readonly #disk: FailingDisk;
  readonly #file: DiskFile;

  constructor(disk: FailingDisk, file: DiskFile) {
    this.#disk = disk;
    this.#file = file;
  }

  get path(): string {
    return this.#file.path;
  }
  read(position: number, target: Uint8Array, targetStart: number, length: number): number {
    this.#disk.check('read', this.path);
    return this.#file.read(position, target, targetStart, length);
  }
  write(position: number, bytes: Uint8Array): void {
    try {
      this.#disk.check('write', this.path);
    } catch (error) {
      this.#file.write(position, bytes.subarray(0, this.#disk.tornBytes));
      throw error;
    }
    this.#file.write(position, bytes);
  }
  size(): number {
    return this.#file.size();
  }
  truncate(size: number): void {
    this.#disk.check('truncate', this.path);
    this.#file.truncate(size);
  }
  async sync(): Promise<void> {
    this.#disk.check('sync', this.path);
    await this.#file.sync();
  }
  syncNow(): void {
    this.#disk.check('sync', this.path);
    this.#file.syncNow();
  }
  close(): void {
    this.#file.close();
  }
}
