/**
 * Finds where an offset or a time lies, by the indexes beside the log as Kafka does. An index entry is believed only if a whole batch
 * begins where it leads, and not behind what is looked for; otherwise the segment is read from its start.
 */
import type { Disk, DiskFile } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import { readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import { DumpFailure } from '../dump/dump-options.ts';
import { OffsetIndexFile, TimeIndexFile } from '../dump/index-file.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import type { SegmentFile } from '../read/partition-folder.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import { SegmentScanner } from '../scan/segment-scanner.ts';
import { type Place, walkBatches } from './batch-walk.ts';

/** The last entry of an index, before the zeros of one that is preallocated. */
function lastEntry(index: { readonly entries: number; readonly isZero: (i: number) => boolean }): number {
  let low = 0;
  let high = index.entries;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (index.isZero(middle)) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

function withFile<T>(disk: Disk, path: string, use: (file: DiskFile) => T): T | undefined {
  try {
    const file = disk.open(path, 'read');
    try {
      return use(file);
    } finally {
      file.close();
    }
  } catch (error) {
    // Without it the segment is read from its start.
    if (error instanceof DumpFailure || isDiskError(error)) return undefined;
    throw error;
  }
}

/** True when a batch with a right checksum begins at `position` and its first offset is not above `offset`. */
function isBatchFor(
  disk: Disk,
  { path, baseOffset }: SegmentFile,
  position: number,
  offset: number,
): boolean {
  if (position === 0) return true;
  const found = withFile(disk, path, (file) => {
    if (position < 0 || position >= file.size()) return false;
    const scanner = new SegmentScanner(file, { segment: baseOffset, depth: 'contents', from: position });
    const step = scanner.next();
    // The checksum of a large batch would take long: whoever reads it compares it.
    return (step === 'batch' || step === 'checking') && scanner.head.baseOffset <= offset;
  });
  return found === true;
}

/** Where in a segment to begin reading for `offset`: the start of a batch at or before it. */
export function positionFor(disk: Disk, segment: SegmentFile, offset: number): number {
  const position = withFile(disk, segment.path.replace(/\.log$/, '.index'), (file) => {
    const index = new OffsetIndexFile(file, BigInt(segment.baseOffset));
    const last = lastEntry({
      entries: index.entries,
      isZero: (i) => {
        const entry = index.entry(i);
        return entry.position === 0 && entry.offset === index.baseOffset;
      },
    });
    let low = 0;
    let high = last;
    let found = 0;
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const entry = index.entry(middle);
      if (Number(entry.offset) <= offset) {
        found = entry.position;
        low = middle + 1;
      } else high = middle - 1;
    }
    return found;
  });
  return position !== undefined && isBatchFor(disk, segment, position, offset) ? position : 0;
}

/** Where to begin reading for `offset`; the first segment's start when it is before all. Undefined without segments. */
export function placeFor(disk: Disk, files: PartitionFiles, offset: number): Place | undefined {
  const segment = files.segments.findLast(({ baseOffset }) => baseOffset <= offset) ?? files.segments[0];
  if (segment === undefined) return undefined;
  return { segment: segment.baseOffset, position: positionFor(disk, segment, offset) };
}

/** What a segment's time index says: the largest timestamp, and where to begin for `timestamp`. */
function timesOf(
  disk: Disk,
  { path, baseOffset }: SegmentFile,
  timestamp: number,
): { readonly largest: number; readonly offset: number } | undefined {
  return withFile(disk, path.replace(/\.log$/, '.timeindex'), (file) => {
    const index = new TimeIndexFile(file, BigInt(baseOffset));
    const last = lastEntry({
      entries: index.entries,
      isZero: (i) => {
        const entry = index.entry(i);
        return entry.timestamp === 0n && entry.offset === index.baseOffset;
      },
    });
    let low = 0;
    let high = last;
    let offset = baseOffset;
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const entry = index.entry(middle);
      // Every record with a greater timestamp has a greater offset than the entry's.
      if (Number(entry.timestamp) < timestamp) {
        offset = Number(entry.offset);
        low = middle + 1;
      } else high = middle - 1;
    }
    return { largest: last < 0 ? -1 : Number(index.entry(last).timestamp), offset };
  });
}

/** A record found by its time. */
export interface FoundRecord {
  readonly offset: number;
  readonly timestampMs: number;
}

/** The first record at or behind `fromOffset` whose timestamp is not before `timestamp`. @throws {ScanCancelled} */
export async function findTime(
  { disk, files }: { readonly disk: Disk; readonly files: PartitionFiles },
  { timestamp, fromOffset }: { readonly timestamp: number; readonly fromOffset: number },
  control: Pick<ScanControl, 'pulse'>,
): Promise<FoundRecord | undefined> {
  for (const [i, segment] of files.segments.entries()) {
    const isNewest = i === files.segments.length - 1;
    const times = timesOf(disk, segment, timestamp);
    // The index of a segment that is still written to lacks its newest batches.
    if (times !== undefined && times.largest < timestamp && !isNewest && times.largest >= 0) continue;
    const from = {
      segment: segment.baseOffset,
      position: positionFor(disk, segment, times?.offset ?? segment.baseOffset),
    };
    const only = { ...files, segments: [segment] };
    for await (const { scanner } of walkBatches(disk, only, { from, depth: 'headers', control })) {
      if (scanner.head.maxTimestamp < timestamp || scanner.head.isControl) continue;
      const found = await firstRecord(scanner, { timestamp, fromOffset });
      if (found !== undefined) return found;
    }
    await control.pulse(0);
  }
  return undefined;
}

async function firstRecord(
  scanner: SegmentScanner,
  least: { readonly timestamp: number; readonly fromOffset: number },
): Promise<FoundRecord | undefined> {
  const { head } = scanner;
  try {
    if (head.magic < 2) {
      const record = readLegacyRecords(scanner.message()).find(
        ({ timestamp, offset }) => timestamp >= least.timestamp && offset >= least.fromOffset,
      );
      return record === undefined ? undefined : { offset: record.offset, timestampMs: record.timestamp };
    }
    const batch = scanner.batch();
    const cursor = await scanner.records();
    while (cursor.next()) {
      const offset = head.baseOffset + cursor.offsetDelta;
      const timestampMs = recordTimestamp(batch, cursor);
      if (timestampMs >= least.timestamp && offset >= least.fromOffset) return { offset, timestampMs };
    }
  } catch (error) {
    // A batch that cannot be read has no time; a census says what is wrong with it.
    if (!(error instanceof DecodeError)) throw error;
  }
  return undefined;
}
