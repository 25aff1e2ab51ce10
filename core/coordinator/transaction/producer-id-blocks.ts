import { assert } from '#core/base/assert.ts';

/** Producer ids reserved at a time. What is left of a block when the broker stops is never used. */
export const PRODUCER_ID_BLOCK_SIZE = 1000;

/** Where blocks come from: in Kafka the controller (AllocateProducerIds), here the broker's own file. */
export interface ProducerIdAllocator {
  /**
   * Reserves `size` ids and answers the first of them. The reservation must be on disk when the call returns: ids are handed out
   * without another word.
   * @returns undefined when it could not be kept; nothing is reserved then.
   */
  allocateBlock(size: number): number | undefined;
}

/**
 * Hands out producer ids, each once for all times: a block is reserved before its first id is used, so a crash skips ids and
 * never repeats one. (source: RPCProducerIdManager)
 */
export class ProducerIdBlocks {
  readonly #allocator: ProducerIdAllocator;
  #next = 0;
  #end = 0;

  constructor(allocator: ProducerIdAllocator) {
    this.#allocator = allocator;
  }

  /** A fresh producer id; undefined when no block can be had, which clients see as COORDINATOR_LOAD_IN_PROGRESS. */
  next(): number | undefined {
    if (this.#next === this.#end) {
      const first = this.#allocator.allocateBlock(PRODUCER_ID_BLOCK_SIZE);
      if (first === undefined) return undefined;
      assert(first >= this.#end, `block from ${first} comes after ${this.#end}`);
      this.#next = first;
      this.#end = first + PRODUCER_ID_BLOCK_SIZE;
    }
    return this.#next++;
  }
}
