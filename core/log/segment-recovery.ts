/**
 * Checking a segment batch by batch, building its indexes anew on the way, and cutting it at the first byte that is not part of an
 * intact batch. (source: LogSegment.recover, LogSegment.readNextOffset)
 */
import { DecodeError } from '#core/protocol/reader.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { CorruptBatchError } from './batch-walker.ts';
import { isIntactInPieces, PIECE_SIZE } from './intact-batch.ts';
import type { LeaderEpochCache } from './leader-epoch-cache.ts';
import type { LoadPace, Pulse } from './load-pace.ts';
import { LogDirectoryError } from './log-directory-error.ts';
import type { LogSegment } from './log-segment.ts';
import { RELATIVE_OFFSET_MAX } from './offset-index.ts';
import type { ProducerState } from './producer-state.ts';
import { isOldFormat, lastOffsetOf, leaderEpochOf } from './stored-batch.ts';

export interface RecoverySinks {
  /** Stands at the segment's base offset. */
  readonly producers: ProducerState;
  readonly epochs: LeaderEpochCache;
  readonly intervalBytes: number;
  readonly pace: LoadPace;
}

export interface SegmentRecovery {
  readonly truncatedBytes: number;
  /** Why the segment was cut; undefined when it is whole. */
  readonly damage: string | undefined;
}

/** Recovers one segment, in turns. Rejects with the platform's error. */
export async function recoverSegment(segment: LogSegment, sinks: RecoverySinks): Promise<SegmentRecovery> {
  segment.indexes.reset();
  const { pace } = sinks;
  const walker = segment.walk({
    position: 0,
    want: 'contents',
    contentsMax: PIECE_SIZE,
    reusesWindow: true,
  });
  let position = 0;
  let damage: string | undefined;
  try {
    for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
      const read = {
        readAt: (at: number, target: Buffer, length: number) => segment.readInto(at, target, length),
        position,
        pulse: () => pace.pulse(),
      };
      const intact = isIntactInPieces(batch, read);
      if (!(typeof intact === 'boolean' ? intact : await intact)) {
        throw new CorruptBatchError(position, 'batch whose checksum does not fit');
      }
      takeOver(segment, { batch, position, sinks });
      position = walker.nextPosition;
      const pause = pace.advance(batch.size);
      if (pause !== undefined) await pause;
    }
    if (position < segment.size) damage = `incomplete batch at position ${position}`;
  } catch (error) {
    if (!(error instanceof CorruptBatchError || error instanceof DecodeError)) throw error;
    damage = error.message;
  }
  const truncatedBytes = segment.size - position;
  if (truncatedBytes > 0) segment.truncate(position);
  segment.indexes.seal();
  return {
    truncatedBytes,
    damage: damage === undefined ? undefined : `segment ${segment.baseOffset}: ${damage}`,
  };
}

function takeOver(
  segment: LogSegment,
  found: { readonly batch: RecordBatch; readonly position: number; readonly sinks: RecoverySinks },
): void {
  const { batch, position, sinks } = found;
  const { producers, epochs, intervalBytes } = sinks;
  const relative = lastOffsetOf(batch) - segment.baseOffset;
  // As Kafka, which takes it for an overflow, and finds nothing to split. (source: LocalLog.splitOverflowedSegment)
  if (relative < 0) {
    throw new LogDirectoryError(
      'unreadable',
      `${segment.path}: the batch at byte ${position} ends at offset ${lastOffsetOf(batch)}, before its segment. Kafka ends here: Split operation is only permitted for segments with overflow. Move the file away, or take the partition from a copy`,
    );
  }
  if (relative > RELATIVE_OFFSET_MAX) {
    throw new CorruptBatchError(position, `batch with last offset ${lastOffsetOf(batch)}`);
  }
  segment.indexes.onRecovered(batch, position, intervalBytes);
  const epoch = leaderEpochOf(batch);
  if (epoch > epochs.latestEpoch) epochs.assign(epoch, batch.baseOffset);
  if (isOldFormat(batch)) {
    producers.mapEndOffset = lastOffsetOf(batch) + 1;
    return;
  }
  // A marker has a few bytes; of a control batch above a piece, which Kafka never wrote, only the header is there.
  if (batch.isControl && batch.size > PIECE_SIZE) return;
  const ended = producers.apply(batch);
  if (ended === undefined) return;
  if (ended.isAborted) {
    const lastStableOffset = producers.lastStableOffsetAfter(ended);
    segment.indexes.transactions.append({ ...ended, lastStableOffset });
  }
  producers.complete(ended);
}

/** Where a segment ends. */
export interface SegmentEnd {
  /** Behind its last batch. */
  readonly offset: number;
  /** Of the batches at the end; −1 when there are none. */
  readonly leaderEpoch: number;
}

/**
 * The end of a segment, found from the last index entry on. Undefined when the end of the file, or the index, is not as a clean
 * shutdown leaves it.
 */
export async function checkEnd(segment: LogSegment, pace: Pulse): Promise<SegmentEnd | undefined> {
  const { offsets } = segment.indexes;
  const last = offsets.last();
  const walker = segment.walk({ position: last.position, want: 'headers', reusesWindow: true });
  let offset = segment.baseOffset;
  let leaderEpoch = -1;
  try {
    for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
      const isIndexed = walker.positionOf(batch) === last.position && offsets.count > 0;
      if (isIndexed && lastOffsetOf(batch) !== last.offset) return undefined;
      offset = lastOffsetOf(batch) + 1;
      leaderEpoch = Math.max(leaderEpoch, leaderEpochOf(batch));
      const pause = pace.pulse();
      if (pause !== undefined) await pause;
    }
  } catch (error) {
    if (error instanceof CorruptBatchError) return undefined;
    throw error;
  }
  return walker.nextPosition === segment.size ? { offset, leaderEpoch } : undefined;
}
