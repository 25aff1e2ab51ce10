/** Begins batches and closes them, tells observers of it, and remembers how well the records of each topic compress. */
import type { Clock } from '#core/base/clock.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { BatchCloseReason, BatchName } from '../producer-notices.ts';
import { CompressionRatio } from './compression-ratio.ts';
import type { PartitionQueue } from './partition-queue.ts';
import { ProducerBatch } from './producer-batch.ts';

export interface BatchFactoryOptions {
  readonly codec: number;
  readonly level: number | undefined;
  readonly observer: ClientObserver;
}

/** The batch, as notices name it. */
export function nameOf({ topic, partition, number }: ProducerBatch): BatchName {
  return { topic, partition, batch: number };
}

export class BatchFactory {
  readonly #clock: Clock;
  readonly #options: BatchFactoryOptions;
  readonly #ratio = new CompressionRatio();
  #count = 0;

  constructor(clock: Clock, options: BatchFactoryOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /** An empty batch of the partition. `writeLimit` and `reservedBytes` as in ProducerBatch; `partOf` is the batch that is split. */
  create(
    queue: PartitionQueue,
    size: { readonly writeLimit: number; readonly reservedBytes: number },
    partOf?: ProducerBatch,
  ): ProducerBatch {
    const { codec, level, observer } = this.#options;
    const batch = new ProducerBatch({
      topic: queue.topic,
      partition: queue.partition,
      key: queue.key,
      number: ++this.#count,
      createdMs: this.#clock.monotonicMs(),
      codec,
      level,
      compressionRatio: this.#ratio.expected(queue.topic),
      isSplit: partOf !== undefined,
      ...size,
    });
    observer.onBatchCreated?.({
      ...nameOf(batch),
      reservedBytes: size.reservedBytes,
      partOf: partOf?.number,
    });
    return batch;
  }

  /** The last record of the batch has been appended. */
  recordPlaced(batch: ProducerBatch): void {
    this.#options.observer.onRecordPlaced?.({
      ...nameOf(batch),
      recordIndex: batch.recordCount - 1,
      batchSizeBytes: batch.size,
    });
  }

  /** No record goes into the batch any more, because of `reason` unless it is full anyway. */
  close(batch: ProducerBatch, reason: BatchCloseReason): void {
    const { observer } = this.#options;
    const { hasReachedLimit } = batch;
    if (!batch.closeForAppends() || observer.onBatchClosed === undefined) return;
    observer.onBatchClosed({
      ...nameOf(batch),
      reason: hasReachedLimit ? 'full' : reason,
      recordCount: batch.recordCount,
      uncompressedBytes: batch.uncompressedSize,
      estimatedBytes: batch.size,
      waitedMs: this.#clock.monotonicMs() - batch.createdMs,
    });
  }

  /** Makes the bytes final; false while the thread pool compresses, after which `onSealed` is called. */
  seal(batch: ProducerBatch, onSealed: () => void): boolean {
    if (batch.isSealed) return true;
    const observe = (): void => this.#ratio.observe(batch.topic, batch.compressionRatio);
    const isSealed = batch.seal(() => {
      observe();
      onSealed();
    });
    if (isSealed) observe();
    return isSealed;
  }

  /** The batch came out larger than expected: nothing is expected of compression for a while. */
  expectNothing(batch: ProducerBatch): void {
    this.#ratio.reset(batch.topic, batch.compressionRatio);
  }
}
