/**
 * What can be told of a partition without reading it: whether each segment ends with a whole batch, and whether the files beside
 * them are there and well-formed.
 */
import type { Disk } from '#core/base/disk.ts';
import type { DamageView } from '#core/lab-api/opened-views.ts';
import { damageBeside } from '../census/beside-damage.ts';
import { baseName, type PartitionFiles } from '../read/partition-files.ts';
import type { SegmentFile } from '../read/partition-folder.ts';
import { openLog } from '../read/unreadable.ts';
import { damageView } from '../scan/damage.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import { SegmentScanner, SMALL_CHUNK_SIZE } from '../scan/segment-scanner.ts';
import { positionFor } from './locate.ts';

/** A segment whose index leads less far is left to those who read all of it. */
const TAIL_MAX = 1 << 20;

/** Damage of all segments but the last one, whose end is looked for anyway. @throws {ScanCancelled} */
export async function quickDamages(
  disk: Disk,
  files: PartitionFiles,
  control: ScanControl,
): Promise<readonly DamageView[]> {
  const damages: DamageView[] = [];
  for (const segment of files.segments.slice(0, -1)) {
    const damage = damageAtEnd(disk, segment);
    if (damage !== undefined) damages.push(damage);
    await control.pulse(0);
  }
  return [...damages, ...(await damageBeside(disk, files, control, { shapeOnly: true }))];
}

function damageAtEnd(disk: Disk, segment: SegmentFile): DamageView | undefined {
  const { path, baseOffset, size } = segment;
  // What cannot be opened is told by the listing.
  if (segment.refusal !== undefined) return undefined;
  const from = positionFor(disk, segment, Number.MAX_SAFE_INTEGER);
  if (size - from > TAIL_MAX) return undefined;
  const file = openLog(disk, segment);
  if (file === undefined) return undefined;
  try {
    const scanner = new SegmentScanner(file, {
      segment: baseOffset,
      depth: 'contents',
      from,
      chunkSize: SMALL_CHUNK_SIZE,
    });
    for (;;) {
      const step = scanner.next();
      if (step === 'end') return undefined;
      if (step !== 'damage' || scanner.fault === null) continue;
      const where = { file: baseName(path), segment: baseOffset, isNewest: false, next: scanner.resumed };
      return damageView(scanner.fault, where);
    }
  } finally {
    file.close();
  }
}
