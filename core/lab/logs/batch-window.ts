/**
 * A stretch of one partition's log as the window shows it: batches with their records, and for each what became of it.
 *
 * A transaction is decided by the first marker of its producer id behind its records. So reading begins somewhat before the
 * stretch, to find where its transactions began, and goes on somewhat behind it, to find their markers; what is still not decided
 * then, the log itself knows: its open transactions, and its aborted ones.
 */
import { recordViews } from '#core/inspect/record-views.ts';
import type { BatchView, Verdict } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { CODECS } from '#core/protocol/records/compression.ts';
import { type Marker, readMarker } from '#core/protocol/records/control-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { ProducerHistory } from '../history/producer-history.ts';
import { type Place, PlaceWalker } from './locate.ts';

/** How far before and behind the stretch is looked for the ends of its transactions. */
const LOOK_AROUND_OFFSETS = 2_000;
const LOOK_AROUND_BYTES = 8 * 1024 * 1024;
/** Small batches are many, and all of this is one turn of the event loop. */
const LOOK_AROUND_BATCHES = 4_000;
/** Downwards, something is answered after so many times the offsets asked for, if it is less: a batch has many. */
const STRETCH_MAX = { records: 64, batches: 4096 } as const;

export interface WindowRequest {
  /** First offset shown; the batch that holds it is shown whole. */
  readonly fromOffset: number;
  /** The stretch ends behind the batch with the so-manieth record; markers count as one. Unlimited when left out. */
  readonly recordsMax?: number;
  /** Last offset shown, likewise; to the log end when left out. */
  readonly untilOffset?: number;
  /** `batches`: `recordsMax` counts them, and their records are left out. `records` when left out. */
  readonly unit?: 'records' | 'batches' | undefined;
}

/** A stretch that ends at `fromOffset`. */
export interface WindowBefore {
  readonly fromOffset: number;
  readonly recordsMax: number;
  readonly unit?: 'records' | 'batches' | undefined;
}

/** A batch of the stretch; its verdict is written when its marker turns up. */
interface Shown {
  readonly batch: RecordBatch;
  readonly place: Place;
  readonly marker: Marker | undefined;
  verdict: Verdict;
  markerOffset: number | null;
  transactionFirstOffset: number | null;
}

/** A transaction while it is walked: undecided until its marker comes. */
interface Walked {
  readonly firstOffset: number;
  readonly shown: Shown[];
}

export async function readWindow(
  log: PartitionLog,
  history: ProducerHistory,
  request: WindowRequest,
): Promise<readonly BatchView[]> {
  return viewsOf(walk(log, request), { log, history, unit: request.unit });
}

/** The newest batches up to an offset that hold `recordsMax`, newest first; empty when nothing is there. */
export async function readWindowBefore(
  log: PartitionLog,
  history: ProducerHistory,
  { fromOffset, recordsMax, unit }: WindowBefore,
): Promise<readonly BatchView[]> {
  // Where records were removed, and where batches are counted, more offsets have to be gone through.
  for (let stretch = recordsMax; ; stretch *= 4) {
    const start = Math.max(log.logStartOffset, fromOffset - stretch + 1);
    const shown = newest(walk(log, { fromOffset: start, untilOffset: fromOffset, unit }), {
      recordsMax,
      unit,
    });
    const isEnough =
      shown.size >= recordsMax ||
      start === log.logStartOffset ||
      (shown.size > 0 && stretch >= recordsMax * STRETCH_MAX[unit ?? 'records']);
    if (isEnough) return viewsOf(shown.batches, { log, history, unit });
  }
}

function sizeOf(batch: RecordBatch, unit: WindowRequest['unit']): number {
  return unit === 'batches' ? 1 : Math.max(1, batch.recordCount);
}

function newest(
  walked: readonly Shown[],
  { recordsMax, unit }: Pick<WindowBefore, 'recordsMax' | 'unit'>,
): { readonly batches: readonly Shown[]; readonly size: number } {
  const batches: Shown[] = [];
  let size = 0;
  for (const one of walked.toReversed()) {
    if (size >= recordsMax) break;
    batches.push(one);
    size += sizeOf(one.batch, unit);
  }
  return { batches, size };
}

async function viewsOf(
  shown: readonly Shown[],
  {
    log,
    history,
    unit,
  }: Pick<WindowRequest, 'unit'> & { readonly log: PartitionLog; readonly history: ProducerHistory },
): Promise<readonly BatchView[]> {
  const views: BatchView[] = [];
  for (const one of shown) {
    const hasRecords = unit !== 'batches' && !one.batch.isControl;
    views.push({
      ...viewOf(one, history),
      records: hasRecords ? await recordViews(one.batch, log.topicPartition.topic, () => undefined) : [],
    });
  }
  return views;
}

