/** Everything the inspector says about one partition, in the shape `inspect --json` prints. */
import type { Disk } from '#core/base/disk.ts';
import type { Verdict } from '#core/lab-api/views.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { type Place, walkBatches } from '../browse/batch-walk.ts';
import { preview } from '../preview.ts';
import type { Damage, InspectedBatch, InspectedRecord } from '../read/inspected.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import type { SegmentFile } from '../read/partition-folder.ts';
import { readBatch } from '../read/read-batch.ts';
import { SegmentReader } from '../read/segment-reader.ts';
import { openLog } from '../read/unreadable.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import type { SideFileDamage } from '../side/side-file.ts';
import type { InspectedTransaction } from './transactions.ts';
import { controlVerdict, TransactionTracker } from './transactions.ts';

/** One record with its verdict. */
export interface RecordReport {
  readonly offset: number;
  readonly kind: 'data' | 'control';
  readonly verdict: Verdict | string;
  readonly producerId: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly txnFirstOffset: number | null;
  readonly markerOffset: number | null;
  readonly timestamp: number;
  /** Bytes; −1 is null. */
  readonly keySize: number;
  readonly valueSize: number;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: readonly (readonly [string, string | null])[];
  /** Markers only. */
  readonly coordinatorEpoch?: number;
}

/** What a consumer that starts at the beginning receives. */
export interface ConsumerReport {
  readonly endOffset: number;
  readonly position: number;
  readonly error: null;
  readonly offsets: readonly number[];
}

export interface PartitionReport {
  readonly topic: string;
  readonly partition: number;
  readonly logStartOffset: number;
  readonly logEndOffset: number;
  readonly lastStableOffset: number;
  readonly segments: readonly number[];
  readonly damage: string | null;
  readonly records: readonly RecordReport[];
  readonly transactions: readonly InspectedTransaction[];
  readonly batches: readonly Omit<InspectedBatch, 'records'>[];
  readonly read_uncommitted: ConsumerReport;
  readonly read_committed: ConsumerReport;
  /** What lies behind the damage; absent when nothing there can be trusted. No part of what a consumer gets. */
  readonly behindDamage?: BehindDamage;
  /** Damaged files beside the log; absent when there are none. */
  readonly sideFiles?: readonly SideFileDamage[];
}

/**
 * The batches from the next one on that can be trusted. What is damaged further on is passed over. Verdicts are those of the markers
 * behind the damage: a transaction whose marker is lost is open here.
 */
export interface BehindDamage {
  readonly segment: number;
  readonly position: number;
  readonly offset: number;
  readonly records: readonly RecordReport[];
}

type Pulse = Pick<ScanControl, 'pulse'>;

/** A partition's batches in file order, and where reading stopped. */
interface Contents {
  readonly batches: readonly InspectedBatch[];
  readonly damage: Damage | null;
  readonly damagedSegment: number;
  /** The log reaches at least to here: the base of the last segment whose name was believed. */
  readonly reachedBase: number;
}

/** Reads every segment up to the first damage: what lies behind it has no certain place in the log. */
async function readContents(disk: Disk, files: PartitionFiles, control: Pulse): Promise<Contents> {
  const batches: InspectedBatch[] = [];
  for (const [i, segment] of files.segments.entries()) {
    const damage = await readInto(batches, disk, { segment, control });
    // What a damaged segment lost lies before the next one's base.
    if (damage !== null) {
      const reachedBase = files.segments[i + 1]?.baseOffset ?? 0;
      return { batches, damage, damagedSegment: segment.baseOffset, reachedBase };
    }
  }
  return {
    batches,
    damage: null,
    damagedSegment: -1,
    reachedBase: files.segments.at(-1)?.baseOffset ?? 0,
  };
}

/** The batches of one segment, up to where they cannot be read: null where that is its end, or it is gone meanwhile. */
async function readInto(
  batches: InspectedBatch[],
  disk: Disk,
  { segment, control }: { readonly segment: SegmentFile; readonly control: Pulse },
): Promise<Damage | null> {
  const file = openLog(disk, segment);
  if (file === undefined) return null;
  try {
    const reader = new SegmentReader(file, segment.baseOffset);
    for await (const batch of reader.batches({ breathe: () => control.pulse(0) })) {
      batches.push(batch);
      await control.pulse(batch.size);
    }
    return reader.damage;
  } finally {
    file.close();
  }
}

