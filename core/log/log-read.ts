/**
 * Reading whole batches from an offset on, up to what the reader's isolation lets it see; and for read_committed readers the
 * aborted transactions among them. (source: UnifiedLog.read, LocalLog.read, LocalLog.addAbortedTransactions)
 */
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { BatchPosition, LogSegment } from './log-segment.ts';
import type { LogState } from './log-state.ts';
import type { AbortedTransaction, FetchIsolation, ReadOptions, ReadResult } from './log-types.ts';
import { lastOffsetOf } from './stored-batch.ts';
import type { AbortedTxn } from './transaction-index.ts';

const NO_RECORDS = Buffer.alloc(0);
const NO_TRANSACTIONS: readonly AbortedTransaction[] = [];

/** The offset a reader of this isolation may not reach. */
export function upperBound(state: LogState, isolation: FetchIsolation): number {
  switch (isolation) {
    case 'log-end':
      return state.logEndOffset;
    case 'high-watermark':
      return state.highWatermark;
    case 'committed':
      return state.lastStableOffset;
  }
}

/** See PartitionLog.read. */
export function readLog(state: LogState, options: ReadOptions): ReadResult {
  const { offset, isolation } = options;
  if (offset < state.logStartOffset || offset > state.logEndOffset) {
    return { ...answer(state, isolation), error: 'OFFSET_OUT_OF_RANGE', abortedTransactions: null };
  }
  const bound = upperBound(state, isolation);
  if (offset >= bound) return answer(state, isolation);
  for (const segment of state.segments.from(offset)) {
    const first = segment.find(offset);
    // A segment can end before the offset: compaction took its last batches.
    if (first === undefined) continue;
    const records = readFrom(state, { segment, first, bound, options });
    if (isolation !== 'committed') return { ...answer(state, isolation), records };
    const end = first.position + records.length;
    return {
      ...answer(state, isolation),
      records,
      abortedTransactions: abortedBetween(state, { segment, offset, end }),
    };
  }
  return answer(state, isolation);
}

function answer(state: LogState, isolation: FetchIsolation): ReadResult {
  return {
    error: 'NONE',
    records: NO_RECORDS,
    abortedTransactions: isolation === 'committed' ? NO_TRANSACTIONS : null,
    highWatermark: state.highWatermark,
    lastStableOffset: state.lastStableOffset,
    logStartOffset: state.logStartOffset,
  };
}

function readFrom(
  state: LogState,
  from: {
    readonly segment: LogSegment;
    readonly first: BatchPosition;
    readonly bound: number;
    readonly options: ReadOptions;
  },
): Buffer {
  const { segment, first, bound, options } = from;
  const available = endWithin(state, segment, bound) - first.position;
  const wanted = options.minOneBatch ? Math.max(options.maxBytes, first.size) : options.maxBytes;
  if (available <= 0 || wanted < first.size) return NO_RECORDS;
  if (available <= wanted) return segment.read(first.position, available);
  const bytes = segment.read(first.position, wanted);
  return options.mayCutLastBatch === true ? bytes : bytes.subarray(0, completeSize(bytes));
}

/** Where, in the segment, the first batch at or above `bound` begins; its end when there is none. */
function endWithin(state: LogState, segment: LogSegment, bound: number): number {
  if (bound >= state.logEndOffset) return segment.size;
  const next = state.segments.after(segment);
  if (next !== undefined && bound >= next.baseOffset) return segment.size;
  return segment.find(bound)?.position ?? segment.size;
}

/** Bytes of the complete batches at the beginning. */
function completeSize(bytes: Buffer): number {
  let end = 0;
  while (end + 12 <= bytes.length) {
    const next = end + 12 + bytes.readInt32BE(end + 8);
    if (next > bytes.length) break;
    end = next;
  }
  return end;
}

/** May hold more than the batches up to `end` need; a reader only uses those that fit. In the order of their markers. */
function abortedBetween(
  state: LogState,
  range: { readonly segment: LogSegment; readonly offset: number; readonly end: number },
): readonly AbortedTransaction[] {
  const { segment, offset, end } = range;
  const bound =
    segment.indexes.offsets.firstOffsetFrom(end) ??
    state.segments.after(segment)?.baseOffset ??
    state.logEndOffset;
  const found: AbortedTxn[] = [];
  for (const candidate of state.segments.from(segment.baseOffset)) {
    if (candidate.indexes.transactions.collect(offset, bound, found)) break;
  }
  return found.map(({ producerId, firstOffset }) => ({ producerId, firstOffset }));
}

/** See PartitionLog.batchesFrom. */
export function* batchesFrom(state: LogState, offset: number): Generator<RecordBatch, void> {
  for (const segment of state.segments.from(offset)) {
    const first = segment.find(offset);
    if (first === undefined) continue;
    const walker = segment.walk({ position: first.position, want: 'contents', reusesWindow: false });
    for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
      if (lastOffsetOf(batch) >= offset) yield batch;
    }
  }
}

/** See PartitionLog.locate. */
export function locate(
  state: LogState,
  offset: number,
): { readonly segment: number; readonly position: number } | undefined {
  for (const segment of state.segments.from(offset)) {
    const first = segment.find(offset);
    if (first !== undefined) return { segment: segment.baseOffset, position: first.position };
  }
  return undefined;
}
