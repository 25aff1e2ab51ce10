import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type {
  CoordinatorAppend,
  CoordinatorAppendOptions,
  CoordinatorLog,
} from '#core/coordinator/runtime/partition-writer.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';

/** Logs of an internal topic, in memory: they survive the coordinator, and can be made to refuse. */
export class InMemoryCoordinatorLog implements CoordinatorLog {
  readonly #batches = new Map<string, RecordBatch[]>();
  /** Errors for the appends to come, first one first; NONE lets one pass. */
  readonly refusals: ErrorName[] = [];
  /** Options of every append, in order. */
  readonly options: (CoordinatorAppendOptions | undefined)[] = [];

  append(partition: TopicPartition, bytes: Buffer, options?: CoordinatorAppendOptions): CoordinatorAppend {
    const error = this.refusals.shift() ?? 'NONE';
    if (error !== 'NONE') return { error, baseOffset: -1, lastOffset: -1 };
    this.options.push(options);
    const batch = new RecordBatch(bytes);
    batch.baseOffset = this.endOffset(partition);
    batch.partitionLeaderEpoch = 0;
    this.#of(partition).push(batch);
    return { error: 'NONE', baseOffset: batch.baseOffset, lastOffset: batch.lastOffset };
  }

  *readAll(partition: TopicPartition): Generator<RecordBatch> {
    yield* this.#of(partition);
  }

  coordinatorEpoch(): number {
    return 0;
  }

  endOffset(partition: TopicPartition): number {
    return this.#of(partition).at(-1)?.nextOffset ?? 0;
  }

  /** Puts a file's contents behind what is there. */
  load(partition: TopicPartition, file: Buffer): void {
    this.#of(partition).push(...batchesIn(file));
  }

  #of(partition: TopicPartition): RecordBatch[] {
    const name = partitionName(partition);
    let batches = this.#batches.get(name);
    if (batches === undefined) {
      batches = [];
      this.#batches.set(name, batches);
    }
    return batches;
  }
}
