/** A sliding window over a file: positioned reads into one buffer that is used again and again. */
import type { DiskFile } from '#core/base/disk.ts';

export class ByteWindow {
  readonly #file: DiskFile;
  readonly #chunkSize: number;
  #bytes: Buffer;
  /** Position of the first byte in the window. */
  #at = 0;
  /** Bytes of the window that are filled. */
  #filled = 0;
  /** Read from disk so far. */
  readBytes = 0;

  constructor(file: DiskFile, chunkSize: number) {
    this.#file = file;
    this.#chunkSize = chunkSize;
    this.#bytes = Buffer.allocUnsafe(Math.min(chunkSize, Math.max(1, file.size())));
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /**
   * Makes sure that `length` bytes from `position` on are in the window, and reads at least `ahead` where it reads at all; answers
   * where in `bytes` they begin, −1 when the file has fewer. What was in `bytes` before is gone then.
   */
  want(position: number, length: number, ahead = this.#chunkSize): number {
    const start = position - this.#at;
    if (start >= 0 && start + length <= this.#filled) return start;
    const size = Math.max(length, Math.min(ahead, this.#chunkSize));
    if (size > this.#bytes.length) this.#bytes = Buffer.allocUnsafe(size);
    else if (this.#bytes.length > this.#chunkSize && size <= this.#chunkSize) {
      // One large batch must not keep its memory.
      this.#bytes = Buffer.allocUnsafe(this.#chunkSize);
    }
    this.#filled = this.#file.read(position, this.#bytes, 0, size);
    this.#at = position;
    this.readBytes += this.#filled;
    return this.#filled < length ? -1 : 0;
  }

  /** Bytes in the window from `position` on; 0 when it is not in the window. */
  availableAt(position: number): number {
    const start = position - this.#at;
    return start >= 0 && start < this.#filled ? this.#filled - start : 0;
  }
}
