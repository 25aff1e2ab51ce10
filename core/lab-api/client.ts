/** The window's half of the contract: typed calls, and batches of events that are acknowledged when they have been drawn. */
import type { Cancel } from '#core/base/clock.ts';
import type { EventBatch } from '#core/observe/event-feed.ts';
import type { CallName, InputOf, OutputOf } from './contract.ts';
import { LabError, labError } from './lab-error.ts';
import type { LabMessage, LabTransport, WindowMessage } from './transport.ts';

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: LabError) => void;
}

/** Called with each batch; the next but one comes only after the promise has settled. */
export type BatchListener = (batch: EventBatch) => void | Promise<void>;

export class LabClient {
  readonly #transport: LabTransport;
  readonly #waiting = new Map<number, Waiting>();
  readonly #closeListeners = new Set<() => void>();
  #listener: BatchListener | undefined;
  #nextId = 1;
  #isClosed = false;

  constructor(transport: LabTransport) {
    this.#transport = transport;
    transport.onMessage((message) => this.#receive(message as unknown as LabMessage));
    transport.onClose(() => this.#onClosed());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @throws {LabError} (as rejection) when the lab could not do it, or is gone: code 'DISCONNECTED'. */
  call<N extends CallName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    if (this.#isClosed) return Promise.reject(disconnected());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ kind: 'call', id, name, input });
    });
  }

  /** Asks for events after `sinceSeq` (as of a snapshot). One subscription at a time: a new one replaces the old. */
  subscribe(options: { readonly sinceSeq: number; readonly onBatch: BatchListener }): Cancel {
    const listener: BatchListener = (batch) => options.onBatch(batch);
    this.#listener = listener;
    if (!this.#isClosed) this.#send({ kind: 'subscribe', sinceSeq: options.sinceSeq });
    return () => {
      if (this.#listener !== listener) return;
      this.#listener = undefined;
      if (!this.#isClosed) this.#send({ kind: 'unsubscribe' });
    };
  }

  /** Called once, when the lab is gone. */
  onClose(listener: () => void): Cancel {
    this.#closeListeners.add(listener);
    return () => this.#closeListeners.delete(listener);
  }

  close(): void {
    this.#transport.close();
  }

  #send(message: WindowMessage): void {
    this.#transport.send(message);
  }

  #receive(message: LabMessage): void {
    if (message.kind === 'events') {
      void this.#deliver(message.batch);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.ok) waiting?.resolve(message.value as never);
    else waiting?.reject(new LabError(message.failure));
  }

  /** A listener that throws must not stop the flow: its error goes to whoever watches unhandled rejections. */
  async #deliver(batch: EventBatch): Promise<void> {
    try {
      await this.#listener?.(batch);
    } finally {
      if (!this.#isClosed) this.#send({ kind: 'ack' });
    }
  }

  #onClosed(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) reject(disconnected());
    this.#waiting.clear();
    for (const listener of this.#closeListeners) listener();
  }
}

function disconnected(): LabError {
  return labError('DISCONNECTED', 'The lab is gone.', 'Start Fencepost again.');
}
