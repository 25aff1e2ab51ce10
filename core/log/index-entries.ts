/**
 * The entries of an index file: fixed size, ordered, searched in memory.
 *
 * Kafka maps the file and appends by writing memory; here entries are loaded when first asked for, appended in memory, and
 * stored by `store`: when the segment is rolled, closed, looked at, or at a checkpoint. What a crash takes away is rebuilt
 * from the log, since every segment that may be affected lies at or above the recovery point. (source: AbstractIndex)
 */
import type { Disk } from '#core/base/disk.ts';

const FIRST_CAPACITY = 32;

export class IndexEntries {
  readonly path: string;
  readonly entrySize: number;
  readonly #disk: Disk;
  /** Undefined until loaded. */
  #bytes: Buffer | undefined;
  #count = 0;
  /** How many of the entries in memory the file holds as well. */
  #storedCount = 0;
  /** Bytes of the file. */
  #fileSize = 0;

  constructor(disk: Disk, path: string, entrySize: number) {
    this.#disk = disk;
    this.path = path;
    this.entrySize = entrySize;
  }

  get count(): number {
    this.#load();
    return this.#count;
  }

  /** The bytes of all entries; entry n starts at n × entrySize. Do not keep it across an append. */
  get bytes(): Buffer {
    return this.#load();
  }

  /** True when `store` has something to write. */
  get isStored(): boolean {
    return (
      this.#bytes === undefined ||
      (this.#storedCount === this.#count && this.#fileSize === this.#count * this.entrySize)
    );
  }

  /** Room for one more entry at the end, counted from now on; the caller fills it in at the offset answered. */
  extend(): number {
    const bytes = this.#load();
    const at = this.#count * this.entrySize;
    if (at + this.entrySize > bytes.length) {
      const larger = Buffer.alloc(Math.max(FIRST_CAPACITY * this.entrySize, bytes.length * 2));
      bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    this.#count++;
    return at;
  }

  /** Keeps the first `count` entries. */
  truncate(count: number): void {
    this.#load();
    this.#count = Math.min(count, this.#count);
    this.#storedCount = Math.min(this.#storedCount, this.#count);
  }

  /** Forgets everything, the file's contents unread. */
  reset(): void {
    this.#bytes = Buffer.alloc(0);
    this.#count = 0;
    this.#storedCount = 0;
    this.#fileSize = this.#disk.stat(this.path)?.size ?? 0;
  }

  /** Creates the file, empty. */
  create(): void {
    this.#disk.open(this.path, 'write').close();
  }

  /** Makes the file say what memory says, exactly as long as its entries. */
  store(): void {
    const bytes = this.#bytes;
    if (bytes === undefined || this.isStored) return;
    const file = this.#disk.open(this.path, 'write');
    try {
      const from = this.#storedCount * this.entrySize;
      const end = this.#count * this.entrySize;
      if (end > from) file.write(from, bytes.subarray(from, end));
      if (this.#fileSize > end) file.truncate(end);
      this.#fileSize = end;
      this.#storedCount = this.#count;
    } finally {
      file.close();
    }
  }

  /** Gives the memory back, if the file can stand in for it. */
  release(): void {
    if (this.isStored) this.#bytes = undefined;
  }

  #load(): Buffer {
    if (this.#bytes !== undefined) return this.#bytes;
    const bytes = this.#disk.exists(this.path) ? this.#disk.readWhole(this.path) : Buffer.alloc(0);
    this.#bytes = bytes;
    this.#fileSize = bytes.length;
    this.#count = Math.floor(bytes.length / this.entrySize);
    this.#storedCount = this.#count;
    return bytes;
  }
}
