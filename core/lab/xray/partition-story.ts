/** What one partition's log says of one transaction: how much it wrote, its first batches and its marker. */
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import type { SurveyedTransaction } from '#core/evidence/survey/survey-partition.ts';
import { findStableOffset } from '#core/inspect/browse/survey.ts';
import type { BatchHead } from '#core/inspect/scan/batch-head.ts';
import { controlOfSearch, markerIn, placeOf, type WalkSource, walkFrom } from './walk.ts';

/** Batches of one transaction in one partition that are named; the others are counted. */
const BATCHES_MAX = 3;

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
  /** Without records when only its marker is there. */
  readonly transaction: SurveyedTransaction;
  /** The first ones. */
  readonly batches: readonly BatchFact[];
  readonly batchCount: number;
  /** Of the last batch. */
  readonly lastTimestampMs: number;
  readonly marker: MarkerFact | null;
  readonly lastStableOffset: number;
  /** Bytes between its first batch and its marker cannot be read. */
  readonly isDamaged: boolean;
}

/** Where a transaction begins; at its marker, when nothing else of it is there. */
export interface StoryStart {
  readonly producerId: number;
  readonly firstOffset: number;
}

/** Reads from its first batch to its marker. */
export async function readPartitionStory(
  source: WalkSource,
  files: SidePartition,
  { producerId, firstOffset }: StoryStart,
): Promise<PartitionStory> {
  const batches: BatchFact[] = [];
  let batchCount = 0;
  let records = 0;
  let last: { readonly offset: number; readonly timestampMs: number } | undefined;
  let marker: MarkerFact | null = null;
  let isDamaged = false;
  const onDamage = (): void => {
    isDamaged = batchCount > 0;
  };
  const from = placeOf(source, files, firstOffset);
  for await (const { segment, scanner } of walkFrom(source, files, from, onDamage)) {
    const { head } = scanner;
    if (head.producerId !== producerId || !head.isTransactional || head.lastOffset < firstOffset) continue;
    const said = markerIn(scanner);
    if (said !== undefined) {
      marker = { ...factOf(head, segment), type: said.type, coordinatorEpoch: said.coordinatorEpoch };
      break;
    }
    if (head.isControl || head.count === 0) continue;
    batchCount++;
    records += head.count;
    last = { offset: head.lastOffset, timestampMs: head.maxTimestamp };
    if (batches.length < BATCHES_MAX) batches.push(factOf(head, segment));
  }
  const outcome = marker === null ? 'open' : marker.type === 'COMMIT' ? 'committed' : 'aborted';
  return {
    files,
    transaction: {
      producerId,
      epoch: batches[0]?.epoch ?? marker?.epoch ?? -1,
      firstOffset,
      lastOffset: last?.offset ?? firstOffset,
      records,
      outcome,
      markerOffset: marker?.baseOffset ?? null,
    },
    batches,
    batchCount,
    lastTimestampMs: last?.timestampMs ?? marker?.timestampMs ?? -1,
    marker,
    lastStableOffset: outcome === 'aborted' ? firstOffset : await stableOffsetOf(source, files),
    isDamaged,
  };
}

/** An aborted transaction is left out wherever it is: there it is not asked for. */
async function stableOffsetOf(source: WalkSource, files: SidePartition): Promise<number> {
  if (files.lastStableOffset !== undefined) return files.lastStableOffset;
  return findStableOffset(source.disk, files, controlOfSearch(source, files));
}

function factOf(head: BatchHead, segment: number): BatchFact {
  return {
    baseOffset: head.baseOffset,
    lastOffset: head.lastOffset,
    records: head.count,
    epoch: head.producerEpoch,
    timestampMs: head.maxTimestamp,
    segment,
    position: head.position,
    size: head.size,
  };
}
