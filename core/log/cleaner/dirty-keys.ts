/** Reads the dirty part of a log for the newest offset of every key. (source: Cleaner.buildOffsetMap) */
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { LogSegment } from '../log-segment.ts';
import type { LogState } from '../log-state.ts';
import { isOldFormat, lastOffsetOf } from '../stored-batch.ts';
import type { AbortedTxn } from '../transaction-index.ts';
import type { CleanableRange } from './cleanable-range.ts';
import { CleanedTransactions } from './cleaned-transactions.ts';
import type { OffsetMap } from './offset-map.ts';
import { visitRecords } from './stored-records.ts';
import type { TimeSlices } from './time-slices.ts';

export interface DirtyKeys {
  readonly range: CleanableRange;
  readonly aborted: readonly AbortedTxn[];
  readonly offsetMap: OffsetMap;
  readonly slices: TimeSlices;
  /** True when the log is not to be cleaned any more. */
  readonly isCancelled: () => boolean;
}

/**
 * Fills the map, in order, until it is full: `latestOffset` then tells how far it got. Control records and records of aborted
 * transactions do not count. Rejects with a DecodeError or CorruptBatchError when a batch does not parse.
 */
export async function readDirtyKeys(state: LogState, keys: DirtyKeys): Promise<void> {
  const { firstDirtyOffset, firstUncleanableOffset } = keys.range;
  const segments = state.segments.between(firstDirtyOffset, firstUncleanableOffset);
  // A transaction that ended before is not met again: its marker would be missed.
  const aborted = keys.aborted.filter((txn) => txn.lastOffset >= firstDirtyOffset);
  const transactions = new CleanedTransactions(aborted);
  for (const [at, segment] of segments.entries()) {
    if (!(await readSegment(segment, transactions, keys)) || keys.isCancelled()) return;
    // Compaction may have taken the segment's last batches.
    keys.offsetMap.updateLatestOffset((segments[at + 1]?.baseOffset ?? firstUncleanableOffset) - 1);
  }
}

/** False when the map became full. */
async function readSegment(
  segment: LogSegment,
  transactions: CleanedTransactions,
  keys: DirtyKeys,
): Promise<boolean> {
  const { offsetMap, slices, isCancelled } = keys;
  const { firstDirtyOffset } = keys.range;
  const { position } = segment.indexes.offsets.lookup(firstDirtyOffset);
  const walker = segment.walk({ position, want: 'contents', reusesWindow: true });
  for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
    if (!isOldFormat(batch) && batch.isControl) transactions.onControlBatch(batch);
    else if (isOldFormat(batch) || !transactions.onBatch(batch)) {
      if (!(await takeKeys(batch, keys))) return false;
    }
    if (lastOffsetOf(batch) >= firstDirtyOffset) offsetMap.updateLatestOffset(lastOffsetOf(batch));
    if (slices.isOver) await slices.rest();
    if (isCancelled()) return false;
  }
  return true;
}

/** False when the map became full. */
async function takeKeys(batch: RecordBatch, { range, offsetMap, slices }: DirtyKeys): Promise<boolean> {
  let hasRoom = true;
  await visitRecords(batch, slices, ({ key, offset }) => {
    if (key === null || offset < range.firstDirtyOffset) return true;
    hasRoom = !offsetMap.isFull;
    if (hasRoom) offsetMap.put(key, offset);
    return hasRoom;
  });
  return hasRoom;
}
