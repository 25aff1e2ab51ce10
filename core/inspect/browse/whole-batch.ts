import { DecodeError } from '#core/protocol/reader.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { WHOLE_SIZE_MAX } from '../scan/batch-check.ts';
import type { WalkedBatch } from './batch-walk.ts';

/** A larger batch is read piece by piece. */
const AT_ONCE_MAX = 1 << 21;
const PIECE_SIZE = 1 << 20;

/**
 * The batch on the way, of version 2, in memory as a whole; the thread is given back while a large one is read. Valid until the next
 * is walked to. @throws {DecodeError} when it is too large for memory, or cut.
 */
export async function wholeBatch(
  { scanner, file }: WalkedBatch,
  breathe: () => Promise<void> | undefined,
): Promise<RecordBatch> {
  const { position, size } = scanner.head;
  if (size <= AT_ONCE_MAX || size > WHOLE_SIZE_MAX) return scanner.batch();
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; ) {
    const read = file.read(position + at, bytes, at, Math.min(PIECE_SIZE, size - at));
    if (read === 0) throw new DecodeError(`a batch of ${size} bytes is cut`, at);
    at += read;
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  return new RecordBatch(bytes);
}
