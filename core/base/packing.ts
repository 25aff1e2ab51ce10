/** Compression and digests of archives: pure computations for which the machine has better code than ours. */

/** Raw deflate, a piece at a time. What comes out of a piece may come with a later one. */
export interface Deflater {
  push(bytes: Buffer): Promise<Buffer>;
  end(): Promise<Buffer>;
}

/** The inverse. Give it pieces of some KiB: each may become a thousand times as long. */
export interface Inflater {
  /** Rejects when the bytes are not raw deflate, or go on behind its end. */
  push(bytes: Buffer): Promise<Buffer>;
  /** Rejects when the end of the data is missing. */
  end(): Promise<Buffer>;
  /** Gives memory back when nobody wants the rest. */
  close(): void;
}

export interface Digest {
  update(bytes: Buffer): void;
  /** Lower-case hexadecimal; ends the digest. */
  hex(): string;
}

/** Makes them. */
export interface Packing {
  /** `level` as zlib's, 1 (quick) to 9. */
  deflater(level: number): Deflater;
  inflater(): Inflater;
  sha256(): Digest;
}
