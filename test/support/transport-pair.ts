import type { LabTransport } from '#core/lab-api/transport.ts';
import type { Json } from '#core/observe/events.ts';

/** Two ends in one process. Every message crosses as JSON text, as it would over a socket. */
export function transportPair(): readonly [LabTransport, LabTransport] {
  const left = new End();
  const right = new End();
  left.peer = right;
  right.peer = left;
  return [left, right];
}

class End implements LabTransport {
  peer: End | undefined;
  readonly #early: Json[] = [];
  #listener: ((message: Json) => void) | undefined;
  #onClose: (() => void) | undefined;
  #isClosed = false;

  send(message: Json): void {
    const text = JSON.stringify(message);
    queueMicrotask(() => this.peer?.receive(JSON.parse(text)));
  }

  onMessage(listener: (message: Json) => void): void {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener(message);
  }

  onClose(listener: () => void): void {
    this.#onClose = listener;
  }

  close(): void {
    this.end();
    this.peer?.end();
  }

  receive(message: Json): void {
    if (this.#isClosed) return;
    if (this.#listener === undefined) this.#early.push(message);
    else this.#listener(message);
  }

  end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose?.();
  }
}
