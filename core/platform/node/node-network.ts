import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Listener, Network, Wire } from '#core/base/network.ts';

const LOOPBACK = '127.0.0.1';

/**
 * One TCP connection. What is written in one turn leaves in one system call: the socket is corked by the first write and
 * uncorked when the turn's own code is through.
 */
class NodeWire implements Wire {
  readonly remoteAddress: string;
  readonly localAddress: string;
  readonly #socket: Socket;
  #isCorked = false;
  #error: Error | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.remoteAddress = `${socket.remoteAddress ?? LOOPBACK}:${socket.remotePort ?? 0}`;
    this.localAddress = `${socket.localAddress ?? LOOPBACK}:${socket.localPort ?? 0}`;
    socket.setNoDelay(true);
    // Without a listener a reset by the peer would end the process; `onClose` carries the reason.
    socket.on('error', (error) => {
      this.#error = error;
    });
  }

  onBytes(listener: (chunk: Buffer) => void): void {
    this.#socket.on('data', listener);
  }

  onClose(listener: (error?: Error) => void): void {
    if (this.#socket.closed) {
      setImmediate(listener, this.#error);
      return;
    }
    this.#socket.once('close', () => listener(this.#error));
  }

  onDrain(listener: () => void): void {
    this.#socket.on('drain', listener);
  }

  write(chunks: readonly Uint8Array[]): boolean {
    const socket = this.#socket;
    if (socket.destroyed || socket.writableEnded) return true;
    if (!this.#isCorked) {
      this.#isCorked = true;
      socket.cork();
      process.nextTick(this.#uncork);
    }
    let hasRoom = true;
    for (const chunk of chunks) hasRoom = socket.write(chunk);
    return hasRoom;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  end(): void {
    this.#socket.end();
  }

  readonly #uncork = (): void => {
    this.#isCorked = false;
    this.#socket.uncork();
  };
}

/** TCP on 127.0.0.1 for listening; connecting goes wherever the caller says. */
export class NodeNetwork implements Network {
  listen(port: number, onConnection: (wire: Wire) => void): Promise<Listener> {
    const server = createServer((socket) => onConnection(new NodeWire(socket)));
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, LOOPBACK, () => {
        server.off('error', reject);
        resolve({ port: portOf(server), close: () => stopListening(server) });
      });
    });
  }

  connect(host: string, port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new NodeWire(socket));
      });
    });
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Resolves when no further connection can be accepted. Open connections are their owner's to end. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close();
    setImmediate(resolve);
  });
}
