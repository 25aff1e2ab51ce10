/**
 * Follows the transactions through one partition's log, batch by batch, and tells for each record what became of it: a marker
 * decides over everything its producer id wrote since the last marker. (source: ProducerStateManager, and the consumer's filter)
 */
import { readControlKey, readMarkerValue } from '#core/protocol/records/control-record.ts';
import type { InspectedBatch } from '../read/inspected.ts';

/** A transaction with data in this partition. */
export interface InspectedTransaction {
  readonly producerId: number;
  /** Of its first batch. */
  readonly epoch: number;
  /** Of the first record that is still in the log, or of an emptied batch before it. */
  readonly firstOffset: number;
  readonly lastDataOffset: number;
  readonly outcome: 'committed' | 'aborted' | 'open';
  readonly markerOffset: number | null;
  readonly markerEpoch: number | null;
  readonly coordinatorEpoch: number | null;
}

/** What a control batch says. */
export interface ControlVerdict {
  /** `marker-commit`, `marker-abort`, or `control-` and Kafka's name of the type. */
  readonly verdict: string;
  readonly coordinatorEpoch: number | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class TransactionTracker {
  /** In order of their first offset. */
  readonly transactions: Mutable<InspectedTransaction>[] = [];
  readonly #open = new Map<number, Mutable<InspectedTransaction>>();
  readonly #byBatch = new Map<InspectedBatch, Mutable<InspectedTransaction>>();

  /** Takes the next batch of the log. */
  add(batch: InspectedBatch): void {
    if (!batch.transactional || batch.producerId < 0) return;
    if (batch.control) this.#end(batch);
    else this.#extend(batch);
  }

  #extend(batch: InspectedBatch): void {
    // A batch that the cleaner emptied still opens its transaction where it begins, as in Kafka's producer state.
    const first = batch.records[0]?.offset ?? batch.baseOffset;
    let transaction = this.#open.get(batch.producerId);
    if (transaction === undefined) {
      transaction = {
        producerId: batch.producerId,
        epoch: batch.epoch,
        firstOffset: first,
        lastDataOffset: first,
        outcome: 'open',
        markerOffset: null,
        markerEpoch: null,
        coordinatorEpoch: null,
      };
      this.#open.set(batch.producerId, transaction);
      this.transactions.push(transaction);
    }
    transaction.lastDataOffset = batch.records.at(-1)?.offset ?? transaction.lastDataOffset;
    this.#byBatch.set(batch, transaction);
  }

  #end(batch: InspectedBatch): void {
    const control = controlVerdict(batch);
    const marker = batch.records[0];
    if (marker === undefined || control === undefined || !control.verdict.startsWith('marker-')) return;
    const transaction = this.#open.get(batch.producerId);
    if (transaction === undefined) return;
    this.#open.delete(batch.producerId);
    transaction.outcome = control.verdict === 'marker-commit' ? 'committed' : 'aborted';
    transaction.markerOffset = marker.offset;
    transaction.markerEpoch = batch.epoch;
    transaction.coordinatorEpoch = control.coordinatorEpoch;
    this.#byBatch.set(batch, transaction);
  }

  /** The transaction that a data batch belongs to, or that a marker ended; undefined for plain batches and idle markers. */
  of(batch: InspectedBatch): InspectedTransaction | undefined {
    return this.#byBatch.get(batch);
  }

  /** First offset of the oldest transaction that is still open; undefined when none is. */
  get firstUnstableOffset(): number | undefined {
    return this.transactions.find(({ outcome }) => outcome === 'open')?.firstOffset;
  }
}

/** What the control record of a batch says; undefined for data and for control batches that the cleaner emptied. */
export function controlVerdict(batch: InspectedBatch): ControlVerdict | undefined {
  const record = batch.records[0];
  if (!batch.control || record === undefined) return undefined;
  const { name, type } = readControlKey(record.key);
  if (name !== 'COMMIT' && name !== 'ABORT')
    return { verdict: `control-${name === 'UNKNOWN' ? type : name}`, coordinatorEpoch: null };
  return {
    verdict: name === 'COMMIT' ? 'marker-commit' : 'marker-abort',
    coordinatorEpoch: readMarkerValue(record.value),
  };
}