/** One turn: nothing is appended while the log is walked. */
function walk(log: PartitionLog, request: WindowRequest): readonly Shown[] {
  const { fromOffset, recordsMax = Infinity, untilOffset = Infinity, unit } = request;
  const start = Math.max(log.logStartOffset, fromOffset - LOOK_AROUND_OFFSETS);
  const place = log.locate(start);
  if (place === undefined) return [];
  const walker = new PlaceWalker(log, place);
  const walked = new Map<number, Walked>();
  const shown: Shown[] = [];
  let size = 0;
  let bytesBehind = 0;
  let batchesBehind = 0;
  for (const batch of log.batchesFrom(start)) {
    const here = walker.next(batch);
    const isFull = size >= recordsMax || batch.baseOffset > untilOffset;
    if (isFull) {
      bytesBehind += batch.size;
      const isFar = bytesBehind > LOOK_AROUND_BYTES || ++batchesBehind > LOOK_AROUND_BATCHES;
      if (isFar || ![...walked.values()].some((one) => one.shown.length > 0)) break;
    }
    const one = take(batch, here, walked);
    if (isFull || batch.lastOffset < fromOffset) continue;
    shown.push(one);
    if (batch.isTransactional && !batch.isControl) walked.get(batch.producerId)?.shown.push(one);
    size += sizeOf(batch, unit);
  }
  decideRest(log, walked);
  return shown;
}

/** Follows the transactions: a data batch joins its producer's, a marker decides it. */
function take(batch: RecordBatch, place: Place, walked: Map<number, Walked>): Shown {
  const marker = readMarker(batch);
  const one: Shown = {
    batch,
    place,
    marker,
    verdict: 'plain',
    markerOffset: null,
    transactionFirstOffset: null,
  };
  if (!batch.isTransactional) return one;
  const open = walked.get(batch.producerId);
  if (marker !== undefined) {
    one.verdict = marker.type === 'COMMIT' ? 'marker-commit' : 'marker-abort';
    one.transactionFirstOffset = open?.firstOffset ?? null;
    for (const data of open?.shown ?? []) {
      data.verdict = marker.type === 'COMMIT' ? 'committed' : 'aborted';
      data.markerOffset = batch.baseOffset;
    }
    walked.delete(batch.producerId);
    return one;
  }
  one.verdict = 'open';
  if (open === undefined) walked.set(batch.producerId, { firstOffset: batch.baseOffset, shown: [] });
  one.transactionFirstOffset = open?.firstOffset ?? batch.baseOffset;
  return one;
}

function decideRest(log: PartitionLog, walked: ReadonlyMap<number, Walked>): void {
  const openSince = new Map(
    log.activeProducers().map((producer) => [producer.producerId, producer.currentTxnStartOffset]),
  );
  for (const [producerId, { shown }] of walked) {
    for (const data of shown) {
      const since = openSince.get(producerId) ?? -1;
      if (since >= 0 && since <= data.batch.baseOffset) {
        data.transactionFirstOffset = since;
        continue;
      }
      // Its marker lies further behind than was looked.
      const { abortedTransactions } = log.read({
        offset: data.batch.baseOffset,
        maxBytes: 1,
        isolation: 'committed',
        minOneBatch: true,
      });
      const isAborted = abortedTransactions?.some(
        (aborted) => aborted.producerId === producerId && aborted.firstOffset <= data.batch.baseOffset,
      );
      data.verdict = isAborted === true ? 'aborted' : 'committed';
    }
  }
}

function viewOf(
  { batch, place, marker, ...decided }: Shown,
  history: ProducerHistory,
): Omit<BatchView, 'records'> {
  const { producerId, producerEpoch } = batch;
  return {
    segment: place.segment,
    position: place.position,
    size: batch.size,
    baseOffset: batch.baseOffset,
    lastOffset: batch.lastOffset,
    producerId,
    producerEpoch,
    baseSequence: batch.baseSequence,
    codec: CODECS[batch.codec] ?? `codec ${batch.codec}`,
    isTransactional: batch.isTransactional,
    leaderEpoch: batch.partitionLeaderEpoch,
    marker: marker === undefined ? null : { ...marker },
    verdict: decided.verdict,
    markerOffset: decided.markerOffset,
    transactionFirstOffset: decided.transactionFirstOffset,
    process: history.processOf(producerId, producerEpoch),
    transactionalId: history.transactionalIdOf(producerId),
    recordCount: batch.recordCount,
  };
}
