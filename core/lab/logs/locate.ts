import type { PartitionLog } from '#core/log/partition-log.ts';

/** Where a batch lies: its segment's base offset, and its position in that segment's `.log`. */
export interface Place {
  readonly segment: number;
  readonly position: number;
}

/** Keeps the place while batches of one partition are walked in order. */
export class PlaceWalker {
  readonly #bases: readonly number[];
  #segment: number;
  #position: number;

  /** `start`: the place of the first batch that will be walked. */
  constructor(log: PartitionLog, start: Place) {
    this.#bases = log.segments().map((segment) => segment.baseOffset);
    this.#segment = start.segment;
    this.#position = start.position;
  }

  /** The place of the next batch. */
  next(batch: { readonly baseOffset: number; readonly size: number }): Place {
    const segment = this.#bases.findLast((base) => base <= batch.baseOffset) ?? this.#segment;
    if (segment !== this.#segment) {
      this.#segment = segment;
      this.#position = 0;
    }
    const position = this.#position;
    this.#position += batch.size;
    return { segment, position };
  }
}
