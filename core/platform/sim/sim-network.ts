/**
 * Connections inside one process: bytes arrive in order, in a later turn of the clock than they were sent. A side that is paused
 * lets bytes pile up with its peer, whose `write` then answers false until they are taken.
 */
import type { Clock } from '#core/base/clock.ts';
import type { Listener, Network, Wire } from '#core/base/network.ts';

/** Bytes under way from which a writer is told to wait: about what a socket holds. */
const WINDOW_BYTES = 65536;
const FIRST_FREE_PORT = 40_000;

class SimWire implements Wire {
  readonly remoteAddress: string;
  readonly localAddress: string;
  readonly #clock: Clock;
  readonly #onBytes: ((chunk: Buffer) => void)[] = [];
  readonly #onClose: ((error?: Error) => void)[] = [];
  readonly #onDrain: (() => void)[] = [];
  /** Sent by the peer and not taken yet. */
  #inbound: Buffer[] = [];
  #inboundBytes = 0;
  #peer: SimWire | undefined;
  #isPaused = false;
  #isScheduled = false;
  #isFull = false;
  #peerHasEnded = false;
  #isClosed = false;

  constructor(clock: Clock, addresses: { readonly local: string; readonly remote: string }) {
    this.#clock = clock;
    this.localAddress = addresses.local;
    this.remoteAddress = addresses.remote;
  }

  /** Ties two ends together. */
  static join(one: SimWire, other: SimWire): void {
    one.#peer = other;
    other.#peer = one;
  }

  onBytes(listener: (chunk: Buffer) => void): void {
    this.#onBytes.push(listener);
    this.#deliverLater();
  }

  onClose(listener: (error?: Error) => void): void {
    if (this.#isClosed) this.#clock.schedule(0, listener);
    else this.#onClose.push(listener);
  }

  onDrain(listener: () => void): void {
    this.#onDrain.push(listener);
  }

  write(chunks: readonly Uint8Array[]): boolean {
    const peer = this.#peer;
    if (this.#isClosed || peer === undefined) return true;
    for (const chunk of chunks) {
      peer.#inbound.push(Buffer.from(chunk));
      peer.#inboundBytes += chunk.length;
    }
    peer.#deliverLater();
    this.#isFull = peer.#inboundBytes > WINDOW_BYTES;
    return !this.#isFull;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#deliverLater();
  }

  destroy(): void {
    const peer = this.#peer;
    this.#close();
    if (peer !== undefined) this.#clock.schedule(0, () => peer.#close());
  }

  end(): void {
    const peer = this.#peer;
    if (this.#isClosed || peer === undefined) return;
    peer.#peerHasEnded = true;
    peer.#deliverLater();
  }

  #deliverLater(): void {
    if (this.#isScheduled || this.#onBytes.length === 0) return;
    this.#isScheduled = true;
    this.#clock.schedule(0, () => this.#deliver());
  }

  #deliver(): void {
    this.#isScheduled = false;
    while (!this.#isPaused && !this.#isClosed) {
      const chunk = this.#inbound.shift();
      if (chunk === undefined) break;
      this.#inboundBytes -= chunk.length;
      for (const listener of this.#onBytes) listener(chunk);
    }
    if (this.#inbound.length > 0 || this.#isClosed) return;
    const peer = this.#peer;
    if (peer !== undefined) peer.#drained();
    // The peer closed its side and everything is read: a socket without half-open closes as well.
    if (this.#peerHasEnded && !this.#isPaused) this.destroy();
  }

  #drained(): void {
    if (!this.#isFull) return;
    this.#isFull = false;
    for (const listener of this.#onDrain) listener();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#inbound = [];
    this.#inboundBytes = 0;
    this.#clock.schedule(0, () => {
      for (const listener of this.#onClose) listener();
    });
  }
}

export class SimNetwork implements Network {
  readonly #clock: Clock;
  readonly #listening = new Map<number, (wire: Wire) => void>();
  #nextPort = FIRST_FREE_PORT;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  listen(port: number, onConnection: (wire: Wire) => void): Promise<Listener> {
    const chosen = port === 0 ? this.#nextPort++ : port;
    if (this.#listening.has(chosen)) {
      return Promise.reject(Object.assign(new Error(`port ${chosen} is taken`), { code: 'EADDRINUSE' }));
    }
    this.#listening.set(chosen, onConnection);
    return Promise.resolve({
      port: chosen,
      close: async () => {
        this.#listening.delete(chosen);
      },
    });
  }

  connect(_host: string, port: number): Promise<Wire> {
    const onConnection = this.#listening.get(port);
    if (onConnection === undefined) {
      return Promise.reject(Object.assign(new Error(`port ${port} is closed`), { code: 'ECONNREFUSED' }));
    }
    const server = `127.0.0.1:${port}`;
    const client = `127.0.0.1:${this.#nextPort++}`;
    const ours = new SimWire(this.#clock, { local: client, remote: server });
    const theirs = new SimWire(this.#clock, { local: server, remote: client });
    SimWire.join(ours, theirs);
    onConnection(theirs);
    return Promise.resolve(ours);
  }
}
