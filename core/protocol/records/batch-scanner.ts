/**
 * Cuts a run of bytes into batches, as they follow each other in a segment, a Produce request and a Fetch response.
 *
 * A batch that is not complete ends the run silently: a fetch may cut the last one off, and a crash may have. Bytes that cannot be a
 * batch are an error. Contents and checksums are not looked at. (source: ByteBufferLogInputStream)
 */
import { DecodeError } from '../reader.ts';
import { LENGTH, MAGIC } from './batch-layout.ts';
import { BATCH_HEADER_SIZE, BATCH_LOG_OVERHEAD, RecordBatch } from './record-batch.ts';

/** Bytes up to and including the magic byte, which lies at the same place in every version. */
export const SIZE_UP_TO_MAGIC = 17;
const MAGIC_MAX = 2;
/** Bytes behind the length field of the smallest message of version 0. */
const LENGTH_MIN = 14;

/**
 * Bytes of the batch (or message of an old version) at `at`, as far as they are there before `end`; 0 when it is not complete.
 * @throws {DecodeError} when it cannot be a batch: Kafka answers CORRUPT_MESSAGE.
 */
export function nextBatchSize(bytes: Buffer, at: number, end: number): number {
  if (end - at < BATCH_LOG_OVERHEAD) return 0;
  const length = bytes.readInt32BE(at + LENGTH);
  if (length < LENGTH_MIN) {
    throw new DecodeError(`batch claims ${length} bytes, ${LENGTH_MIN} are the least`, at + LENGTH);
  }
  if (end - at < SIZE_UP_TO_MAGIC) return 0;
  const magic = bytes.readInt8(at + MAGIC);
  if (magic < 0 || magic > MAGIC_MAX) throw new DecodeError(`magic ${magic} is not known`, at + MAGIC);
  const size = length + BATCH_LOG_OVERHEAD;
  if (magic === MAGIC_MAX && size < BATCH_HEADER_SIZE) {
    throw new DecodeError(`batch of ${size} bytes, its header has ${BATCH_HEADER_SIZE}`, at + LENGTH);
  }
  return size > end - at ? 0 : size;
}

/**
 * The complete batches between `start` and `end`, in order. Check `magic` where old logs may come in: below 2 it is a message of an
 * old version, of which only base offset, size and magic are read as they should (see legacy-record.ts).
 * @throws {DecodeError} at bytes that cannot be a batch.
 */
export function* batchesIn(bytes: Buffer, start = 0, end = bytes.length): Generator<RecordBatch, void> {
  for (let at = start; ; ) {
    const size = nextBatchSize(bytes, at, end);
    if (size === 0) return;
    yield new RecordBatch(bytes, at);
    at += size;
  }
}
