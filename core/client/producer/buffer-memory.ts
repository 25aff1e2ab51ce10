/**
 * The bytes of buffer.memory, and who waits for some.
 *
 * Whoever waits is served in order, and nobody gets ahead of those who wait: a large record is not starved by small ones. Only
 * the accounting is here; the memory itself belongs to the batches. (source: BufferPool)
 */
import { assert } from '#core/base/assert.ts';
import type { Cancel, Clock } from '#core/base/clock.ts';
import { ClientError } from '../client-error.ts';
import type { BufferMemoryNotice } from '../producer-notices.ts';

/** Who is told what becomes of the memory. */
export interface MemoryWatch {
  readonly notice?: ((notice: BufferMemoryNotice) => void) | undefined;
  /** After each wait: how long it took, and whether it was in vain. */
  readonly waited?: ((waitedMs: number, isExhausted: boolean) => void) | undefined;
}

interface Waiter {
  readonly bytes: number;
  readonly sinceMs: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly cancelTimer: Cancel;
}

export class BufferMemory {
  readonly #clock: Clock;
  readonly #totalBytes: number;
  readonly #watch: MemoryWatch;
  #availableBytes: number;
  #waiters: Waiter[] = [];

  constructor(clock: Clock, totalBytes: number, watch: MemoryWatch = {}) {
    this.#watch = watch;
    this.#clock = clock;
    this.#totalBytes = totalBytes;
    this.#availableBytes = totalBytes;
  }

  get totalBytes(): number {
    return this.#totalBytes;
  }
  get availableBytes(): number {
    return this.#availableBytes;
  }
  /** How many reservations wait: the memory is exhausted. */
  get waitingCount(): number {
    return this.#waiters.length;
  }

  /** Takes `bytes` if they are there and nobody waits. */
  tryReserve(bytes: number): boolean {
    if (this.#waiters.length > 0 || bytes > this.#availableBytes) return false;
    this.#availableBytes -= bytes;
    return true;
  }

  /** Takes `bytes` as soon as they are there; rejects with BufferExhaustedException after `timeoutMs`. */
  reserve(bytes: number, timeoutMs: number): Promise<void> {
    if (this.tryReserve(bytes)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const cancelTimer = this.#clock.schedule(timeoutMs, () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        const waitedMs = this.#clock.monotonicMs() - waiter.sinceMs;
        this.#watch.waited?.(waitedMs, true);
        this.#notice('exhausted', bytes, waitedMs);
        reject(this.#exhausted(bytes, timeoutMs));
        this.#serve();
      });
      const waiter: Waiter = { bytes, sinceMs: this.#clock.monotonicMs(), resolve, reject, cancelTimer };
      this.#waiters.push(waiter);
      this.#notice('waiting', bytes);
    });
  }

  /** Gives back what was taken. */
  release(bytes: number): void {
    this.#availableBytes += bytes;
    assert(this.#availableBytes <= this.#totalBytes, 'no more buffer memory is given back than was taken');
    this.#notice('freed', bytes);
    this.#serve();
  }

  /** Ends the wait of all with KafkaException. */
  close(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) {
      waiter.cancelTimer();
      waiter.reject(new ClientError('KafkaException', 'Producer closed while allocating memory'));
    }
  }

  #serve(): void {
    for (let first = this.#waiters[0]; first !== undefined; first = this.#waiters[0]) {
      if (first.bytes > this.#availableBytes) return;
      this.#waiters.shift();
      this.#availableBytes -= first.bytes;
      first.cancelTimer();
      const waitedMs = this.#clock.monotonicMs() - first.sinceMs;
      this.#watch.waited?.(waitedMs, false);
      this.#notice('granted', first.bytes, waitedMs);
      first.resolve();
    }
  }

  #notice(what: BufferMemoryNotice['what'], bytes: number, waitedMs = 0): void {
    this.#watch.notice?.({
      what,
      bytes,
      waitedMs,
      availableBytes: this.#availableBytes,
      totalBytes: this.#totalBytes,
      waitingCount: this.#waiters.length,
    });
  }

  #exhausted(bytes: number, timeoutMs: number): ClientError {
    return new ClientError(
      'BufferExhaustedException',
      `Failed to allocate ${bytes} bytes within the configured max blocking time ${timeoutMs} ms. ` +
        `Total memory: ${this.#totalBytes} bytes. Available memory: ${this.#availableBytes} bytes.`,
    );
  }
}
