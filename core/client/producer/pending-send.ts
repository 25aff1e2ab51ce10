import type { ProducerRecord, RecordData, RecordMetadata } from './producer.ts';
import type { Thunk } from './producer-batch.ts';

/** A record from send() until its promise is settled. */
export class PendingSend implements Thunk {
  readonly promise: Promise<RecordMetadata>;
  resolve!: (metadata: RecordMetadata) => void;
  reject!: (error: Error) => void;
  timestamp = -1;
  keySize = -1;
  valueSize = -1;
  /** Undefined until it has been chosen; −1: the accumulator chooses. */
  partition: number | undefined;
  /** Dropped once the record has been written into a batch. */
  record: ProducerRecord | undefined;
  #isSettled = false;
  /** Called when the record is in a batch, or will never be. */
  onPlaced: (() => void) | undefined;

  constructor(record: ProducerRecord) {
    this.record = record;
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Its promise has been rejected by send() itself. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Fails the record; nobody has to look at its promise. */
  fail(error: Error): void {
    this.#isSettled = true;
    this.promise.catch(() => undefined);
    this.reject(error);
    this.placed();
  }

  placed(): void {
    this.record = undefined;
    this.onPlaced?.();
  }
}

/** Bytes as they are, text as UTF-8. */
export function toBytes(data: RecordData | undefined): Uint8Array | null {
  if (data === null || data === undefined) return null;
  return typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
}
