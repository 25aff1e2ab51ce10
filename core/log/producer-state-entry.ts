/** What a partition knows of one producer id. (source: ProducerStateEntry, BatchMetadata) */
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { NONE, subtractSequence } from '#core/protocol/records/record-batch.ts';

/** A retry is recognised while its batch is among the newest five: the most that an idempotent producer has in flight. */
export const BATCHES_REMEMBERED = 5;

/** A remembered batch. */
export interface BatchMetadata {
  readonly lastSequence: number;
  readonly lastOffset: number;
  /** Last offset − first offset. */
  readonly offsetDelta: number;
  /** The batch's greatest timestamp. */
  readonly timestamp: number;
}

export class ProducerStateEntry {
  readonly producerId: number;
  /** −1 until something of the producer id was written. */
  producerEpoch: number = NONE;
  /** Of the coordinator that wrote the newest marker; −1 when none did. */
  coordinatorEpoch: number = NONE;
  /** Of the newest batch or marker, as it says itself. */
  lastTimestamp: number = NONE;
  /** First offset of the open transaction; −1 when none is open. */
  currentTxnFirstOffset: number = NONE;
  /** The newest batches of this epoch, oldest first. */
  readonly batches: BatchMetadata[] = [];

  constructor(producerId: number) {
    this.producerId = producerId;
  }

  get newestBatch(): BatchMetadata | undefined {
    return this.batches[this.batches.length - 1];
  }

  /** −1 when no batch of this epoch is known. */
  get lastSequence(): number {
    return this.newestBatch?.lastSequence ?? NONE;
  }

  /** The remembered batch that `batch` repeats: same epoch, same first and last sequence. */
  findDuplicate(batch: RecordBatch): BatchMetadata | undefined {
    if (batch.producerEpoch !== this.producerEpoch) return undefined;
    const first = batch.baseSequence;
    const last = batch.lastSequence;
    for (const known of this.batches) {
      if (known.lastSequence === last && subtractSequence(known.lastSequence, known.offsetDelta) === first) {
        return known;
      }
    }
    return undefined;
  }

  /** Takes over a data batch that was written. A new epoch forgets the batches of the old one. */
  addBatch(batch: RecordBatch): void {
    this.#setEpoch(batch.producerEpoch);
    if (this.batches.length === BATCHES_REMEMBERED) this.batches.shift();
    this.batches.push({
      lastSequence: batch.lastSequence,
      lastOffset: batch.lastOffset,
      offsetDelta: batch.lastOffsetDelta,
      timestamp: batch.maxTimestamp,
    });
    this.lastTimestamp = batch.maxTimestamp;
  }

  /** Takes over a marker that was written: no transaction is open any more. */
  endTransaction(marker: RecordBatch, coordinatorEpoch: number): void {
    this.#setEpoch(marker.producerEpoch);
    this.coordinatorEpoch = coordinatorEpoch;
    // A marker is the only record of its batch, so its timestamp is the greatest one, delete horizon or not.
    this.lastTimestamp = marker.maxTimestamp;
    this.currentTxnFirstOffset = NONE;
  }

  #setEpoch(epoch: number): void {
    if (epoch === this.producerEpoch) return;
    this.producerEpoch = epoch;
    this.batches.length = 0;
  }
}
