/** Walks the batches of a partition over its segments, from a place on; damaged places are passed over. */
import type { Disk, DiskFile } from '#core/base/disk.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import { openLog } from '../read/unreadable.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import { SegmentScanner, SMALL_CHUNK_SIZE } from '../scan/segment-scanner.ts';

/** The start of a batch. */
export interface Place {
  /** Base offset of the segment. */
  readonly segment: number;
  readonly position: number;
}

export interface WalkOptions {
  readonly from: Place;
  /** `headers` trusts contents; `contents` compares checksums. */
  readonly depth: 'headers' | 'contents';
  readonly control: Pick<ScanControl, 'pulse'>;
  /** Whether segments end where they were listed to end; otherwise they are read as far as they go by now. */
  readonly isCut?: boolean;
  /** Told of each place that is passed over. */
  readonly onDamage?: () => void;
}

/** A batch on the way: valid until the next is asked for. */
export interface WalkedBatch {
  readonly segment: number;
  readonly scanner: SegmentScanner;
  /** Its `.log`. */
  readonly file: DiskFile;
}

/** @throws {ScanCancelled} */
export async function* walkBatches(
  disk: Disk,
  files: PartitionFiles,
  { from, depth, control, isCut = false, onDamage }: WalkOptions,
): AsyncGenerator<WalkedBatch, void> {
  for (const log of files.segments) {
    const { baseOffset: segment, size } = log;
    const file = segment < from.segment ? undefined : openLog(disk, log);
    if (file === undefined) continue;
    try {
      const position = segment === from.segment ? from.position : 0;
      const scanner = new SegmentScanner(file, {
        segment,
        depth,
        from: position,
        chunkSize: SMALL_CHUNK_SIZE,
        ...(isCut ? { size: Math.min(size, file.size()) } : {}),
      });
      for (let read = 0; ; read = scanner.readBytes) {
        const step = scanner.next();
        if (step === 'end') break;
        if (step === 'damage') onDamage?.();
        if (scanner.readBytes > read) await control.pulse(scanner.readBytes - read);
        if (step === 'batch') yield { segment, scanner, file };
      }
    } finally {
      file.close();
    }
  }
}
