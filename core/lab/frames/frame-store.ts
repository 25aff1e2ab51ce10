/** The bytes of the newest exchanges, for the window to open; bounded. The event `frame.exchanged` has the summary. */
import type { AnsweredExchange } from '#core/broker/interceptor.ts';
import { isReaderClient } from '../readers/reader-client-id.ts';

const BYTES_MAX = 32 * 1024 * 1024;
const FRAMES_MAX = 50_000;

/** One exchange. Frames are without the size prefix. */
export interface StoredFrame {
  readonly frame: number;
  readonly connection: number;
  /** When the request was taken up. */
  readonly atMs: number;
  readonly tookMs: number;
  readonly apiKey: number;
  readonly version: number;
  readonly request: Buffer;
  /** Null when nothing was answered. */
  readonly response: Buffer | null;
}

export class FrameStore {
  /** Insertion order is age. */
  readonly #frames = new Map<number, StoredFrame>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  get(frame: number): StoredFrame | undefined {
    return this.#frames.get(frame);
  }

  /** Bytes that are kept now. */
  get sizeBytes(): number {
    return this.#bytes;
  }

  /** Keeps an exchange, and forgets the oldest ones that no longer fit. The lab's own readers are not what a person watches. */
  keep(exchange: AnsweredExchange): void {
    if (isReaderClient(exchange.clientId)) return;
    const { frame, api, version, requestFrame, responseFrame } = exchange;

    const response = responseFrame === null ? null : Buffer.concat(responseFrame);
    const { connection, receivedAtMs: atMs, tookMs } = exchange;
    const place = { frame, connection, atMs, tookMs, apiKey: api.key, version };
    this.#frames.set(frame, { ...place, request: requestFrame, response });
    this.#bytes += requestFrame.length + (response?.length ?? 0);
    for (const [oldest, stored] of this.#frames) {
      if (this.#bytes <= this.#bytesMax && this.#frames.size <= FRAMES_MAX) break;
      this.#frames.delete(oldest);
      this.#bytes -= stored.request.length + (stored.response?.length ?? 0);
    }
  }
}
