/** A batch that the broker found too large becomes smaller ones. (source: ProducerBatch.split, RecordAccumulator.splitAndReenqueue) */
import type { AppendableRecord } from '#core/protocol/records/batch-builder.ts';
import { batchSizeUpperBound } from '#core/protocol/records/batch-builder.ts';
import { readRecordsAsync, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { PartitionQueue } from './partition-queue.ts';
import type { Callback } from './producer.ts';
import type { ProducerBatch } from './producer-batch.ts';
import type { SequenceBook } from './sequence-book.ts';

/** The records of a sealed batch, as they were appended. */
export async function recordsOf(batch: ProducerBatch): Promise<readonly AppendableRecord[]> {
  const whole = new RecordBatch(batch.bytes);
  const records = await readRecordsAsync(whole);
  return records.map((record) => {
    const { key, value, headers } = record;
    return { timestamp: recordTimestamp(whole, record), key, value, headers };
  });
}

/**
 * Puts the records and their callbacks into new batches of at most `targetSize` bytes, one larger record alone; `create` makes a batch
 * of the size given.
 */
export function splitInto(
  records: readonly AppendableRecord[],
  callbacks: readonly Callback[],
  targetSize: number,
  create: (writeLimit: number) => ProducerBatch,
): readonly ProducerBatch[] {
  const parts: ProducerBatch[] = [];
  for (const [index, record] of records.entries()) {
    const callback = callbacks[index] as Callback;
    if (parts.at(-1)?.tryAppend(record, callback) === true) continue;
    const part = create(Math.max(targetSize, batchSizeUpperBound(record)));
    part.tryAppend(record, callback);
    parts.push(part);
  }
  return parts;
}

/** Puts the parts where the whole was, with its sequences; `sequences` is there for an idempotent producer. */
export function enqueueParts(
  whole: ProducerBatch,
  parts: readonly ProducerBatch[],
  queue: PartitionQueue,
  sequences: SequenceBook | undefined,
): void {
  // In one turn, so that nothing is drained between the whole and its parts.
  sequences?.removeInFlight(whole);
  let sequence = whole.baseSequence;
  const producer = { producerId: whole.producerId, epoch: whole.producerEpoch };
  for (const part of parts) {
    if (!whole.hasSequence || part.isDone) continue;
    part.setProducerState(producer, sequence, whole.isTransactional);
    sequence += part.recordCount;
    sequences?.addInFlight(part);
  }
  for (const part of parts.toReversed()) {
    if (part.isDone) continue;
    if (sequences === undefined) queue.unshift(part);
    else queue.insertInSequence(part);
  }
}
