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

/**
 * Damage of the first batch of each segment, and of the end of all but the last one, which is looked for anyway.
 * @throws {ScanCancelled}
 */
export async function quickDamages(
  disk: Disk,
  files: PartitionFiles,
  control: ScanControl,
): Promise<readonly DamageView[]> {
  const damages: DamageView[] = [];
  const newest = files.segments.at(-1);
  for (const segment of files.segments) {
    // What cannot be opened is told by the listing.
    if (segment.refusal !== undefined) continue;
    const isNewest = segment === newest;
    const first = firstDamage(disk, segment, { from: 0, isNewest, steps: 1 });
    const from = isNewest ? 0 : positionFor(disk, segment, Number.MAX_SAFE_INTEGER);
    const isFar = isNewest || segment.size - from > TAIL_MAX;
    const found = isFar ? first : (first ?? firstDamage(disk, segment, { from, isNewest, steps: Infinity }));
    if (found !== undefined) damages.push(found);
    await control.pulse(0);
  }
  return [...damages, ...(await damageBeside(disk, files, control, { shapeOnly: true }))];
}

/** The first damage within so many batches from a place on. */
function firstDamage(
  disk: Disk,
  segment: SegmentFile,
  { from, isNewest, steps }: { readonly from: number; readonly isNewest: boolean; readonly steps: number },
): DamageView | undefined {
  const file = openLog(disk, segment);
  if (file === undefined) return undefined;
  const { baseOffset, path } = segment;
  try {
    const scanner = new SegmentScanner(file, {
      segment: baseOffset,
      depth: 'contents',
      from,
      chunkSize: SMALL_CHUNK_SIZE,
    });
    for (let i = 0; i < steps; i++) {
      const step = scanner.next();
      if (step === 'end' || (step === 'damage' && scanner.isAtGrowingEnd)) return undefined;
      if (step !== 'damage' || scanner.fault === null) continue;
      const where = { file: baseName(path), segment: baseOffset, isNewest, next: scanner.resumed };
      return damageView(scanner.fault, where);
    }
    return undefined;
  } finally {
    file.close();
  }
}
