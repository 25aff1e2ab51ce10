/**
 * A stretch of a partition that was opened, in the shape of the lab's own logs: batches with their records, and for each what became
 * of it. Reading begins somewhat before the stretch, to find where its transactions began, and goes on somewhat behind it, to find
 * their markers. What is not decided then is open if the survey says so, aborted if an index says so, and committed otherwise.
 */
import type { Disk } from '#core/base/disk.ts';
import type { BatchView, PartitionView, Verdict } from '#core/lab-api/views.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { CODECS } from '#core/protocol/records/compression.ts';
import { type Marker, readMarker } from '#core/protocol/records/control-record.ts';
import { abortedRanges } from '../census/beside-the-log.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import { legacyRecordViews, type RecordsAsked, recordViews, type ShownRecords } from '../record-views.ts';
import { WHOLE_SIZE_MAX } from '../scan/batch-check.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import type { SegmentScanner } from '../scan/segment-scanner.ts';
import { markUnindexed } from './abort-entries.ts';
import { type WalkedBatch, walkBatches } from './batch-walk.ts';
import { KeptBatches, sizeOf } from './kept-batches.ts';
import { placeFor } from './locate.ts';
import { wholeBatch } from './whole-batch.ts';

/** How far before and behind the stretch is looked for the ends of its transactions. */
const LOOK_AROUND_OFFSETS = 2_000;
const LOOK_AROUND_BYTES = 8 * 1024 * 1024;
/** Downwards, something is answered after so many times the offsets asked for, if it is less: a batch has many. */
const STRETCH_MAX = { records: 64, batches: 4096 } as const;
export interface BrowseRequest {
  readonly fromOffset: number;
  /** `down`: newest first, ending at `fromOffset`. */
  readonly direction: 'up' | 'down';
  readonly recordsMax: number;
  /** `batches`: `recordsMax` counts them, and their records are left out. `records` when left out. */
  readonly unit?: 'records' | 'batches' | undefined;
}

/** What is walked: upwards until `sizeMax`, or up to an offset, of which the newest `sizeMax` are kept. */
interface Walk {
  readonly fromOffset: number;
  readonly untilOffset: number;
  readonly sizeMax: number;
  readonly isDown: boolean;
  readonly unit: 'records' | 'batches';
}

type OpenTransactions = PartitionView['openTransactions'];

