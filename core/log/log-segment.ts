/**
 * One segment: a `.log` with its indexes. Appends go to the active (last) segment of a log; the others never change.
 *
 * Files are opened when used and given back when many others were used since (OpenFiles); the indexes' newest entries live in
 * memory until stored. A failed append leaves the segment as it was. (source: LogSegment)
 */
import type { Disk, DiskFile } from '#core/base/disk.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { WalkOptions } from './batch-walker.ts';
import { BatchWalker } from './batch-walker.ts';
import { DELETED_SUFFIX, segmentFileName } from './file-names.ts';
import type { LogConfig } from './log-config.ts';
import { RELATIVE_OFFSET_MAX } from './offset-index.ts';
import type { OpenFiles } from './open-files.ts';
import { SegmentIndexes } from './segment-indexes.ts';
import { lastOffsetOf, maxTimestampOf } from './stored-batch.ts';
import { syncFile } from './sync-file.ts';
import type { AbortedTxn } from './transaction-index.ts';

/** What a segment needs of the machine. */
export interface SegmentEnvironment {
  readonly disk: Disk;
  readonly openFiles: OpenFiles;
  /** The partition's directory. */
  readonly directory: string;
}

/** Where a batch lies. */
export interface BatchPosition {
  readonly position: number;
  readonly size: number;
  readonly baseOffset: number;
}

/** What decides whether the next batch needs a new segment. */
export interface RollParameters {
  readonly config: LogConfig;
  readonly nowMs: number;
  /** Of the batch to come. */
  readonly size: number;
  readonly maxTimestamp: number;
  readonly lastOffset: number;
}

export class LogSegment {
  readonly baseOffset: number;
  readonly #environment: SegmentEnvironment;
  readonly #indexes: SegmentIndexes;
  /** When the segment was made or opened, in ms; counts for rolling while no batch has a timestamp. */
  readonly #createdMs: number;
  /** Taken off `segment.ms`. */
  readonly #rollJitterMs: number;
  #file: DiskFile | undefined;
  #path: string;
  #size: number;
  /** Greatest timestamp of the first batch; undefined until it is needed. */
  #firstTimestamp: number | undefined;
  /** A failed append may have left bytes behind the end. */
  #hasTornTail = false;
  /** Something was written since the last sync. */
  #isDirty = false;

  constructor(
    environment: SegmentEnvironment,
    options: { readonly baseOffset: number; readonly nowMs: number; readonly rollJitterMs: number },
  ) {
    const { disk, directory } = environment;
    this.baseOffset = options.baseOffset;
    this.#environment = environment;
    this.#createdMs = options.nowMs;
    this.#rollJitterMs = options.rollJitterMs;
    this.#path = `${directory}/${segmentFileName(options.baseOffset, 'log')}`;
    this.#indexes = new SegmentIndexes(disk, directory, options.baseOffset);
    this.#size = disk.stat(this.#path)?.size ?? 0;
  }

  /** Bytes of the `.log`. */
  get size(): number {
    return this.#size;
  }

  get indexes(): SegmentIndexes {
    this.#environment.openFiles.touch(this);
    return this.#indexes;
  }

