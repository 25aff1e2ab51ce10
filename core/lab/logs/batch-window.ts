/**
 * A stretch of one partition's log as the window shows it: batches with their records, and for each what became of it.
 *
 * A transaction is decided by the first marker of its producer id behind its records. So reading begins somewhat before the
 * stretch, to find where its transactions began, and goes on somewhat behind it, to find their markers; what is still not decided
 * then, the log itself knows: its open transactions, and its aborted ones.
 */
import { type RecordReading, recordViews, rowsOfBatch } from '#core/inspect/record-views.ts';
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
/** Small batches are many. */
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

/** What is read, and who gives the thread back meanwhile. */
export interface WindowSource {
  readonly log: PartitionLog;
  readonly history: ProducerHistory;
  readonly breathe: RecordReading['breathe'];
}

/** What is shown of large batches. */
interface Stretch {
  readonly fromOffset: number;
  readonly untilOffset: number;
  readonly recordsMax: number;
  readonly isDown: boolean;
  readonly unit: WindowRequest['unit'];
}

export async function readWindow(
  source: WindowSource,
  request: WindowRequest,
): Promise<readonly BatchView[]> {
  const { fromOffset, untilOffset = Infinity, recordsMax = Infinity, unit } = request;
  const stretch = { fromOffset, untilOffset, recordsMax, isDown: false, unit };
  return viewsOf(source, await walk(source, stretch), stretch);
}

/** The newest batches up to an offset that hold `recordsMax`, newest first; empty when nothing is there. */
export async function readWindowBefore(
  source: WindowSource,
  { fromOffset: untilOffset, recordsMax, unit }: WindowBefore,
): Promise<readonly BatchView[]> {
  const { log } = source;
  const stretch = { fromOffset: 0, untilOffset, recordsMax, isDown: true, unit };
  // Where records were removed, and where batches are counted, more offsets have to be gone through.
  for (let offsets = recordsMax; ; offsets *= 4) {
    const start = Math.max(log.logStartOffset, untilOffset - offsets + 1);
    const shown = newest(
      await walk(source, { ...stretch, fromOffset: start, recordsMax: Infinity }),
      stretch,
    );
    const isEnough =
      shown.size >= recordsMax ||
      start === log.logStartOffset ||
      (shown.size > 0 && offsets >= recordsMax * STRETCH_MAX[unit ?? 'records']);
    if (isEnough) return viewsOf(source, shown.batches, stretch);
  }
}

function sizeOf(batch: RecordBatch, stretch: Stretch): number {
  return stretch.unit === 'batches' ? 1 : rowsOfBatch(batch, stretch);
}

function newest(
  walked: readonly Shown[],
  stretch: Stretch,
): { readonly batches: readonly Shown[]; readonly size: number } {
  const batches: Shown[] = [];
  let size = 0;
  for (const one of walked.toReversed()) {
    if (size >= stretch.recordsMax) break;
    batches.push(one);
    size += sizeOf(one.batch, stretch);
  }
  return { batches, size };
}

async function viewsOf(
  { log, history, breathe }: WindowSource,
  shown: readonly Shown[],
  stretch: Stretch,
): Promise<readonly BatchView[]> {
  const { topic } = log.topicPartition;
  const views: BatchView[] = [];
  let size = 0;
  for (const one of shown) {
    const recordsMax = Math.max(1, stretch.recordsMax - size);
    const hasRecords = stretch.unit !== 'batches' && !one.batch.isControl;
    const asked = { ...stretch, recordsMax };
    const records = hasRecords ? await recordViews(one.batch, asked, { topic, breathe }) : { records: [] };
    views.push({ ...viewOf(one, history), ...records });
    size += Math.min(recordsMax, sizeOf(one.batch, stretch));
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  return views;
}

/**
 * In turns. After each the log is entered anew at the offset reached: segments may be gone meanwhile, and files replaced. What was
 * appended is walked too; what the log says of open and aborted transactions at the end is true for all that was shown.
 */
async function walk({ log, breathe }: WindowSource, stretch: Stretch): Promise<readonly Shown[]> {
  const walking = new Walk(stretch);
  let next: number | null = Math.max(log.logStartOffset, stretch.fromOffset - LOOK_AROUND_OFFSETS);
  while (next !== null) {
    const place = log.locate(next);
    if (place === undefined) break;
    const walker = new PlaceWalker(log, place);
    let pause: Promise<void> | undefined;
    const from: number = next;
    next = null;
    for (const batch of log.batchesFrom(from)) {
      if (!walking.take(batch, walker.next(batch))) break;
      pause = breathe();
      if (pause === undefined) continue;
      next = batch.lastOffset + 1;
      break;
    }
    if (pause !== undefined) await pause;
  }
  decideRest(log, walking.walked);
  return walking.shown;
}

/** A stretch while it is walked. */
class Walk {
  readonly walked = new Map<number, Walked>();
  readonly shown: Shown[] = [];
  readonly #stretch: Stretch;
  #size = 0;
  #bytesBehind = 0;
  #batchesBehind = 0;

  constructor(stretch: Stretch) {
    this.#stretch = stretch;
  }

  /** False when this batch and those behind it do not matter. */
  take(batch: RecordBatch, place: Place): boolean {
    const { fromOffset, recordsMax, untilOffset } = this.#stretch;
    const isFull = this.#size >= recordsMax || batch.baseOffset > untilOffset;
    if (isFull) {
      this.#bytesBehind += batch.size;
      const isFar = this.#bytesBehind > LOOK_AROUND_BYTES || ++this.#batchesBehind > LOOK_AROUND_BATCHES;
      if (isFar || ![...this.walked.values()].some((one) => one.shown.length > 0)) return false;
    }
    const one = take(batch, place, this.walked);
    if (isFull || batch.lastOffset < fromOffset) return true;
    this.shown.push(one);
    if (batch.isTransactional && !batch.isControl) this.walked.get(batch.producerId)?.shown.push(one);
    this.#size += sizeOf(batch, this.#stretch);
    return true;
  }
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
): Omit<BatchView, 'records' | 'slice'> {
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
