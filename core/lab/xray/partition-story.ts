/** What one partition's logs say of one producer id: its transactions, and of one of them the batches and the marker. */
import type { Disk } from '#core/base/disk.ts';
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import { type SurveyedTransaction, surveyPartition } from '#core/evidence/survey/survey-partition.ts';
import { walkBatches } from '#core/evidence/survey/walk-batches.ts';
import { isOldFormat } from '#core/log/stored-batch.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';

/** Batches of one transaction in one partition that are named; the others are counted. */
const BATCHES_MAX = 1_000;

export interface BatchFact {
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly records: number;
  readonly epoch: number;
  readonly timestampMs: number;
  readonly segment: number;
  readonly position: number;
  readonly size: number;
}

export interface MarkerFact extends BatchFact {
  readonly type: 'COMMIT' | 'ABORT';
  readonly coordinatorEpoch: number;
}

/** One transaction in one partition. */
export interface PartitionStory {
  readonly files: SidePartition;
  readonly transaction: SurveyedTransaction;
  readonly batches: readonly BatchFact[];
  readonly batchCount: number;
  readonly marker: MarkerFact | null;
  readonly lastStableOffset: number;
}

type Breathe = () => Promise<void> | undefined;

/** A partition's transactions of one producer id, in order. */
export async function transactionsOf(
  disk: Disk,
  files: SidePartition,
  options: { readonly producerId: number; readonly breathe: Breathe },
): Promise<{ readonly transactions: readonly SurveyedTransaction[]; readonly lastStableOffset: number }> {
  const transactions: SurveyedTransaction[] = [];
  const { lastStableOffset } = await surveyPartition(disk, files, {
    checksCrc: false,
    breathe: options.breathe,
    onTransaction: (transaction) => {
      if (transaction.producerId === options.producerId) transactions.push(transaction);
    },
  });
  return { transactions, lastStableOffset };
}

/** Reads what belongs to one transaction. */
export async function readPartitionStory(
  disk: Disk,
  found: {
    readonly files: SidePartition;
    readonly transaction: SurveyedTransaction;
    readonly lastStableOffset: number;
  },
  breathe: Breathe,
): Promise<PartitionStory> {
  const { files, transaction } = found;
  const end = transaction.markerOffset ?? transaction.lastOffset;
  const batches: BatchFact[] = [];
  let batchCount = 0;
  let marker: MarkerFact | null = null;
  const from = files.segments.findLastIndex(({ baseOffset }) => baseOffset <= transaction.firstOffset);
  const nearby = { ...files, segments: files.segments.slice(Math.max(0, from)) };
  for (const { batch, segment, position, count } of walkBatches(disk, nearby)) {
    const pause = breathe();
    if (pause !== undefined) await pause;
    if (isOldFormat(batch)) continue;
    if (batch.baseOffset > end) break;
    if (batch.producerId !== transaction.producerId || batch.lastOffset < transaction.firstOffset) continue;
    const fact = {
      baseOffset: batch.baseOffset,
      lastOffset: batch.lastOffset,
      records: count,
      epoch: batch.producerEpoch,
      timestampMs: batch.maxTimestamp,
      segment,
      position,
      size: batch.size,
    };
    const said = readMarker(batch);
    if (said !== undefined) marker = { ...fact, ...said };
    else if (!batch.isControl) {
      batchCount++;
      if (batches.length < BATCHES_MAX) batches.push(fact);
    }
  }
  return { ...found, batches, batchCount, marker };
}
