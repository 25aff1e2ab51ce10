/** One record out of a batch of any size: nothing is unfolded but it, and the thread is given back meanwhile. */
import type { Disk } from '#core/base/disk.ts';
import type { RecordContentsView } from '#core/lab-api/record-views.ts';
import { openRecordsAsync } from '#core/protocol/records/batch-reader.ts';
import { readLegacyRecords } from '#core/protocol/records/legacy-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import { type ContentsAsked, type FoundRecord, recordContents } from '../record-contents.ts';
import { WHOLE_SIZE_MAX } from '../scan/batch-check.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import { type Place, walkBatches } from './batch-walk.ts';
import { wholeBatch } from './whole-batch.ts';

/** Records between two looks at the clock. */
const PASSED_A_LOOK = 4096;
const MAGIC_CURRENT = 2;

/** The record of a batch at an offset; null when it has none there, or is damaged before it. The batch must stay what it is. */
export async function findRecord(
  batch: RecordBatch,
  offset: number,
  breathe: () => Promise<void> | undefined,
): Promise<FoundRecord | null> {
  try {
    const cursor = await openRecordsAsync(batch);
    while (cursor.next()) {
      if (batch.baseOffset + cursor.offsetDelta === offset) return { ...cursor.record(), offset };
      const pause = cursor.index % PASSED_A_LOOK === PASSED_A_LOOK - 1 ? breathe() : undefined;
      if (pause !== undefined) await pause;
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * What is in a record of the batch at a place of a partition's files; null when no whole batch begins there, or it has no such record.
 * @throws {ScanCancelled}
 */
export async function recordAtPlace(
  disk: Disk,
  files: PartitionFiles,
  {
    place,
    asked,
    control,
  }: { readonly place: Place; readonly asked: ContentsAsked; readonly control: ScanControl },
): Promise<RecordContentsView | null> {
  for await (const walked of walkBatches(disk, files, {
    from: place,
    depth: 'contents',
    control,
  })) {
    const { segment, scanner } = walked;
    const { head } = scanner;
    // Damage was passed over: the batch lies elsewhere.
    if (segment !== place.segment || head.position !== place.position || head.size > WHOLE_SIZE_MAX)
      return null;
    if (head.magic < MAGIC_CURRENT) {
      const records = readLegacyRecords(scanner.message());
      const found = records.find(({ offset }) => offset === asked.offset);
      return found === undefined
        ? null
        : recordContents({ ...found, headers: [] }, { ...asked, isControl: false });
    }
    const breathe = () => control.pulse(0);
    const found = await findRecord(await wholeBatch(walked, breathe), asked.offset, breathe);
    return found === null ? null : recordContents(found, { ...asked, isControl: head.isControl });
  }
  return null;
}
