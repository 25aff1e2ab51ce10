/**
 * What is looked at in a Produce request before any log is asked: how many batches there are, of which format, whose.
 * (source: RequestUtils.hasTransactionalRecords, ProduceRequest.validateRecords, ByteBufferLogInputStream)
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { BATCH_LOG_OVERHEAD, RecordBatch } from '#core/protocol/records/record-batch.ts';

/** Bytes up to and including the magic byte, which every format has at the same place. */
const HEADER_SIZE_UP_TO_MAGIC = 17;
const SIZE_AT = 8;
const MAGIC_AT = 16;
/** The smallest size field of the oldest format. */
const SIZE_MIN = 14;
const MAGIC_MAX = 2;
const ZSTD = 4;

/** Why records are refused. */
export interface Refusal {
  readonly error: ErrorName;
  readonly message: string;
}

/**
 * The batch at `start`: undefined when no whole one is there, a refusal when the bytes cannot be one. A batch of the current
 * format that is shorter than its own header says so by its checksum, later.
 */
function batchAt(records: Buffer, start: number): RecordBatch | Refusal | undefined {
  const remaining = records.length - start;
  if (remaining < BATCH_LOG_OVERHEAD) return undefined;
  const size = records.readInt32BE(start + SIZE_AT);
  if (size < SIZE_MIN) {
    return corrupt(`Record size ${size} is less than the minimum record overhead (${SIZE_MIN})`);
  }
  if (remaining < HEADER_SIZE_UP_TO_MAGIC) return undefined;
  const magic = records.readInt8(start + MAGIC_AT);
  if (magic < 0 || magic > MAGIC_MAX) return corrupt(`Invalid magic found in record: ${magic}`);
  return remaining < size + BATCH_LOG_OVERHEAD ? undefined : new RecordBatch(records, start);
}

function corrupt(message: string): Refusal {
  return { error: 'CORRUPT_MESSAGE', message };
}

/** Whether the first batch is transactional; a refusal when it cannot be read at all. */
export function isTransactional(records: Buffer): boolean | Refusal {
  const batch = batchAt(records, 0);
  if (batch === undefined) return false;
  if (!(batch instanceof RecordBatch)) return batch;
  return batch.magic === MAGIC_MAX && hasWholeHeader(batch) && batch.isTransactional;
}

/** The one batch that a partition may bring, or why it is refused. */
export function soleBatch(records: Buffer, version: number): RecordBatch | Refusal {
  const batch = batchAt(records, 0);
  const says = (what: string): Refusal => ({
    error: 'INVALID_RECORD',
    message: `Produce requests with version ${version} ${what}`,
  });
  if (batch === undefined) return says('must have at least one record batch per partition');
  if (!(batch instanceof RecordBatch)) return batch;
  if (batch.magic !== MAGIC_MAX) {
    return says('are only allowed to contain record batches with magic version 2');
  }
  if (version < 7 && hasWholeHeader(batch) && batch.codec === ZSTD) {
    return {
      error: 'UNSUPPORTED_COMPRESSION_TYPE',
      message: `Produce requests with version ${version} are not allowed to use ZStandard compression`,
    };
  }
  const next = batchAt(records, batch.size);
  if (next === undefined) return batch;
  return next instanceof RecordBatch
    ? says('are only allowed to contain exactly one record batch per partition')
    : next;
}

/** A batch can be whole by its own length field and still end before its header does. */
export function hasWholeHeader(batch: RecordBatch): boolean {
  return batch.size >= HEADER_SIZE_MIN;
}
const HEADER_SIZE_MIN = 61;