/** The partition that is read. */
export interface BrowsedPartition {
  readonly disk: Disk;
  readonly files: PartitionFiles;
  readonly logStartOffset: number;
  /** What its survey says; asked for only where the stretch and its surroundings do not tell. */
  readonly openTransactions: () => Promise<OpenTransactions>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A transaction while it is walked: undecided until its marker comes. */
interface Walked {
  /** Null when it may have begun before what was walked. */
  readonly firstOffset: number | null;
  readonly shown: Mutable<BatchView>[];
}

/** @throws {ScanCancelled} */
export async function browse(
  partition: BrowsedPartition,
  { fromOffset, direction, recordsMax: sizeMax, unit = 'records' }: BrowseRequest,
  control: ScanControl,
): Promise<readonly BatchView[]> {
  const isDown = direction === 'down';
  if (!isDown) return walk(partition, { fromOffset, untilOffset: Infinity, sizeMax, isDown, unit }, control);
  const { logStartOffset } = partition;
  // Where records were removed, and where batches are counted, more offsets have to be gone through.
  for (let stretch = sizeMax; ; stretch *= 4) {
    const start = Math.max(logStartOffset, fromOffset - stretch + 1);
    const request = { fromOffset: start, untilOffset: fromOffset, sizeMax, isDown, unit };
    const views = await walk(partition, request, control);
    const size = views.reduce((sum, view) => sum + sizeOf(view, unit), 0);
    if (size >= sizeMax || start === logStartOffset || (size > 0 && stretch >= sizeMax * STRETCH_MAX[unit]))
      return views.toReversed();
  }
}

async function walk(
  partition: BrowsedPartition,
  { fromOffset, untilOffset, sizeMax, isDown, unit }: Walk,
  control: ScanControl,
): Promise<readonly BatchView[]> {
  const { disk, files, logStartOffset } = partition;
  const from = placeFor(disk, files, Math.max(logStartOffset, fromOffset - LOOK_AROUND_OFFSETS));
  if (from === undefined) return [];
  const walked = new Map<number, Walked>();
  const isFromStart = from.position === 0 && from.segment === files.segments[0]?.baseOffset;
  /** Producer ids whose transactions begin within what is walked: a marker was seen before. */
  const begun = isFromStart ? undefined : new Set<number>();
  /** Segments of the ABORT markers that were seen. */
  const markers = new Map<number, number>();
  const kept = new KeptBatches({ sizeMax, isDown, unit });
  let bytesBehind = 0;
  let isAtEnd = true;
  for await (const here of walkBatches(disk, files, { from, depth: 'contents', control })) {
    const { head } = here.scanner;
    const isFull = kept.isFull || head.baseOffset > untilOffset;
    if (isFull) {
      bytesBehind += head.size;
      if (bytesBehind > LOOK_AROUND_BYTES || !isUndecided(walked)) {
        isAtEnd = false;
        break;
      }
    }
    const isShown = !isFull && head.lastOffset >= fromOffset;
    const one = take(here, { walked, begun, isShown });
    if (one.verdict === 'marker-abort') markers.set(head.baseOffset, here.segment);
    if (!isShown) continue;
    if (unit === 'records') {
      // Downwards what comes before may be shown too, whatever the stretch begins with.
      const asked = {
        fromOffset: isDown ? 0 : fromOffset,
        untilOffset,
        recordsMax: isDown ? sizeMax : kept.room,
        isDown,
      };
      Object.assign(one, await recordsOf(here, { asked, topic: files.topic, control }));
    }
    kept.add(one);
  }
  // What has no marker up to the end of the log is open.
  if (!isAtEnd && isUndecided(walked)) decideRest(partition, await partition.openTransactions(), walked);
  await markUnindexed({ disk, files }, { batches: kept.batches, markers }, control);
  return kept.batches;
}

function isUndecided(walked: ReadonlyMap<number, Walked>): boolean {
  for (const { shown } of walked.values()) if (shown.length > 0) return true;
  return false;
}

/** Follows the transactions: a data batch joins its producer's, a marker decides it. */
function take(
  { scanner, segment }: WalkedBatch,
  {
    walked,
    begun,
    isShown,
  }: {
    readonly walked: Map<number, Walked>;
    readonly begun: Set<number> | undefined;
    readonly isShown: boolean;
  },
): Mutable<BatchView> {
  const { head } = scanner;
  const marker = head.isControl ? markerOf(scanner) : undefined;
  const one = viewOf(scanner, segment, marker);
  if (!head.isTransactional) return one;
  const open = walked.get(head.producerId);
  if (marker !== undefined) {
    one.transactionFirstOffset = open?.firstOffset ?? null;
    for (const data of open?.shown ?? []) {
      data.verdict = marker.type === 'COMMIT' ? 'committed' : 'aborted';
      data.markerOffset = head.baseOffset;
    }
    walked.delete(head.producerId);
    begun?.add(head.producerId);
    return one;
  }
  if (head.isControl || head.count === 0) return one;
  one.verdict = 'open';
  const isFirst = begun?.has(head.producerId) !== false;
  const transaction = open ?? { firstOffset: isFirst ? head.baseOffset : null, shown: [] };
  walked.set(head.producerId, transaction);
  one.transactionFirstOffset = transaction.firstOffset;
  if (isShown) transaction.shown.push(one);
  return one;
}

function markerOf(scanner: SegmentScanner): Marker | undefined {
  try {
    return readMarker(scanner.batch());
  } catch (error) {
    // It shows as a batch without a marker; its bytes say what is wrong.
    if (!(error instanceof DecodeError)) throw error;
    return undefined;
  }
}

function verdictOf(marker: Marker | undefined, count: number): Verdict {
  if (marker !== undefined) return marker.type === 'COMMIT' ? 'marker-commit' : 'marker-abort';
  return count === 0 ? 'hole' : 'plain';
}

function viewOf({ head }: SegmentScanner, segment: number, marker: Marker | undefined): Mutable<BatchView> {
  const { position, size, baseOffset, lastOffset, producerId, producerEpoch, baseSequence } = head;
  return {
    segment,
    position,
    size,
    baseOffset,
    lastOffset,
    producerId,
    producerEpoch,
    baseSequence,
    codec: CODECS[head.codec] ?? `codec ${head.codec}`,
    isTransactional: head.isTransactional,
    leaderEpoch: head.leaderEpoch,
    marker: marker === undefined ? null : { ...marker },
    verdict: verdictOf(marker, head.count),
    markerOffset: null,
    transactionFirstOffset: null,
    process: null,
    transactionalId: null,
    recordCount: head.count,
    records: [],
  };
}

async function recordsOf(
  here: WalkedBatch,
  {
    asked,
    topic,
    control,
  }: {
    readonly asked: RecordsAsked;
    readonly topic: string;
    readonly control: Pick<ScanControl, 'pulse'>;
  },
): Promise<ShownRecords> {
  const { scanner } = here;
  const { head } = scanner;
  // Too large to be unfolded: its header is shown, and the byte ruler says so.
  if (head.size > WHOLE_SIZE_MAX) return { records: [] };
  if (head.magic < 2) return legacyRecordViews(scanner.message(), asked, topic);
  if (head.isControl) return { records: [] };
  const breathe = () => control.pulse(0);
  return recordViews(await wholeBatch(here, breathe), asked, { topic, breathe });
}

/** Transactions whose markers lie further behind than was looked. */
function decideRest(
  { disk, files }: BrowsedPartition,
  open: OpenTransactions,
  walked: ReadonlyMap<number, Walked>,
): void {
  const openSince = new Map(open.map(({ producerId, firstOffset }) => [producerId, firstOffset]));
  const rest = [...walked].flatMap(([producerId, { shown }]) => shown.map((data) => ({ producerId, data })));
  const undecided = rest.filter(({ producerId, data }) => {
    const since = openSince.get(producerId);
    if (since === undefined || since > data.baseOffset) return true;
    data.transactionFirstOffset = since;
    return false;
  });
  if (undecided.length === 0) return;
  const ranges = abortedRanges(disk, files);
  for (const { producerId, data } of undecided) {
    const aborted = ranges.find(
      (range) =>
        range.producerId === producerId &&
        range.firstOffset <= data.baseOffset &&
        range.lastOffset >= data.baseOffset,
    );
    data.verdict = aborted === undefined ? 'committed' : 'aborted';
    data.markerOffset = aborted?.lastOffset ?? null;
  }
}
