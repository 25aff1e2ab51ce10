/** Finding records by timestamp: ListOffsets. (source: UnifiedLog.fetchOffsetByTimestamp, FileRecords.searchForTimestamp) */
import { openRecordsAsync, recordTimestamp } from '#core/protocol/records/batch-reader.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { LogSegment } from './log-segment.ts';
import type { LogState } from './log-state.ts';
import type { TimestampAndOffset } from './log-types.ts';
import { isOldFormat, lastOffsetOf, leaderEpochOf, maxTimestampOf } from './stored-batch.ts';

/** The first record at or after `timestamp`, in the order of offsets. */
export async function findByTimestamp(
  state: LogState,
  timestamp: number,
): Promise<TimestampAndOffset | undefined> {
  const segment = state.segments.all().find((candidate) => candidate.largestTimestamp >= timestamp);
  if (segment === undefined) return undefined;
  const { offset } = segment.indexes.times.lookup(timestamp);
  for (const batch of batchesAt(segment, Math.max(offset, state.logStartOffset))) {
    if (maxTimestampOf(batch) < timestamp) continue;
    const found = await firstRecord(batch, { timestamp, offset: state.logStartOffset });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first record that has the greatest timestamp of the log. */
export async function findMaxTimestamp(state: LogState): Promise<TimestampAndOffset | undefined> {
  let best: LogSegment | undefined;
  for (const segment of state.segments.all()) {
    const { timestamp } = segment.indexes.maxTimestamp;
    if (timestamp >= 0 && timestamp > (best?.indexes.maxTimestamp.timestamp ?? -1)) best = segment;
  }
  if (best === undefined) return undefined;
  const { timestamp, offset } = best.indexes.maxTimestamp;
  for (const batch of batchesAt(best, offset)) {
    if (maxTimestampOf(batch) === timestamp) return firstRecord(batch, { timestamp, offset: 0 });
  }
  return undefined;
}

function* batchesAt(segment: LogSegment, offset: number): Generator<RecordBatch, void> {
  const { position } = segment.indexes.offsets.lookup(offset);
  const walker = segment.walk({ position, want: 'contents', reusesWindow: false });
  for (let batch = walker.next(); batch !== undefined; batch = walker.next()) yield batch;
}

/** The batch's first record that has at least this timestamp and offset. */
async function firstRecord(
  batch: RecordBatch,
  least: { readonly timestamp: number; readonly offset: number },
): Promise<TimestampAndOffset | undefined> {
  if (isOldFormat(batch)) {
    // Of old compressed messages only the wrapper is looked at: its offset and timestamp are those of its last record.
    const offset = lastOffsetOf(batch);
    if (offset < least.offset) return undefined;
    return { timestamp: maxTimestampOf(batch), offset, leaderEpoch: -1 };
  }
  const cursor = await openRecordsAsync(batch);
  while (cursor.next()) {
    const timestamp = recordTimestamp(batch, cursor);
    const offset = batch.baseOffset + cursor.offsetDelta;
    if (timestamp >= least.timestamp && offset >= least.offset) {
      return { timestamp, offset, leaderEpoch: leaderEpochOf(batch) };
    }
  }
  return undefined;
}
