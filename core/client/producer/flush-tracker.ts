import type { ProducerBatch } from './producer-batch.ts';

interface Flush {
  readonly remaining: Set<ProducerBatch>;
  readonly resolve: () => void;
}

/** Who waits for which batches. A batch that is split is replaced by its parts. (source: IncompleteBatches) */
export class FlushTracker {
  #flushes: Flush[] = [];

  get isActive(): boolean {
    return this.#flushes.length > 0;
  }

  /** Resolves when each of `batches` is complete. */
  begin(batches: Iterable<ProducerBatch>): Promise<void> {
    const remaining = new Set(batches);
    if (remaining.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#flushes.push({ remaining, resolve });
    });
  }

  replace(whole: ProducerBatch, parts: readonly ProducerBatch[]): void {
    for (const { remaining } of this.#flushes) {
      if (!remaining.delete(whole)) continue;
      for (const part of parts) remaining.add(part);
    }
  }

  completed(batch: ProducerBatch): void {
    if (this.#flushes.length === 0) return;
    for (const { remaining, resolve } of this.#flushes) {
      if (remaining.delete(batch) && remaining.size === 0) resolve();
    }
    this.#flushes = this.#flushes.filter(({ remaining }) => remaining.size > 0);
  }
}