  /**
   * Creates the files, empty; ones that are left from before are emptied. The `.log` comes last: without it the others count for
   * nothing. @throws the platform's error.
   */
  createFiles(): void {
    const { disk } = this.#environment;
    const { offsets, times, transactions } = this.#indexes;
    disk.remove(transactions.path);
    for (const path of [offsets.path, times.path, this.#path]) emptyFile(disk, path);
    this.#size = 0;
  }

  /** True when the batch must go to a new segment. */
  shouldRoll({ config, nowMs, size, maxTimestamp, lastOffset }: RollParameters): boolean {
    if (this.#size > config['segment.bytes'] - size) return true;
    if (this.#size > 0) {
      const waited = this.#timeWaited(nowMs, maxTimestamp);
      if (waited > config['segment.ms'] - this.#rollJitterMs) return true;
    }
    if (this.indexes.isFull(config['segment.index.bytes'])) return true;
    return lastOffset - this.baseOffset > RELATIVE_OFFSET_MAX;
  }

  /**
   * Writes the batch behind the last one, and, when it ends an aborted transaction, the entry about that.
   * @throws the platform's error; the segment is then as it was before.
   */
  append(
    batch: RecordBatch,
    options: { readonly intervalBytes: number; readonly aborted: AbortedTxn | undefined },
  ): void {
    const { aborted } = options;
    const position = this.#size;
    const file = this.#open();
    if (this.#hasTornTail) this.#cutTail(file);
    if (aborted !== undefined) this.#indexes.transactions.append(aborted);
    try {
      file.write(position, batch.whole);
    } catch (error) {
      if (aborted !== undefined) this.#indexes.transactions.dropLast();
      this.#undoAppend(file);
      throw error;
    }
    this.#isDirty = true;
    this.#size = position + batch.size;
    if (position === 0) this.#firstTimestamp = maxTimestampOf(batch);
    this.#indexes.onAppended(batch, position, options.intervalBytes);
  }

  /** The first batch whose last offset is `offset` or greater; undefined when the segment has none. */
  find(offset: number): BatchPosition | undefined {
    const { position } = this.indexes.offsets.lookup(offset);
    const walker = this.walk({ position, want: 'headers', reusesWindow: true });
    for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
      if (lastOffsetOf(batch) >= offset) {
        return { position: walker.positionOf(batch), size: batch.size, baseOffset: batch.baseOffset };
      }
    }
    return undefined;
  }

  /** A walker over the batches from `position` to what is now the end. It outlives `release`. */
  walk(options: Omit<WalkOptions, 'end'>): BatchWalker {
    return new BatchWalker((position, target, length) => this.readInto(position, target, length), {
      ...options,
      end: this.#size,
    });
  }

  /** Reads into a buffer of the caller's; answers how many bytes there were. */
  readInto(position: number, target: Buffer, length: number): number {
    return this.#open().read(position, target, 0, length);
  }

  /** `length` bytes at `position`, which must be there. */
  read(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    const got = this.#open().read(position, bytes, 0, length);
    return got === length ? bytes : bytes.subarray(0, got);
  }

  /** When the `.log` was last written, in ms. */
  get modifiedMs(): number {
    return this.#environment.disk.stat(this.#path)?.modifiedMs ?? 0;
  }

  /** Greatest timestamp of the first batch; −1 when it has none, undefined when there is no batch. */
  get firstTimestamp(): number | undefined {
    if (this.#firstTimestamp === undefined) {
      const first = this.walk({ position: 0, want: 'headers', reusesWindow: true }).next();
      if (first !== undefined) this.#firstTimestamp = maxTimestampOf(first);
    }
    return this.#firstTimestamp;
  }

  /** The greatest timestamp, or when no record has one, the time the file was last written. In ms. */
  get largestTimestamp(): number {
    const { timestamp } = this.indexes.maxTimestamp;
    return timestamp >= 0 ? timestamp : this.modifiedMs;
  }

  /** Ends the file at `size`: what follows was found damaged. */
  truncate(size: number): void {
    this.#open().truncate(size);
    this.#size = size;
    this.#isDirty = true;
    if (size === 0) this.#firstTimestamp = undefined;
  }

  /** Cuts what a failed append left behind the end. @throws the platform's error. */
  repair(): void {
    if (this.#hasTornTail) this.#cutTail(this.#open());
  }

  /** Resolves when everything written so far is on the device. */
  async sync(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    try {
      await Promise.all(
        [this.#path, ...this.#indexes.paths].map((path) => syncFile(this.#environment.disk, path)),
      );
    } catch (error) {
      this.#isDirty = true;
      throw error;
    }
  }

  /** Of its `.log`. */
  get path(): string {
    return this.#path;
  }

  /** Renames all files to `.deleted` and answers the new paths. Walks that are under way go on. */
  markDeleted(): string[] {
    const { disk } = this.#environment;
    this.close();
    const marked = this.#existingPaths().map((path) => {
      disk.rename(path, `${path}${DELETED_SUFFIX}`);
      return `${path}${DELETED_SUFFIX}`;
    });
    this.#path = `${this.#path}${DELETED_SUFFIX}`;
    return marked;
  }

  /** Gives files and loaded indexes back; they return when needed. */
  release(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#indexes.release();
  }

  close(): void {
    this.release();
    this.#environment.openFiles.forget(this);
  }

  #existingPaths(): string[] {
    return [this.#path, ...this.#indexes.paths].filter((path) => this.#environment.disk.exists(path));
  }

  #open(): DiskFile {
    this.#environment.openFiles.touch(this);
    this.#file ??= this.#environment.disk.open(this.#path, 'write');
    return this.#file;
  }

  /** Record time from the first batch to the next one; clock time since the segment was made when there are no timestamps. */
  #timeWaited(nowMs: number, maxTimestamp: number): number {
    const first = this.firstTimestamp ?? -1;
    return first >= 0 ? maxTimestamp - first : nowMs - this.#createdMs;
  }

  #cutTail(file: DiskFile): void {
    file.truncate(this.#size);
    this.#hasTornTail = false;
  }

  #undoAppend(file: DiskFile): void {
    this.#hasTornTail = true;
    try {
      this.#cutTail(file);
      this.#indexes.transactions.store();
    } catch {
      // The disk fails altogether. The next append, and a clean shutdown, try again before they trust the file.
    }
  }
}

function emptyFile(disk: Disk, path: string): void {
  const file = disk.open(path, 'write');
  try {
    file.truncate(0);
  } finally {
    file.close();
  }
}
