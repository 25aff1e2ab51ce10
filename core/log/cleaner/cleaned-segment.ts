/**
 * A segment that a cleaner writes: files with the suffix `.cleaned`, which nobody reads before they take the place of others.
 * (source: LocalLog.createNewCleanedSegment)
 */
import type { Disk, DiskFile } from '#core/base/disk.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { CLEANED_SUFFIX, segmentFileName } from '../file-names.ts';
import { SegmentIndexes } from '../segment-indexes.ts';
import { syncFile } from '../sync-file.ts';
import type { AbortedTxn } from '../transaction-index.ts';

const KINDS = ['log', 'index', 'timeindex', 'txnindex'] as const;

export class CleanedSegment {
  readonly baseOffset: number;
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #intervalBytes: number;
  readonly #indexes: SegmentIndexes;
  readonly #file: DiskFile;
  #size = 0;

  /** Creates the files, empty; what an earlier attempt left is removed. @throws the platform's error. */
  constructor(
    disk: Disk,
    options: { readonly directory: string; readonly baseOffset: number; readonly intervalBytes: number },
  ) {
    this.baseOffset = options.baseOffset;
    this.#disk = disk;
    this.#directory = options.directory;
    this.#intervalBytes = options.intervalBytes;
    this.#indexes = new SegmentIndexes(disk, options.directory, options.baseOffset, CLEANED_SUFFIX);
    for (const kind of KINDS) disk.remove(this.#path(kind, CLEANED_SUFFIX));
    this.#file = disk.open(this.#path('log', CLEANED_SUFFIX), 'write');
    try {
      this.#indexes.offsets.create();
      this.#indexes.times.create();
    } catch (error) {
      this.close();
      this.remove();
      throw error;
    }
  }

  /** Bytes of the `.log`. */
  get size(): number {
    return this.#size;
  }

  /** Writes a batch behind the last one. @throws the platform's error. */
  append(bytes: Buffer): void {
    this.#file.write(this.#size, bytes);
    this.#indexes.onAppended(new RecordBatch(bytes), this.#size, this.#intervalBytes);
    this.#size += bytes.length;
  }

  appendAborted(txn: AbortedTxn): void {
    this.#indexes.transactions.append(txn);
  }

  /**
   * Resolves when everything is in the files and on the device; the files then look as if last written at `modifiedMs`.
   * Rejects with the platform's error.
   */
  async finish(modifiedMs: number): Promise<void> {
    this.#indexes.seal();
    this.close();
    await Promise.all(KINDS.map((kind) => syncFile(this.#disk, this.#path(kind, CLEANED_SUFFIX))));
    // So that segments without timestamps do not look younger than they are.
    for (const kind of ['log', 'index', 'timeindex'] as const) {
      const path = this.#path(kind, CLEANED_SUFFIX);
      if (this.#disk.exists(path)) this.#disk.setModified(path, modifiedMs);
    }
  }

  /** Gives the files another suffix, the `.log` first: without it, indexes count for nothing. @throws the platform's error. */
  rename(from: string, to: string): void {
    for (const kind of KINDS) {
      if (!this.#disk.exists(this.#path(kind, from))) continue;
      this.#disk.rename(this.#path(kind, from), this.#path(kind, to));
    }
  }

  /** Closes the file; what is in it stays. */
  close(): void {
    this.#file.close();
  }

  /** Removes what was written. */
  remove(): void {
    for (const kind of KINDS) this.#disk.remove(this.#path(kind, CLEANED_SUFFIX));
  }

  #path(kind: (typeof KINDS)[number], suffix: string): string {
    return `${this.#directory}/${segmentFileName(this.baseOffset, kind)}${suffix}`;
  }
}
