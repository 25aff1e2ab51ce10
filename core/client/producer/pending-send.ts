import { javaUtf8 } from '#core/base/utf8.ts';
import type { AppendableRecord } from '#core/protocol/records/batch-builder.ts';
import type { Callback, ProducerRecord, RecordData } from './producer.ts';

/** A record from send() until it is in a batch, or has failed. */
export class PendingSend {
  readonly topic: string;
  readonly callback: Callback;
  /** For interceptors. */
  readonly headers: ProducerRecord['headers'];
  /** Dropped once the record has been written into a batch. */
  record: ProducerRecord | undefined;
  /** The record as bytes, while it waits for memory. */
  appendable: AppendableRecord | undefined;
  /** Undefined until it has been chosen; −1: the accumulator chooses. */
  partition: number | undefined;
  /** What Java's send() would have thrown to a caller that had to wait. */
  thrown: Error | undefined;
  #isSettled = false;
  #onPlaced: (() => void) | undefined;

  constructor(record: ProducerRecord, callback: Callback) {
    this.topic = record.topic;
    this.headers = record.headers;
    this.record = record;
    this.callback = callback;
  }

  /** The callback has been told that send() failed. */
  get isSettled(): boolean {
    return this.#isSettled;
  }
  settled(): void {
    this.#isSettled = true;
    this.placed();
  }

  /** The record is in a batch, or will never be. */
  placed(): void {
    this.record = undefined;
    this.appendable = undefined;
    this.#onPlaced?.();
  }

  /** Calls `listener` at `placed`. */
  onPlaced(listener: () => void): void {
    const before = this.#onPlaced;
    this.#onPlaced =
      before === undefined
        ? listener
        : () => {
            before();
            listener();
          };
  }
}

/** Bytes as they are, text as StringSerializer encodes it. */
export function toBytes(data: RecordData | undefined): Uint8Array | null {
  if (data === null || data === undefined) return null;
  return typeof data === 'string' ? javaUtf8(data) : data;
}
