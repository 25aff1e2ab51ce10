/**
 * The connection to the lab: calls, batches of events, and whether anybody answers. After a loss it tries again by itself, ever
 * more slowly; whoever listens to `onReady` then reads everything anew, which is the only recovery there is.
 */

import { type BatchListener, LabClient } from '#core/lab-api/client.ts';
import type { CallName, InputOf, OutputOf } from '#core/lab-api/contract.ts';
import { failureOf as plainFailure } from '#core/lab-api/lab-error.ts';
import type { LabFailure, LabView } from '#core/lab-api/views.ts';
import type { Connector } from '../transport/connect.ts';
import { nextFrame } from './next-frame.ts';
import type { Ticker } from './ticker.svelte.ts';

/** A batch of events, as the lab sends it. */
export type Batch = Parameters<BatchListener>[0];

/** `noKey`: the address lacks the key; `refused`: the first connection was not accepted. */
export type LinkState = 'connecting' | 'connected' | 'lost' | 'refused' | 'noKey';

const RETRY_FIRST_MS = 400;
const RETRY_LAST_MS = 4000;

/** What a person is told about anything that was thrown. */
export function failureOf(error: unknown): LabFailure {
  if (error instanceof Error && 'failure' in error) return error.failure as LabFailure;
  const message = error instanceof Error ? error.message : String(error);
  return plainFailure({ code: 'WINDOW', exception: null, message, hint: null });
}

export class LabSession {
  link: LinkState = $state('connecting');
  lab: LabView | null = $state.raw(null);

  readonly #connector: Connector;
  readonly #ticker: Ticker;
  readonly #readyListeners: (() => Promise<number>)[] = [];
  readonly #batchListeners: ((batch: Batch) => void)[] = [];
  #client: LabClient | undefined;
  #wasConnected = false;
  #retryMs = RETRY_FIRST_MS;

  constructor(connector: Connector, ticker: Ticker) {
    this.#connector = connector;
    this.#ticker = ticker;
  }

  /** Called after each connection; answers the number of the newest event its snapshots include. */
  onReady(listener: () => Promise<number>): void {
    this.#readyListeners.push(listener);
  }

  onBatch(listener: (batch: Batch) => void): void {
    this.#batchListeners.push(listener);
  }

  /** Connects, and keeps connecting. */
  start(): void {
    if (this.#connector.isPossible) void this.#connect();
    else this.link = 'noKey';
  }

  /** @throws {LabError} (as rejection) with what a person is told. */
  async call<N extends CallName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    if (this.#client === undefined) throw new Error('The lab is not connected.');
    return this.#client.call(name, input);
  }

  async #connect(): Promise<void> {
    try {
      const client = new LabClient(await this.#connector.open());
      this.#client = client;
      client.onClose(() => this.#onLost());
      await this.#loadEverything(client);
      this.#wasConnected = true;
      this.#retryMs = RETRY_FIRST_MS;
      this.link = 'connected';
    } catch {
      if (this.#wasConnected) this.#onLost();
      else this.link = 'refused';
    }
  }

  async #loadEverything(client: LabClient): Promise<void> {
    await this.describe();
    const seqs = await Promise.all(this.#readyListeners.map((listener) => listener()));
    client.subscribe({ sinceSeq: Math.min(...seqs), onBatch: (batch) => this.#onBatch(client, batch) });
  }

  /** Reads what the lab says of itself. */
  async describe(): Promise<void> {
    this.lab = await this.call('lab.describe', null);
    this.#ticker.synchronise(this.lab.nowMs);
  }

  /** Resolves after the next frame is drawn: the lab sends no faster than the window draws. */
  async #onBatch(client: LabClient, batch: Batch): Promise<void> {
    for (const listener of this.#batchListeners) listener(batch);
    if (batch.events.some((event) => event.type.startsWith('broker.'))) void this.describe();
    if (batch.resync && client === this.#client) await this.#loadEverything(client);
    await nextFrame();
  }

  #onLost(): void {
    this.#client = undefined;
    this.link = 'lost';
    if (!this.#connector.canReconnect) return;
    setTimeout(() => void this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_LAST_MS);
  }
}
