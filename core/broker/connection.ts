/**
 * One client's connection: frames in, responses out, in order.
 *
 * One request is in work at a time; the next one waits until the answer is on its way, as Kafka mutes a channel. Two bounds hold
 * memory: while a request is in work and another waits, nothing more is read; while the peer does not take our bytes, nothing
 * more is worked on. So a connection holds one frame in work, one waiting, and the chunk it came in.
 */
import type { Clock } from '#core/base/clock.ts';
import type { Wire } from '#core/base/network.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { FrameError, FrameSplitter } from '#core/protocol/frame.ts';

/**
 * What is to be done after a frame was worked on: send these chunks, send nothing, cut the connection (with the reason, when
 * the peer is to blame), or never go on, as Kafka does after a request whose handler died.
 */
export type Outcome =
  | { readonly kind: 'send'; readonly chunks: readonly Buffer[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'close'; readonly reason?: string }
  | { readonly kind: 'never' };

/** Works on one frame. It must not throw. */
export type FrameHandler = (frame: Buffer, connection: Connection) => Outcome | Promise<Outcome>;

export interface ConnectionOptions {
  /** From 1, unique within the broker. */
  readonly id: number;
  readonly wire: Wire;
  /** socket.request.max.bytes */
  readonly maxRequestBytes: number;
  readonly handle: FrameHandler;
}

/** Responses are handed to the wire at the end of the turn, or as soon as that many bytes have gathered. */
const FLUSH_BYTES = 65536;
/** How long a peer may keep its side open after we have closed ours. */
const LINGER_MS = 1000;

export class Connection {
  readonly id: number;
  readonly remoteAddress: string;
  readonly #wire: Wire;
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #handle: FrameHandler;
  readonly #splitter: FrameSplitter;
  readonly #closeListeners = new Set<() => void>();
  #waiting: (Buffer | FrameError)[] = [];
  #out: Buffer[] = [];
  #outBytes = 0;
  #isWorking = false;
  #isStuck = false;
  #isBroken = false;
  #isPumping = false;
  #isBlocked = false;
  #isPaused = false;
  #isClosed = false;
  #lastActiveMs: number;

  constructor(clock: Clock, bus: EventBus, options: ConnectionOptions) {
    this.#clock = clock;
    this.#bus = bus;
    this.id = options.id;
    this.#wire = options.wire;
    this.remoteAddress = options.wire.remoteAddress;
    this.#handle = options.handle;
    this.#splitter = new FrameSplitter(options.maxRequestBytes);
    this.#lastActiveMs = clock.monotonicMs();
    bus.publish('connection.opened', { connection: this.id, remoteAddress: this.remoteAddress });
    this.#wire.onBytes((chunk) => this.#receive(chunk));
    this.#wire.onDrain(() => this.#drained());
    this.#wire.onClose(() => this.#ended());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Monotonic time of the last byte in or answer out; a request in work counts as activity. */
  get lastActiveMs(): number {
    return this.#isWorking && !this.#isStuck ? this.#clock.monotonicMs() : this.#lastActiveMs;
  }

  /** Calls `listener` once when the connection is over; gives back a way to stop listening. */
  onClose(listener: () => void): () => void {
    if (this.#isClosed) listener();
    else this.#closeListeners.add(listener);
    return () => this.#closeListeners.delete(listener);
  }

  /** Ends the connection after what has been answered so far. */
  close(): void {
    if (this.#isClosed) return;
    this.#flush();
    this.#shut();
    this.#wire.end();
    this.#resume();
    this.#clock.schedule(LINGER_MS, () => this.#wire.destroy());
  }

  #receive(chunk: Buffer): void {
    if (this.#isClosed || this.#isBroken) return;
    this.#lastActiveMs = this.#clock.monotonicMs();
    try {
      this.#splitter.push(chunk, (frame) => this.#waiting.push(frame));
    } catch (error) {
      // Requests that came whole before the bad frame are answered first.
      if (!(error instanceof FrameError)) throw error;
      this.#isBroken = true;
      this.#waiting.push(error);
    }
    this.#pump();
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (!this.#isWorking && !this.#isBlocked && !this.#isClosed) {
      const frame = this.#waiting.shift();
      if (frame === undefined) break;
      if (frame instanceof FrameError) {
        this.#reject(frame.message);
        break;
      }
      const outcome = this.#handle(frame, this);
      if (outcome instanceof Promise) this.#await(outcome);
      else this.#settle(outcome);
    }
    this.#isPumping = false;
    this.#flush();
    if (this.#waiting.length > 0) this.#pause();
    else this.#resume();
  }

  #await(outcome: Promise<Outcome>): void {
    this.#isWorking = true;
    void outcome.then((settled) => {
      this.#isWorking = false;
      this.#lastActiveMs = this.#clock.monotonicMs();
      if (this.#isClosed) return;
      this.#settle(settled);
      this.#pump();
    });
  }

  #settle(outcome: Outcome): void {
    switch (outcome.kind) {
      case 'send':
        for (const chunk of outcome.chunks) {
          this.#out.push(chunk);
          this.#outBytes += chunk.length;
        }
        if (this.#outBytes >= FLUSH_BYTES) this.#flush();
        return;
      case 'nothing':
        return;
      case 'close':
        if (outcome.reason === undefined) this.close();
        else this.#reject(outcome.reason);
        return;
      case 'never':
        // What waits is never reached, and reading stops at the next whole frame.
        this.#isWorking = true;
        this.#isStuck = true;
        return;
    }
  }

  #reject(reason: string): void {
    this.#bus.publish('connection.rejected', { connection: this.id, reason });
    this.close();
  }

  #flush(): void {
    if (this.#out.length === 0) return;
    const chunks = this.#out;
    this.#out = [];
    this.#outBytes = 0;
    if (!this.#wire.write(chunks)) this.#isBlocked = true;
  }

  #drained(): void {
    if (!this.#isBlocked) return;
    this.#isBlocked = false;
    this.#lastActiveMs = this.#clock.monotonicMs();
    this.#pump();
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#wire.pause();
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#wire.resume();
  }

  #ended(): void {
    if (!this.#isClosed) this.#shut();
    this.#bus.publish('connection.closed', { connection: this.id });
  }

  #shut(): void {
    this.#isClosed = true;
    this.#waiting = [];
    for (const listener of this.#closeListeners) listener();
    this.#closeListeners.clear();
  }
}
