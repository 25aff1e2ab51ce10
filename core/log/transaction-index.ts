/**
 * The aborted transactions whose ABORT marker lies in the segment, in the order of their markers.
 *
 *   int16 version 0 │ int64 producer id │ int64 first offset │ int64 last offset (the marker's) │ int64 last stable offset
 *
 * The file exists only once there is an entry. (source: TransactionIndex, AbortedTxn)
 */
import type { Disk } from '#core/base/disk.ts';
import { readInt64, writeInt64 } from '#core/base/int64.ts';

const ENTRY_SIZE = 34;
const VERSION = 0;

/** One aborted transaction of one partition. */
export interface AbortedTxn {
  readonly producerId: number;
  readonly firstOffset: number;
  /** Of the ABORT marker. */
  readonly lastOffset: number;
  /** The last stable offset once the marker was written. */
  readonly lastStableOffset: number;
}

export class TransactionIndex {
  readonly path: string;
  readonly #disk: Disk;
  /** Undefined until loaded. */
  #entries: AbortedTxn[] | undefined;
  /** The file holds an entry that was taken back. */
  #hasStaleEnd = false;

  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.path = path;
  }

  /** Bytes of all entries. */
  get sizeBytes(): number {
    return this.all().length * ENTRY_SIZE;
  }

  all(): readonly AbortedTxn[] {
    this.#entries ??= readEntries(this.#disk, this.path);
    return this.#entries;
  }

  /** Writes the entry to the file at once: it is rare, and a reader needs it as soon as the marker is there. */
  append(entry: AbortedTxn): void {
    const count = this.all().length;
    const file = this.#disk.open(this.path, 'write');
    try {
      file.write(count * ENTRY_SIZE, encodeEntry(entry));
    } finally {
      file.close();
    }
    this.#entries?.push(entry);
  }

  /** Takes the last entry back: the marker it speaks of could not be written. The file follows with `store`. */
  dropLast(): void {
    if (this.#entries?.pop() !== undefined) this.#hasStaleEnd = true;
  }

  /** Makes the file say what memory says. */
  store(): void {
    if (!this.#hasStaleEnd) return;
    this.#truncate(this.all().length * ENTRY_SIZE);
    this.#hasStaleEnd = false;
  }

  /**
   * Adds to `found` what a reader of [`fetchOffset`, `upperBound`) has to know.
   * Answers true when no later segment can have more.
   */
  collect(fetchOffset: number, upperBound: number, found: AbortedTxn[]): boolean {
    for (const entry of this.all()) {
      if (entry.lastOffset >= fetchOffset && entry.firstOffset < upperBound) found.push(entry);
      if (entry.lastStableOffset >= upperBound) return true;
    }
    return false;
  }

  /** False when an entry cannot belong to a segment that starts at `baseOffset`: the segment is then rebuilt. */
  isSane(baseOffset: number): boolean {
    return this.all().every((entry) => entry.lastOffset >= baseOffset);
  }

  /** Empties the file, if there is one. */
  reset(): void {
    this.#entries = [];
    this.#hasStaleEnd = false;
    if (this.#disk.exists(this.path)) this.#truncate(0);
  }

  release(): void {
    if (!this.#hasStaleEnd) this.#entries = undefined;
  }

  #truncate(size: number): void {
    const file = this.#disk.open(this.path, 'write');
    try {
      file.truncate(size);
    } finally {
      file.close();
    }
  }
}

function encodeEntry(entry: AbortedTxn): Buffer {
  const bytes = Buffer.alloc(ENTRY_SIZE);
  bytes.writeInt16BE(VERSION, 0);
  writeInt64(bytes, 2, entry.producerId);
  writeInt64(bytes, 10, entry.firstOffset);
  writeInt64(bytes, 18, entry.lastOffset);
  writeInt64(bytes, 26, entry.lastStableOffset);
  return bytes;
}

/** Whole entries; as in Kafka, a piece at the end is not noticed. */
function readEntries(disk: Disk, path: string): AbortedTxn[] {
  if (!disk.exists(path)) return [];
  const bytes = disk.readWhole(path);
  const entries: AbortedTxn[] = [];
  for (let at = 0; at + ENTRY_SIZE <= bytes.length; at += ENTRY_SIZE) {
    entries.push({
      producerId: readInt64(bytes, at + 2),
      firstOffset: readInt64(bytes, at + 10),
      lastOffset: readInt64(bytes, at + 18),
      lastStableOffset: readInt64(bytes, at + 26),
    });
  }
  return entries;
}
