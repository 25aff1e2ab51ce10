import type { TransactionalRequest } from './transactional-request.ts';

/** Requests by priority; equal ones in order of arrival. */
export class TransactionalRequestQueue {
  #requests: TransactionalRequest[] = [];

  get isEmpty(): boolean {
    return this.#requests.length === 0;
  }
  get first(): TransactionalRequest | undefined {
    return this.#requests[0];
  }

  enqueue(request: TransactionalRequest): void {
    const after = this.#requests.findIndex(({ priority }) => priority > request.priority);
    this.#requests.splice(after < 0 ? this.#requests.length : after, 0, request);
  }

  dequeue(): TransactionalRequest | undefined {
    return this.#requests.shift();
  }

  /** Empties the queue; whoever waits for one of its requests learns of `error`. */
  failAll(error: Error): void {
    const requests = this.#requests;
    this.#requests = [];
    for (const request of requests) request.result.fail(error);
  }
}
