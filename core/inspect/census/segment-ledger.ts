import type { SegmentCensus } from '#core/lab-api/opened-views.ts';
import { codecName } from '#core/protocol/records/compression.ts';
import type { BatchHead } from '../scan/batch-head.ts';

/** What one segment holds. */
export class SegmentLedger {
  readonly #baseOffset: number;
  readonly #batches = new Map<number, { batches: number; bytes: number }>();
  readonly #magics = new Set<number>();
  #nextOffset: number;
  #records = 0;
  #maxTimestamp = -1;

  constructor(baseOffset: number) {
    this.#baseOffset = baseOffset;
    this.#nextOffset = baseOffset;
  }

  add(head: BatchHead): void {
    const { codec } = head;
    const sum = this.#batches.get(codec) ?? { batches: 0, bytes: 0 };
    this.#batches.set(codec, sum);
    sum.batches++;
    sum.bytes += head.size;
    this.#magics.add(head.magic);
    this.#records += head.count;
    this.#nextOffset = head.lastOffset + 1;
    if (head.maxTimestamp > this.#maxTimestamp) this.#maxTimestamp = head.maxTimestamp;
  }

  close(sizeBytes: number): SegmentCensus {
    const codecs = [...this.#batches].map(([codec, sum]) => ({
      codec: codecName(codec) ?? `codec ${codec}`,
      ...sum,
    }));
    return {
      baseOffset: this.#baseOffset,
      nextOffset: this.#nextOffset,
      sizeBytes,
      batches: codecs.reduce((sum, { batches }) => sum + batches, 0),
      records: this.#records,
      magics: [...this.#magics].sort(),
      codecs,
      maxTimestampMs: this.#maxTimestamp,
    };
  }
}
