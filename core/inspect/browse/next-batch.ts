import type { Disk } from '#core/base/disk.ts';
import type { BatchPlaceView } from '#core/lab-api/opened-views.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import { SegmentScanner, SMALL_CHUNK_SIZE } from '../scan/segment-scanner.ts';

/** A byte of a `.log`. */
export interface LogPlace {
  readonly path: string;
  /** Base offset of the segment. */
  readonly segment: number;
  readonly position: number;
}

/**
 * The first batch behind a byte position whose checksum is right and whose offsets fit into the segment; null when there is none.
 * @throws {ScanCancelled}
 */
export async function findNextBatch(
  disk: Disk,
  { path, segment, position }: LogPlace,
  control: ScanControl,
): Promise<BatchPlaceView | null> {
  const file = disk.open(path, 'read');
  try {
    const scanner = new SegmentScanner(file, {
      segment,
      depth: 'contents',
      from: position + 1,
      chunkSize: SMALL_CHUNK_SIZE,
    });
    for (let read = 0; ; read = scanner.readBytes) {
      const step = scanner.next();
      if (step === 'end') return null;
      const place = step === 'batch' ? scanner.head : scanner.resumed;
      if (place !== null) return { segment, position: place.position, baseOffset: place.baseOffset };
      if (scanner.readBytes > read) await control.pulse(scanner.readBytes - read);
    }
  } finally {
    file.close();
  }
}
