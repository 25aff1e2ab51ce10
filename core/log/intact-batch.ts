/** Checking large batches piece by piece: neither the thread nor memory is taken for the whole of one. */
import { crc32, crc32c } from '@node-rs/crc32';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { BATCH_HEADER_SIZE } from '#core/protocol/records/record-batch.ts';
import type { ReadAt } from './batch-walker.ts';
import { isIntact, isOldFormat } from './stored-batch.ts';

/** Read and checked at a time. */
export const PIECE_SIZE = 1048576;

/** Where the checksum lies in a batch, and from where on it covers it. */
const CRC = { at: 17, from: 21 } as const;
const OLD_CRC = { at: 12, from: 16 } as const;

/** Where a batch lies, and what to wait for after each piece. */
export interface PiecewiseRead {
  readonly readAt: ReadAt;
  /** Where in the file the batch begins. */
  readonly position: number;
  readonly pulse: () => Promise<void> | undefined;
}

/**
 * As `isIntact`, of a batch of which only the header needs to be there when it is larger than a piece. The batch must stay what it is
 * meanwhile. @throws the platform's error.
 */
export function isIntactInPieces(batch: RecordBatch, read: PiecewiseRead): boolean | Promise<boolean> {
  return batch.size <= PIECE_SIZE ? isIntact(batch) : isLargeIntact(batch, read);
}

async function isLargeIntact(
  batch: RecordBatch,
  { readAt, position, pulse }: PiecewiseRead,
): Promise<boolean> {
  const isOld = isOldFormat(batch);
  if (!isOld && batch.size < BATCH_HEADER_SIZE) return false;
  const { at, from } = isOld ? OLD_CRC : CRC;
  const stored = batch.bytes.readUInt32BE(batch.start + at);
  const end = position + batch.size;
  const piece = Buffer.allocUnsafe(PIECE_SIZE);
  let crc = 0;
  for (let next = position + from; next < end; next += PIECE_SIZE) {
    const length = Math.min(PIECE_SIZE, end - next);
    if (readAt(next, piece, length) < length) return false;
    const bytes = piece.subarray(0, length);
    crc = isOld ? crc32(bytes, crc) : crc32c(bytes, crc);
    const pause = pulse();
    if (pause !== undefined) await pause;
  }
  return crc >>> 0 === stored;
}
