/** One accepted or opened connection: bytes in, bytes out, closed once. */
export interface Wire {
  /** e.g. `127.0.0.1:53412`. */
  readonly remoteAddress: string;
  readonly localAddress: string;
  /** Called with each received chunk; the chunk belongs to the listener. */
  onBytes(listener: (chunk: Buffer) => void): void;
  /** Called once, when the connection is over; `error` says why unless it ended in order. */
  onClose(listener: (error?: Error) => void): void;
  /** Called whenever everything handed to `write` has left for the kernel. */
  onDrain(listener: () => void): void;
  /** Sends the chunks in order. False when the peer reads slower than we write: wait for `onDrain`. */
  write(chunks: readonly Uint8Array[]): boolean;
  /** Stops and resumes reading: back-pressure. */
  pause(): void;
  resume(): void;
  /** Closes at once; pending writes may be lost. */
  destroy(): void;
  /** Closes after pending writes. */
  end(): void;
}

/** A listening port on loopback. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Loopback TCP. There is deliberately no host parameter for listening: the lab never listens elsewhere than on 127.0.0.1. */
export interface Network {
  /**
   * Listens on 127.0.0.1:`port` (0 picks a free one).
   * @throws {Error} with `code` 'EADDRINUSE' when the port is taken.
   */
  listen(port: number, onConnection: (wire: Wire) => void): Promise<Listener>;
  /** Opens a connection; rejects with the platform's error (e.g. `code` 'ECONNREFUSED'). */
  connect(host: string, port: number): Promise<Wire>;
}
