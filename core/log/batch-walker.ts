/**
 * Walks the batches of a `.log` with positioned reads, a piece of the file at a time: one window for many headers, or pieces of up
 * to 1 MiB where contents are wanted. (source: FileLogInputStream)
 */
import { BATCH_HEADER_SIZE, BATCH_LOG_OVERHEAD, RecordBatch } from '#core/protocol/records/record-batch.ts';

/** Where bytes come from; answers how many there were. */
export type ReadAt = (position: number, target: Buffer, length: number) => number;

/** Bytes read at once when only headers matter: a little more than what usually lies between two index entries. */
const HEADER_WINDOW = 8192;
/** Bytes read at once when contents matter. */
const CONTENT_WINDOW = 1048576;
/** The smallest message of any version, behind its length field. */
const LENGTH_MIN = 14;

/** Bytes that cannot be a batch. */
export class CorruptBatchError extends Error {
  override readonly name = 'CorruptBatchError';
  /** Where in the file they begin, in bytes. */
  readonly position: number;

  constructor(position: number, message: string) {
    super(`${message} at position ${position}`);
    this.position = position;
  }
}

export interface WalkOptions {
  /** Where to begin: the start of a batch. */
  readonly position: number;
  /** Bytes of the file that count. */
  readonly end: number;
  /** `headers`: only the first 61 bytes of each batch are there. `contents`: all of it. */
  readonly want: 'headers' | 'contents';
  /** Of a batch above this size, in bytes, only the header is there even where contents are wanted. */
  readonly contentsMax?: number;
  /** The window is used again, so a batch is good only until the next one is asked for. */
  readonly reusesWindow: boolean;
}

export class BatchWalker {
  readonly #readAt: ReadAt;
  readonly #options: WalkOptions;
  #window: Buffer = Buffer.alloc(0);
  /** Position in the file of the window's first byte, and how many of its bytes are filled. */
  #windowAt = 0;
  #windowSize = 0;
  #next: number;

  constructor(readAt: ReadAt, options: WalkOptions) {
    this.#readAt = readAt;
    this.#options = options;
    this.#next = options.position;
  }

  /** Where the next batch begins: the end of the batches walked so far. */
  get nextPosition(): number {
    return this.#next;
  }

  /** Where the batch that `next` answered begins. */
  positionOf(batch: RecordBatch): number {
    return this.#next - batch.size;
  }

  /**
   * The next batch; undefined when the file has no further complete one.
   * @throws {CorruptBatchError} when its length cannot be one.
   */
  next(): RecordBatch | undefined {
    const at = this.#next;
    const rest = this.#options.end - at;
    if (rest < BATCH_LOG_OVERHEAD + LENGTH_MIN) return undefined;
    this.#fill(at, Math.min(rest, BATCH_HEADER_SIZE));
    const length = this.#window.readInt32BE(at - this.#windowAt + BATCH_LOG_OVERHEAD - 4);
    if (length < LENGTH_MIN) throw new CorruptBatchError(at, `batch length ${length}`);
    const size = length + BATCH_LOG_OVERHEAD;
    if (size > rest) return undefined;
    const { want, contentsMax = size } = this.#options;
    if (want === 'contents' && size <= contentsMax) this.#fill(at, size);
    this.#next = at + size;
    return new RecordBatch(this.#window, at - this.#windowAt);
  }

  /** Makes sure that `size` bytes at `position` are in the window. */
  #fill(position: number, size: number): void {
    if (position >= this.#windowAt && position + size <= this.#windowAt + this.#windowSize) return;
    const wanted = this.#options.want === 'headers' ? HEADER_WINDOW : CONTENT_WINDOW;
    // At least the size of a header, so that a short message of an old version can be looked at like any batch.
    const length = Math.max(Math.min(wanted, this.#options.end - position), size, BATCH_HEADER_SIZE);
    if (!this.#options.reusesWindow || this.#window.length < length) {
      this.#window = Buffer.allocUnsafe(length);
    }
    this.#windowAt = position;
    this.#windowSize = this.#readAt(position, this.#window, length);
    if (this.#windowSize < size) {
      throw new CorruptBatchError(position, `${this.#windowSize} of ${size} bytes could be read`);
    }
  }
}
