/**
 * What a produced batch must satisfy before it gets offsets, and what the leader changes in it: timestamps always, the codec when
 * the topic prescribes one. In place wherever the format allows. (source: UnifiedLog.analyzeAndValidateRecords, LogValidator)
 */
import { DecodeError } from '#core/protocol/reader.ts';
import type { BatchInit } from '#core/protocol/records/batch-builder.ts';
import { buildBatch, buildBatchAsync } from '#core/protocol/records/batch-builder.ts';
import {
  canReadSync,
  recordBytes,
  recordBytesAsync,
  recordTimestamp,
} from '#core/protocol/records/batch-reader.ts';
import { nextBatchSize } from '#core/protocol/records/batch-scanner.ts';
import type { CodecName } from '#core/protocol/records/compression.ts';
import { CODEC, canCompressSync } from '#core/protocol/records/compression.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';
import { BATCH_HEADER_SIZE, RecordBatch } from '#core/protocol/records/record-batch.ts';
import { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import type { LogConfig } from './log-config.ts';
import type { RecordScan, Refusal, ValidationRules } from './record-checks.ts';
import { refusalOf, scanRecords } from './record-checks.ts';

/** A batch that may be appended: stamped, in its final codec, without offsets yet. */
export interface ValidBatch {
  readonly batch: RecordBatch;
  /** −1 unless the topic uses LogAppendTime. */
  readonly logAppendTimeMs: number;
}

const CORRUPT = 'CORRUPT_MESSAGE';

/** The one batch in `records`, whose structure, size and checksum are right; a refusal otherwise. */
export function checkStructure(records: Buffer, { config, origin }: ValidationRules): RecordBatch | Refusal {
  const batch = soleBatch(records);
  if (!(batch instanceof RecordBatch)) return batch;
  if (origin === 'client' && batch.baseOffset !== 0) {
    return invalid(`The baseOffset of the record batch should be 0, but it is ${batch.baseOffset}`);
  }
  if (origin !== 'replication' && batch.size > config['max.message.bytes']) return tooLarge(batch, config);
  if (batch.size < BATCH_HEADER_SIZE || !batch.isCrcValid) {
    return { error: CORRUPT, message: 'Record is corrupt: its checksum does not fit its contents' };
  }
  return batch;
}

function soleBatch(records: Buffer): RecordBatch | Refusal {
  try {
    const size = nextBatchSize(records, 0, records.length);
    if (size === 0) return invalid('there is no complete record batch');
    if (nextBatchSize(records, size, records.length) !== 0)
      return invalid('there is more than one record batch');
  } catch (error) {
    if (error instanceof DecodeError) return { error: CORRUPT, message: error.message };
    throw error;
  }
  const batch = new RecordBatch(records);
  return batch.magic === 2 ? batch : invalid(`message format ${batch.magic} is not accepted`);
}

/**
 * Checks header and records, and stamps the batch. A promise when records have to be (de)compressed that are too large to do
 * it within the turn.
 */
export function validateBatch(
  batch: RecordBatch,
  rules: ValidationRules,
): ValidBatch | Refusal | Promise<ValidBatch | Refusal> {
  const refusal = rules.origin === 'client' ? checkHeader(batch) : undefined;
  if (refusal !== undefined) return refusal;
  if (!canReadSync(batch)) return validateLater(batch, rules);
  try {
    return validateRecords(batch, recordBytes(batch), rules);
  } catch (error) {
    return refusalFrom(error);
  }
}

async function validateLater(batch: RecordBatch, rules: ValidationRules): Promise<ValidBatch | Refusal> {
  try {
    return await validateRecords(batch, await recordBytesAsync(batch), rules);
  } catch (error) {
    return refusalFrom(error);
  }
}

/** Kafka's decompressors fail with an exception that has no code of its own; malformed records have one. */
function refusalFrom(error: unknown): Refusal {
  if (error instanceof CompressionError) return { error: 'UNKNOWN_SERVER_ERROR', message: error.message };
  if (error instanceof DecodeError) return invalid(error.message);
  throw error;
}

/** What only a client can get wrong. */
function checkHeader(batch: RecordBatch): Refusal | undefined {
  const { lastOffsetDelta, recordCount } = batch;
  if (lastOffsetDelta + 1 <= 0) return invalid(`Batch has an invalid offset range: [0, ${lastOffsetDelta}]`);
  if (recordCount <= 0) return invalid(`Invalid reported count for record batch: ${recordCount}`);
  if (recordCount !== lastOffsetDelta + 1) {
    return invalid(
      `Inconsistent batch offset range [0, ${lastOffsetDelta}] and count of records ${recordCount}`,
    );
  }
  if (batch.isControl) return invalid('Clients are not allowed to write control records');
  if (batch.hasProducerId && batch.baseSequence < 0) {
    return invalid(
      `Invalid sequence number ${batch.baseSequence} in record batch with producerId ${batch.producerId}`,
    );
  }
  return undefined;
}

function validateRecords(
  batch: RecordBatch,
  bytes: Buffer,
  rules: ValidationRules,
): ValidBatch | Refusal | Promise<ValidBatch | Refusal> {
  const { config, nowMs, origin } = rules;
  const scan = scanRecords(new RecordCursor(bytes, batch.recordCount), batch, rules);
  if (scan.errors.length > 0) return refusalOf(scan);
  const isLogAppendTime = config['message.timestamp.type'] === 'LogAppendTime';
  const codec = targetCodec(batch, config);
  // What a coordinator writes is stored as it comes: it has to be done within the turn.
  if (codec !== batch.codec && origin === 'client') return recompress(batch, { bytes, codec, scan, rules });
  if (batch.codec !== CODEC.none && !scan.isDense) {
    return {
      error: 'UNKNOWN_SERVER_ERROR',
      message: 'offsets within the compressed batch are not 0, 1, 2, …',
    };
  }
  batch.setMaxTimestamp(isLogAppendTime ? nowMs : scan.maxTimestamp, isLogAppendTime);
  return { batch, logAppendTimeMs: isLogAppendTime ? nowMs : -1 };
}

function targetCodec(batch: RecordBatch, config: LogConfig): number {
  const type = config['compression.type'];
  if (type === 'producer') return batch.codec;
  return type === 'uncompressed' ? CODEC.none : CODEC[type as CodecName];
}

/** Builds the batch again in another codec; producer id, epoch, sequence and the transactional bit stay. */
function recompress(
  batch: RecordBatch,
  source: {
    readonly bytes: Buffer;
    readonly codec: number;
    readonly scan: RecordScan;
    readonly rules: ValidationRules;
  },
): ValidBatch | Refusal | Promise<ValidBatch | Refusal> {
  const { bytes, codec, rules } = source;
  const isLogAppendTime = rules.config['message.timestamp.type'] === 'LogAppendTime';
  const logAppendTimeMs = isLogAppendTime ? rules.nowMs : -1;
  const init: BatchInit = {
    records: recordsOf(batch, bytes),
    codec,
    level: levelOf(codec, rules.config),
    producerState: {
      producerId: batch.producerId,
      producerEpoch: batch.producerEpoch,
      baseSequence: batch.baseSequence,
      isTransactional: batch.isTransactional,
    },
    logAppendTime: isLogAppendTime ? rules.nowMs : undefined,
  };
  const finish = (rebuilt: Buffer): ValidBatch | Refusal => {
    const result = new RecordBatch(rebuilt);
    if (result.size > rules.config['max.message.bytes']) return tooLarge(result, rules.config);
    return { batch: result, logAppendTimeMs };
  };
  return canCompressSync(codec, bytes.length) ? finish(buildBatch(init)) : buildBatchAsync(init).then(finish);
}

function recordsOf(batch: RecordBatch, bytes: Buffer): BatchInit['records'] {
  const cursor = new RecordCursor(bytes, batch.recordCount);
  const records = [];
  while (cursor.next()) {
    const { key, value, headers } = cursor;
    records.push({ timestamp: recordTimestamp(batch, cursor), key, value, headers });
  }
  return records;
}

function levelOf(codec: number, config: LogConfig): number | undefined {
  if (codec === CODEC.gzip) return config['compression.gzip.level'];
  return codec === CODEC.zstd ? config['compression.zstd.level'] : undefined;
}

function invalid(message: string): Refusal {
  return { error: 'INVALID_RECORD', message };
}

function tooLarge(batch: RecordBatch, config: LogConfig): Refusal {
  return {
    error: 'MESSAGE_TOO_LARGE',
    message: `Message batch size is ${batch.size} bytes, which exceeds the maximum configured size of ${config['max.message.bytes']}`,
  };
}
