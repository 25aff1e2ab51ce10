/**
 * The three indexes of a segment, and the greatest timestamp that two of them are fed from. (source: LogSegment)
 *
 * An entry is due once more than `index.interval.bytes` were written since the last one; offset and time index then get one
 * together. The time index gets a last one when the segment is sealed, so that its end tells the greatest timestamp.
 */
import type { Disk } from '#core/base/disk.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { CorruptBatchError } from './batch-walker.ts';
import { segmentFileName } from './file-names.ts';
import { OffsetIndex } from './offset-index.ts';
import { lastOffsetOf, maxTimestampOf } from './stored-batch.ts';
import type { TimestampOffset } from './time-index.ts';
import { TimeIndex, timeIndexEntry } from './time-index.ts';
import { TransactionIndex } from './transaction-index.ts';

export class SegmentIndexes {
  readonly offsets: OffsetIndex;
  readonly times: TimeIndex;
  readonly transactions: TransactionIndex;
  readonly #baseOffset: number;
  #bytesSinceEntry = 0;
  /** Undefined until it is needed: then the time index's last entry. */
  #maxTimestamp: TimestampOffset | undefined;

  /** `suffix` is put behind the names of the files: `.cleaned` for what a cleaner writes. */
  constructor(disk: Disk, directory: string, baseOffset: number, suffix = '') {
    const path = (kind: 'index' | 'timeindex' | 'txnindex'): string =>
      `${directory}/${segmentFileName(baseOffset, kind)}${suffix}`;
    this.#baseOffset = baseOffset;
    this.offsets = new OffsetIndex(disk, path('index'), baseOffset);
    this.times = new TimeIndex(disk, path('timeindex'), baseOffset);
    this.transactions = new TransactionIndex(disk, path('txnindex'));
  }

  get paths(): readonly string[] {
    return [this.offsets.path, this.times.path, this.transactions.path];
  }

  /** The greatest timestamp and the last offset of the batch that has it; timestamp −1 when there is none. */
  get maxTimestamp(): TimestampOffset {
    this.#maxTimestamp ??= this.times.last();
    return this.#maxTimestamp;
  }

  /** The time index's last entry as `seal` would add it; empty when the index ends with it already. */
  get finalTimeEntry(): Buffer {
    const { timestamp, offset } = this.maxTimestamp;
    return timestamp > this.times.last().timestamp
      ? timeIndexEntry({ timestamp, relativeOffset: offset - this.#baseOffset })
      : Buffer.alloc(0);
  }

  /** True when either index may not grow any more. */
  isFull(bytesMax: number): boolean {
    return this.offsets.isFull(bytesMax) || this.times.isFull(bytesMax);
  }

  /** A batch was written at `position`. */
  onAppended(batch: RecordBatch, position: number, intervalBytes: number): void {
    this.#noteTimestamp(batch);
    if (this.#bytesSinceEntry > intervalBytes) {
      this.#addEntries(batch, position);
      this.#bytesSinceEntry = 0;
    }
    this.#bytesSinceEntry += batch.size;
  }

  /** Forgets everything, in order to be filled by `onRecovered`. */
  reset(): void {
    this.offsets.reset();
    this.times.reset();
    this.transactions.reset();
    this.#maxTimestamp = { timestamp: -1, offset: this.#baseOffset };
    this.#bytesSinceEntry = 0;
  }

  /**
   * A batch was found at `position`. Recovery counts from the position of the last entry's batch, not from its end.
   * @throws {CorruptBatchError} when its offset is not above the last entry's.
   */
  onRecovered(batch: RecordBatch, position: number, intervalBytes: number): void {
    const last = this.offsets.last();
    const isDue = position - last.position > intervalBytes;
    if (isDue && this.offsets.count > 0 && lastOffsetOf(batch) <= last.offset) {
      throw new CorruptBatchError(
        position,
        `batch with last offset ${lastOffsetOf(batch)} behind ${last.offset}`,
      );
    }
    this.#noteTimestamp(batch);
    if (isDue) this.#addEntries(batch, position);
  }

  /** Adds the final entry of the time index and stores everything: the segment is rolled or closed. */
  seal(): void {
    if (this.#maxTimestamp !== undefined) {
      this.times.maybeAppend(this.#maxTimestamp.timestamp, this.#maxTimestamp.offset);
    }
    this.store();
  }

  /** Writes what is only in memory. */
  store(): void {
    this.offsets.store();
    this.times.store();
    this.transactions.store();
  }

  /** Gives memory back where the files can stand in for it. */
  release(): void {
    this.offsets.release();
    this.times.release();
    this.transactions.release();
  }

  #noteTimestamp(batch: RecordBatch): void {
    const timestamp = maxTimestampOf(batch);
    if (timestamp > this.maxTimestamp.timestamp) {
      this.#maxTimestamp = { timestamp, offset: lastOffsetOf(batch) };
    }
  }

  #addEntries(batch: RecordBatch, position: number): void {
    this.offsets.append(lastOffsetOf(batch), position);
    const { timestamp, offset } = this.maxTimestamp;
    this.times.maybeAppend(timestamp, offset);
  }
}
