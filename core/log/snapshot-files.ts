/** The `.snapshot` files of a partition directory, by the offset they were taken at. (source: SnapshotFile) */
import type { Disk } from '#core/base/disk.ts';
import { DELETED_SUFFIX, parseSegmentFileName, segmentFileName } from './file-names.ts';
import { syncFile } from './sync-file.ts';

export class SnapshotFiles {
  readonly #disk: Disk;
  readonly #directory: string;
  /** Ascending. */
  #offsets: number[];

  constructor(disk: Disk, directory: string) {
    this.#disk = disk;
    this.#directory = directory;
    this.#offsets = this.#list();
  }

  /** Ascending; a copy, so that files can be removed while walking. */
  offsets(): number[] {
    return [...this.#offsets];
  }

  latest(): number | undefined {
    return this.#offsets.at(-1);
  }

  read(offset: number): Buffer {
    return this.#disk.readWhole(this.#path(offset));
  }

  /** Writes the snapshot at `offset`; `sync` brings it to the device. */
  write(offset: number, bytes: Buffer): void {
    const file = this.#disk.open(this.#path(offset), 'write');
    try {
      file.write(0, bytes);
      file.truncate(bytes.length);
    } finally {
      file.close();
    }
    if (this.#offsets.includes(offset)) return;
    this.#offsets.push(offset);
    this.#offsets.sort((a, b) => a - b);
  }

  /** Resolves when the snapshot at `offset`, if there is one, is on the device. */
  async sync(offset: number): Promise<void> {
    if (this.#offsets.includes(offset)) await syncFile(this.#disk, this.#path(offset));
  }

  remove(offset: number): void {
    this.#disk.remove(this.#path(offset));
    this.#forget(offset);
  }

  /** Renames the file to `.deleted`; answers its new path, or undefined when there is none at `offset`. */
  markDeleted(offset: number): string | undefined {
    this.#forget(offset);
    // Recovery works with lists of its own and may have removed the file already.
    if (!this.#disk.exists(this.#path(offset))) return undefined;
    const marked = `${this.#path(offset)}${DELETED_SUFFIX}`;
    this.#disk.rename(this.#path(offset), marked);
    return marked;
  }

  /**
   * Removes snapshots that belong to no segment, but not the newest one when it lies behind all segment bases: that is the one
   * taken at a clean shutdown.
   */
  removeStray(segmentBases: ReadonlySet<number>): void {
    this.#offsets = this.#list();
    const stray = this.#offsets.filter((offset) => !segmentBases.has(offset));
    const newest = stray.at(-1);
    const greatestBase = Math.max(...segmentBases);
    for (const offset of stray) {
      if (offset !== newest || offset < greatestBase) this.remove(offset);
    }
  }

  #list(): number[] {
    const offsets: number[] = [];
    for (const { name, isDirectory } of this.#disk.list(this.#directory)) {
      const file = isDirectory ? undefined : parseSegmentFileName(name);
      if (file?.kind === 'snapshot' && file.temporary === '') offsets.push(file.baseOffset);
    }
    return offsets.sort((a, b) => a - b);
  }

  #path(offset: number): string {
    return `${this.#directory}/${segmentFileName(offset, 'snapshot')}`;
  }

  #forget(offset: number): void {
    this.#offsets = this.#offsets.filter((known) => known !== offset);
  }
}