async function readBehind(
  disk: Disk,
  files: PartitionFiles,
  { from, control }: { readonly from: Place; readonly control: Pulse },
): Promise<BehindDamage | undefined> {
  const batches: InspectedBatch[] = [];
  for await (const { segment, scanner } of walkBatches(disk, files, { from, depth: 'contents', control })) {
    const { position, size } = scanner.head;
    const bytes = Buffer.from(scanner.bytes.subarray(scanner.start, scanner.start + size));
    const batch = await readable(readBatch(bytes, 0, { segment, position }));
    if (batch !== undefined) batches.push(batch);
  }
  const [first] = batches;
  if (first === undefined) return undefined;
  const tracker = new TransactionTracker();
  for (const batch of batches) tracker.add(batch);
  const { segment, position, baseOffset: offset } = first;
  const records = batches.flatMap((batch) =>
    batch.records.map((record) => reportRecord(batch, record, tracker)),
  );
  return { segment, position, offset, records };
}

/** A batch with a right checksum may still have records that nobody can read. */
async function readable(batch: Promise<InspectedBatch>): Promise<InspectedBatch | undefined> {
  try {
    return await batch;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Reads a partition and judges every record of it. @throws {ScanCancelled} */
export async function reportPartition(
  disk: Disk,
  files: PartitionFiles,
  control: Pulse,
): Promise<PartitionReport> {
  const { batches, damage, damagedSegment, reachedBase } = await readContents(disk, files, control);
  const from = { segment: damagedSegment, position: damage?.position ?? 0 };
  const behindDamage = damage === null ? undefined : await readBehind(disk, files, { from, control });
  const tracker = new TransactionTracker();
  for (const batch of batches) tracker.add(batch);
  const bases = files.segments.map(({ baseOffset }) => baseOffset);
  const logStartOffset = Math.max(files.checkpointedLogStart, bases[0] ?? 0);
  const logEndOffset = Math.max((batches.at(-1)?.lastOffset ?? -1) + 1, reachedBase, leastEnd(files));
  const unstable = tracker.firstUnstableOffset;
  const lastStableOffset = unstable === undefined ? logEndOffset : Math.max(unstable, logStartOffset);
  const range = { logStartOffset, logEndOffset, lastStableOffset };
  return {
    topic: files.topic,
    partition: files.partition,
    ...range,
    segments: bases,
    damage: damageText(files, damage),
    records: batches.flatMap((batch) => batch.records.map((record) => reportRecord(batch, record, tracker))),
    ...(behindDamage === undefined ? {} : { behindDamage }),
    transactions: tracker.transactions,
    batches: batches.map(({ records, ...header }) => header),
    read_uncommitted: consume(batches, range, () => true, logEndOffset),
    read_committed: consume(
      batches,
      range,
      (batch) => tracker.of(batch)?.outcome !== 'aborted',
      lastStableOffset,
    ),
  };
}

/** Where nothing of a log is left, or can be read, it ends where it starts. */
function leastEnd({ fault, checkpointedLogStart }: PartitionFiles): number {
  return fault === undefined ? 0 : checkpointedLogStart;
}

function damageText({ directory, fault }: PartitionFiles, damage: Damage | null): string | null {
  if (damage !== null) return `${damage.file}: byte ${damage.position}: ${damage.reason}`;
  return fault === undefined ? null : `${directory}: ${fault.reason}`;
}

function reportRecord(
  batch: InspectedBatch,
  record: InspectedRecord,
  tracker: TransactionTracker,
): RecordReport {
  const transaction = tracker.of(batch);
  const control = controlVerdict(batch);
  return {
    offset: record.offset,
    kind: batch.control ? 'control' : 'data',
    verdict: control?.verdict ?? transaction?.outcome ?? 'plain',
    producerId: batch.producerId,
    epoch: batch.epoch,
    sequence: record.sequence,
    txnFirstOffset: transaction?.firstOffset ?? null,
    markerOffset: batch.control ? record.offset : (transaction?.markerOffset ?? null),
    timestamp: record.timestamp,
    keySize: record.key?.length ?? -1,
    valueSize: record.value?.length ?? -1,
    key: preview(record.key),
    value: preview(record.value),
    headers: record.headers.map(({ key, value }) => [key, preview(value)]),
    ...(control?.coordinatorEpoch == null ? {} : { coordinatorEpoch: control.coordinatorEpoch }),
  };
}

/** Control records are never delivered; nothing at or beyond `endOffset` is. */
function consume(
  batches: readonly InspectedBatch[],
  { logStartOffset }: { readonly logStartOffset: number },
  isDelivered: (batch: InspectedBatch) => boolean,
  endOffset: number,
): ConsumerReport {
  const offsets = batches
    .filter((batch) => !batch.control && isDelivered(batch))
    .flatMap(({ records }) => records.map(({ offset }) => offset))
    .filter((offset) => offset >= logStartOffset && offset < endOffset);
  return { endOffset, position: endOffset, error: null, offsets };
}
