/** Frames: an int32 size, then that many bytes. */

/** What the peer sent is not a frame: negative or larger than allowed. The connection must be closed. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

const PREFIX = 4;

/**
 * Chunks in, whole frames out. Chunks are kept as a list and joined once a frame, never per chunk; memory is bounded by
 * `maxSize` plus one chunk.
 */
export class FrameSplitter {
  readonly #maxSize: number;
  #chunks: Buffer[] = [];
  #buffered = 0;
  #needed = PREFIX;
  #size = -1;

  /** `maxSize` in bytes: Kafka's socket.request.max.bytes. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /**
   * Adds a chunk and hands every completed frame (without its prefix) to `onFrame`, in order.
   * @throws {FrameError} on a size that is negative or above the limit.
   */
  push(chunk: Buffer, onFrame: (frame: Buffer) => void): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    while (this.#buffered >= this.#needed) {
      const bytes = this.#take(this.#needed);
      if (this.#size < 0) {
        const size = bytes.readInt32BE(0);
        if (size < 0 || size > this.#maxSize) {
          throw new FrameError(`frame size ${size} is not within 0 and ${this.#maxSize}`);
        }
        this.#size = size;
        this.#needed = size;
      } else {
        this.#size = -1;
        this.#needed = PREFIX;
        onFrame(bytes);
      }
    }
  }

  /** The next `size` buffered bytes: a view when one chunk holds them, a joined copy otherwise. */
  #take(size: number): Buffer {
    this.#buffered -= size;
    const first = this.#chunks[0];
    if (first === undefined) return Buffer.alloc(0);
    if (first.length >= size) {
      if (first.length === size) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(size);
      return first.subarray(0, size);
    }
    const joined = Buffer.allocUnsafe(size);
    let at = 0;
    let used = 0;
    for (const chunk of this.#chunks) {
      const part = Math.min(chunk.length, size - at);
      chunk.copy(joined, at, 0, part);
      at += part;
      if (part < chunk.length) {
        this.#chunks[used] = chunk.subarray(part);
        break;
      }
      used++;
      if (at === size) break;
    }
    this.#chunks.splice(0, used);
    return joined;
  }
}

/** The chunks of a message with its size prefix in front. */
export function frameOf(chunks: readonly Buffer[]): Buffer[] {
  let size = 0;
  for (const chunk of chunks) size += chunk.length;
  const prefix = Buffer.allocUnsafe(PREFIX);
  prefix.writeInt32BE(size);
  return [prefix, ...chunks];
}
