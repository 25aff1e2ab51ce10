/**
 * The sequence numbers of an idempotent producer, partition by partition.
 *
 * A batch gets its sequence when it is drained, and keeps its place in the in-flight list until it has succeeded or failed for
 * good. The next sequence is the last acknowledged one plus what is in flight; where that does not hold, a batch is missing and
 * its fate is unknown: the partition is unresolved and gets no new sequences. (source: TxnPartitionMap, TxnPartitionEntry)
 */
import { assert } from '#core/base/assert.ts';
import { addSequence, NONE } from '#core/protocol/records/record-batch.ts';
import type { ProducerIdAndEpoch } from './producer.ts';
import type { ProducerBatch } from './producer-batch.ts';

/** Before a producer id is known. */
export const NO_PRODUCER_ID: ProducerIdAndEpoch = { producerId: NONE, epoch: NONE };

export function isSameProducer(a: ProducerIdAndEpoch, b: ProducerIdAndEpoch): boolean {
  return a.producerId === b.producerId && a.epoch === b.epoch;
}

function compareBatches(a: ProducerBatch, b: ProducerBatch): number {
  return a.producerId - b.producerId || a.producerEpoch - b.producerEpoch || a.baseSequence - b.baseSequence;
}

interface PartitionSequences {
  /** Under which the partition's sequences are counted. */
  producer: ProducerIdAndEpoch;
  nextSequence: number;
  lastAckedSequence: number;
  lastAckedOffset: number;
  /** Drained and neither acknowledged nor failed, in sequence order. */
  inFlight: ProducerBatch[];
}

/** Partitions are named by `topic-partition`. */
export class SequenceBook {
  #partitions = new Map<string, PartitionSequences>();
  /** Sequence that would follow the batch whose fate is unknown. */
  readonly #unresolved = new Map<string, number>();

  #of(partition: string): PartitionSequences {
    let entry = this.#partitions.get(partition);
    if (entry === undefined) {
      entry = {
        producer: NO_PRODUCER_ID,
        nextSequence: 0,
        lastAckedSequence: NONE,
        lastAckedOffset: NONE,
        inFlight: [],
      };
      this.#partitions.set(partition, entry);
    }
    return entry;
  }

  nextSequence(partition: string): number {
    return this.#of(partition).nextSequence;
  }
  /** −1 when nothing was acknowledged since the sequences began. */
  lastAckedOffset(partition: string): number {
    return this.#of(partition).lastAckedOffset;
  }
  hasInFlight(partition: string): boolean {
    return this.#of(partition).inFlight.length > 0;
  }
  /** −1 when nothing is in flight. */
  firstInFlightSequence(partition: string): number {
    return this.#of(partition).inFlight[0]?.baseSequence ?? NONE;
  }
  isStale(partition: string, producer: ProducerIdAndEpoch): boolean {
    return !isSameProducer(this.#of(partition).producer, producer);
  }
  /** The batch directly follows what is acknowledged. */
  isNext(partition: string, sequence: number): boolean {
    return sequence - this.#of(partition).lastAckedSequence === 1;
  }

  /** Gives the batch the next sequences of its partition and counts it as in flight. */
  assign(batch: ProducerBatch, producer: ProducerIdAndEpoch, isTransactional: boolean): void {
    const entry = this.#of(batch.key);
    // A new epoch starts at 0, but not while batches of the old one are on their way.
    if (this.isStale(batch.key, producer) && entry.inFlight.length === 0) {
      this.startAtBeginning(batch.key, producer);
    }
    batch.setProducerState(producer, entry.nextSequence, isTransactional);
    entry.nextSequence = addSequence(entry.nextSequence, batch.recordCount);
    this.addInFlight(batch);
  }

  addInFlight(batch: ProducerBatch): void {
    assert(batch.hasSequence, 'a batch in flight has a sequence');
    const { inFlight } = this.#of(batch.key);
    inFlight.push(batch);
    inFlight.sort(compareBatches);
  }

  removeInFlight(batch: ProducerBatch): void {
    const entry = this.#of(batch.key);
    entry.inFlight = entry.inFlight.filter((other) => other !== batch);
  }

  /** `baseOffset` is −1 when the broker did not say. */
  acknowledge(batch: ProducerBatch, baseOffset: number): void {
    const entry = this.#of(batch.key);
    entry.lastAckedSequence = Math.max(entry.lastAckedSequence, batch.lastSequence);
    if (baseOffset >= 0) {
      entry.lastAckedOffset = Math.max(entry.lastAckedOffset, baseOffset + batch.recordCount - 1);
    }
    this.removeInFlight(batch);
  }

  /** The sequences of what is in flight, and of what follows, count from 0 under `producer`. */
  startAtBeginning(partition: string, producer: ProducerIdAndEpoch): void {
    const entry = this.#of(partition);
    let sequence = 0;
    for (const batch of entry.inFlight) {
      batch.resetProducerState(producer, sequence);
      sequence += batch.recordCount;
    }
    entry.producer = producer;
    entry.nextSequence = sequence;
    entry.lastAckedSequence = NONE;
  }

  /** The batch was certainly not written: what follows it moves up. */
  closeGap(failed: ProducerBatch): void {
    const entry = this.#partitions.get(failed.key);
    if (entry === undefined) return;
    const count = failed.recordCount;
    assert(entry.nextSequence >= count, `sequences of ${failed.key} stay at 0 or above`);
    entry.nextSequence -= count;
    for (const batch of entry.inFlight) {
      if (batch.baseSequence < failed.baseSequence) continue;
      const producer = { producerId: batch.producerId, epoch: batch.producerEpoch };
      batch.resetProducerState(producer, batch.baseSequence - count);
    }
  }

  forget(partition: string): void {
    this.#partitions.delete(partition);
    this.#unresolved.delete(partition);
  }

  forgetAll(): void {
    this.#partitions = new Map();
    this.#unresolved.clear();
  }

  markUnresolved(batch: ProducerBatch): void {
    const next = batch.lastSequence + 1;
    this.#unresolved.set(batch.key, Math.max(this.#unresolved.get(batch.key) ?? next, next));
  }
  isUnresolved(partition: string): boolean {
    return this.#unresolved.has(partition);
  }
  /** The sequence directly follows the batch whose fate is unknown. */
  isNextAfterUnresolved(partition: string, sequence: number): boolean {
    return this.#unresolved.get(partition) === sequence;
  }
  resolve(partition: string): void {
    this.#unresolved.delete(partition);
  }
  /** Unresolved partitions with nothing in flight: now it shows whether the missing batch was written. */
  decidable(): readonly { readonly partition: string; readonly isComplete: boolean }[] {
    const found: { partition: string; isComplete: boolean }[] = [];
    for (const partition of this.#unresolved.keys()) {
      if (this.hasInFlight(partition)) continue;
      found.push({ partition, isComplete: this.isNext(partition, this.nextSequence(partition)) });
    }
    return found;
  }
}
