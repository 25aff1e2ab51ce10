/** Marks aborted batches whose transaction the transaction index lacks: brokers tell consumers of aborts from that file alone. */
import type { Disk } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import type { BatchView } from '#core/lab-api/views.ts';
import { ABORTED_SIZE, abortedTransactions } from '../dump/side-files.ts';
import type { PartitionFiles } from '../read/partition-files.ts';
import type { ScanControl } from '../scan/scan-control.ts';

const ENTRIES_A_PULSE = 1_024;

type Marked = { isAbortUnindexed?: BatchView['isAbortUnindexed'] } & Pick<
  BatchView,
  'verdict' | 'markerOffset'
>;

/**
 * Reads the `.txnindex` of the segments that `markers` lie in: from the offset of an ABORT marker to its segment. One that cannot be
 * read marks nothing: it is told with the damage beside the log.
 * @throws {ScanCancelled}
 */
export async function markUnindexed(
  { disk, files }: { readonly disk: Disk; readonly files: PartitionFiles },
  {
    batches,
    markers,
  }: { readonly batches: readonly Marked[]; readonly markers: ReadonlyMap<number, number> },
  control: Pick<ScanControl, 'pulse'>,
): Promise<void> {
  const named = new Map<number, ReadonlySet<number> | undefined>();
  for (const batch of batches) {
    const { verdict, markerOffset } = batch;
    const segment = markers.get(markerOffset ?? -1);
    if (verdict !== 'aborted' || markerOffset === null || segment === undefined) continue;
    if (!named.has(segment)) named.set(segment, await namedIn({ disk, files }, segment, control));
    if (named.get(segment)?.has(markerOffset) === false) batch.isAbortUnindexed = true;
  }
}

/** Offsets of the ABORT markers that the index of a segment names; undefined when it cannot be read. */
async function namedIn(
  { disk, files }: { readonly disk: Disk; readonly files: PartitionFiles },
  segment: number,
  control: Pick<ScanControl, 'pulse'>,
): Promise<ReadonlySet<number> | undefined> {
  const log = files.segments.find(({ baseOffset }) => baseOffset === segment)?.path;
  const path = log?.replace(/\.log$/, '.txnindex');
  if (path === undefined) return undefined;
  const offsets = new Set<number>();
  try {
    if (!disk.exists(path)) return offsets;
    const file = disk.open(path, 'read');
    try {
      let count = 0;
      for (const entry of abortedTransactions(file)) {
        offsets.add(Number(entry.readBigInt64BE(ABORTED_SIZE - 16)));
        if (++count % ENTRIES_A_PULSE === 0) await control.pulse(0);
      }
    } finally {
      file.close();
    }
  } catch (error) {
    if (!isDiskError(error)) throw error;
    return undefined;
  }
  return offsets;
}
