import { assert } from '#core/base/assert.ts';
import type { ProducerBatch } from './producer-batch.ts';

/** The batches of one partition that wait to be sent, oldest first. Only the newest may still take records. */
export class PartitionQueue {
  readonly topic: string;
  readonly partition: number;
  /** `topic-partition`. */
  readonly key: string;
  #batches: ProducerBatch[] = [];

  constructor({ topic, partition, key }: { topic: string; partition: number; key: string }) {
    this.topic = topic;
    this.partition = partition;
    this.key = key;
  }

  get length(): number {
    return this.#batches.length;
  }
  get first(): ProducerBatch | undefined {
    return this.#batches[0];
  }
  get last(): ProducerBatch | undefined {
    // Asked for with every record: an index is quicker than at().
    return this.#batches[this.#batches.length - 1];
  }
  /** No record would go into a batch that is there. */
  get isEveryBatchFull(): boolean {
    return this.last?.isFull ?? true;
  }

  push(batch: ProducerBatch): void {
    this.#batches.push(batch);
  }
  shift(): void {
    this.#batches.shift();
  }
  remove(batch: ProducerBatch): void {
    const index = this.#batches.indexOf(batch);
    if (index >= 0) this.#batches.splice(index, 1);
  }

  /** Puts a batch that is to be sent again in front. */
  unshift(batch: ProducerBatch): void {
    this.#batches.unshift(batch);
  }

  /** Puts a batch that is to be sent again in front of all that follow it in sequence, behind those before it. */
  insertInSequence(batch: ProducerBatch): void {
    assert(batch.hasSequence, 'a batch that is sent again has a sequence');
    const after = this.#batches.findIndex(
      (other) => !other.hasSequence || other.baseSequence >= batch.baseSequence,
    );
    this.#batches.splice(after < 0 ? this.#batches.length : after, 0, batch);
  }
}
