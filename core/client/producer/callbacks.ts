/**
 * Calls what applications gave to be called, and survives it. While a callback of a batch runs, flush() is refused and close() does
 * not wait: in Java both would wait for the very thread they run on. (source: ProducerBatch.completeFutureAndFireCallbacks,
 * ProducerInterceptors)
 */
import type { ClientObserver } from '../client-observer.ts';
import type { CallbackFailedNotice } from '../producer-notices.ts';
import type { Callback, ProducerRecord, RecordMetadata } from './producer.ts';

/** Sees every record on its way out, and what becomes of it. What it throws is not passed on. */
export interface ProducerInterceptor {
  /** The record to send instead; called before anything else. */
  onSend?(record: ProducerRecord): ProducerRecord;
  /**
   * Called before the record's callback; for a record that send() itself refuses after it. Without an offset when there is an
   * exception, and without a partition (−1) when none was chosen.
   */
  onAcknowledgement?(
    metadata: RecordMetadata,
    exception: Error | null,
    headers: NonNullable<ProducerRecord['headers']>,
  ): void;
  /** The producer is closed. */
  close?(): void;
}

/** The metadata of a record that has no offset. */
export function metadataWithoutOffset(topic: string, partition: number): RecordMetadata {
  return { topic, partition, offset: -1, timestamp: -1, serializedKeySize: -1, serializedValueSize: -1 };
}

export class Callbacks {
  readonly #interceptors: readonly ProducerInterceptor[];
  readonly #observer: ClientObserver;
  #isRunning = false;

  constructor(interceptors: readonly ProducerInterceptor[], observer: ClientObserver) {
    this.#interceptors = interceptors;
    this.#observer = observer;
  }

  /** A callback of a batch is running. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Runs the callbacks of a batch. */
  ofBatch(task: () => void): void {
    const wasRunning = this.#isRunning;
    this.#isRunning = true;
    try {
      task();
    } finally {
      this.#isRunning = wasRunning;
    }
  }

  /** The callback of a record that goes into a batch: interceptors are told first. */
  withInterceptors(callback: Callback, headers: ProducerRecord['headers']): Callback {
    if (this.#interceptors.length === 0) return callback;
    return (metadata, exception) => {
      this.onAcknowledgement(metadata, exception, headers);
      callback(metadata, exception);
    };
  }

  /** Calls one callback. */
  tell(callback: Callback, metadata: RecordMetadata, exception: Error | null): void {
    try {
      callback(metadata, exception);
    } catch (error) {
      this.#failed('callback', error);
    }
  }

  /** What the interceptors make of the record; one that throws is passed over. */
  onSend(record: ProducerRecord): ProducerRecord {
    let current = record;
    for (const interceptor of this.#interceptors) {
      this.#guarded('onSend', () => {
        current = interceptor.onSend?.(current) ?? current;
      });
    }
    return current;
  }

  onAcknowledgement(
    metadata: RecordMetadata,
    exception: Error | null,
    headers: ProducerRecord['headers'] = [],
  ): void {
    for (const interceptor of this.#interceptors) {
      this.#guarded('onAcknowledgement', () => interceptor.onAcknowledgement?.(metadata, exception, headers));
    }
  }

  close(): void {
    for (const interceptor of this.#interceptors) this.#guarded('close', () => interceptor.close?.());
  }

  #guarded(where: CallbackFailedNotice['where'], task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#failed(where, error);
    }
  }

  /** An application's mistake must not stop the sender; Java logs it. */
  #failed(where: CallbackFailedNotice['where'], error: unknown): void {
    this.#observer.onCallbackFailed?.({ where, error });
  }
}
