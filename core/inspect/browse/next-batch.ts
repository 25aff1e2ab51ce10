import type { Disk, DiskFile } from '#core/base/disk.ts';
import type { BatchPlaceView } from '#core/lab-api/opened-views.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import { openLog } from '../read/unreadable.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import { SegmentScanner, SMALL_CHUNK_SIZE } from '../scan/segment-scanner.ts';

/** A byte of a `.log`, behind which is looked. */
export interface NextBatchSearch {
  /** Base offset of the segment. */
  readonly segment: number;
  readonly position: number;
  readonly control: ScanControl;
}

/**
 * The first batch behind a byte position whose checksum is right and whose offsets fit into the segment; where the segment has none, the
 * first one of a later segment. Null when nothing that can be trusted follows.
 * @throws {ScanCancelled}
 */
export async function findNextBatch(
  disk: Disk,
  { segments }: Pick<PartitionFiles, 'segments'>,
  { segment, position, control }: NextBatchSearch,
): Promise<BatchPlaceView | null> {
  for (const log of segments) {
    const { baseOffset } = log;
    const file = baseOffset < segment ? undefined : openLog(disk, log);
    if (file === undefined) continue;
    const from = baseOffset === segment ? position + 1 : 0;
    const found = await searchSegment(file, { baseOffset, from, control });
    if (found !== null) return found;
  }
  return null;
}

/** Closes the file. */
async function searchSegment(
  file: DiskFile,
  {
    baseOffset: segment,
    from,
    control,
  }: { readonly baseOffset: number; readonly from: number; readonly control: ScanControl },
): Promise<BatchPlaceView | null> {
  try {
    const options = { segment, depth: 'contents', from, chunkSize: SMALL_CHUNK_SIZE } as const;
    const scanner = new SegmentScanner(file, options);
    for (let read = 0; ; read = scanner.readBytes) {
      const step = scanner.next();
      if (step === 'end') return null;
      const place = step === 'batch' ? scanner.head : step === 'checking' ? null : scanner.resumed;
      if (place !== null) return { segment, position: place.position, baseOffset: place.baseOffset };
      if (scanner.readBytes > read) await control.pulse(scanner.readBytes - read);
    }
  } finally {
    file.close();
  }
}
