/** What each record of a produced batch must satisfy. (source: LogValidator.validateRecord, processRecordErrors) */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import type { RecordCursor } from '#core/protocol/records/record-cursor.ts';
import type { LogConfig } from './log-config.ts';
import type { AppendOrigin, RecordError } from './log-types.ts';

/** Why a batch is not appended. */
export interface Refusal {
  readonly error: ErrorName;
  readonly message: string;
  readonly recordErrors?: readonly RecordError[];
}

/** What a validation goes by. */
export interface ValidationRules {
  readonly config: LogConfig;
  readonly origin: AppendOrigin;
  readonly nowMs: number;
  /** The partition that the batch is for, which some refusals name. */
  readonly place: TopicPartition;
}

const LONG_MAX = 9223372036854775807n;
/** How many record errors the message of the whole batch repeats. */
const ERRORS_SHOWN = 3;

/** What a look at all records has found. */
export interface RecordScan {
  /** In ms; −1 when no record has one. */
  maxTimestamp: number;
  /** Offsets within the batch are 0, 1, 2, … */
  isDense: boolean;
  readonly errors: RecordError[];
  hasInvalidTimestamp: boolean;
}

/** Looks at every record; stops at none of the errors, for the producer is told of all. @throws {DecodeError} */
export function scanRecords(cursor: RecordCursor, batch: RecordBatch, rules: ValidationRules): RecordScan {
  const { config, nowMs } = rules;
  const scan: RecordScan = { maxTimestamp: NONE, isDense: true, errors: [], hasInvalidTimestamp: false };
  const isCompacted = config['cleanup.policy'].includes('compact');
  const isCreateTime = config['message.timestamp.type'] === 'CreateTime';
  const isStamped = batch.isLogAppendTime;
  const { baseTimestamp, maxTimestamp } = batch;
  const earliest = nowMs - config['message.timestamp.before.max.ms'];
  const latest = nowMs + config['message.timestamp.after.max.ms'];
  while (cursor.next()) {
    // A record's own timestamp does not count in a batch that claims LogAppendTime.
    const timestamp = isStamped ? maxTimestamp : baseTimestamp + cursor.timestampDelta;
    if (cursor.offsetDelta !== cursor.index) scan.isDense = false;
    if (timestamp > scan.maxTimestamp) scan.maxTimestamp = timestamp;
    if (isCompacted && cursor.keySize < 0) {
      addError(
        scan,
        cursor,
        `Compacted topic cannot accept message without key in topic partition ${partitionName(rules.place)}`,
      );
    } else if (isCreateTime && timestamp !== NONE) {
      if (timestamp < earliest || timestamp > latest) outOfRange(scan, { cursor, timestamp, rules });
    } else if (isStamped) {
      scan.hasInvalidTimestamp = true;
      addError(
        scan,
        cursor,
        `Invalid timestamp type in message ${recordText(cursor, timestamp)}. ` +
          'Producer should not set timestamp type to LogAppendTime.',
      );
    }
  }
  return scan;
}

/** The refusal that the collected errors amount to. */
export function refusalOf({ errors, hasInvalidTimestamp }: RecordScan): Refusal {
  if (hasInvalidTimestamp) {
    return {
      error: 'INVALID_TIMESTAMP',
      message: 'One or more records have been rejected due to invalid timestamp',
      recordErrors: errors,
    };
  }
  const shown = errors
    .slice(0, ERRORS_SHOWN)
    .map(({ batchIndex, message }) => `RecordError(batchIndex=${batchIndex}, message='${message}')`);
  return {
    error: 'INVALID_RECORD',
    message:
      `One or more records have been rejected due to ${errors.length} record errors in total, and only ` +
      `showing the first three errors at most: [${shown.join(', ')}]`,
    recordErrors: errors,
  };
}

function addError(scan: RecordScan, cursor: RecordCursor, message: string): void {
  scan.errors.push({ batchIndex: cursor.index, message });
}

function outOfRange(
  scan: RecordScan,
  at: { readonly cursor: RecordCursor; readonly timestamp: number; readonly rules: ValidationRules },
): void {
  const { config, nowMs } = at.rules;
  const from = BigInt(nowMs) - asLong(config['message.timestamp.before.max.ms']);
  const to = BigInt(nowMs) + asLong(config['message.timestamp.after.max.ms']);
  scan.hasInvalidTimestamp = true;
  addError(
    scan,
    at.cursor,
    `Timestamp ${at.timestamp} of message with offset ${at.cursor.offsetDelta} is out of range. ` +
      `The timestamp should be within [${BigInt.asIntN(64, from)}, ${BigInt.asIntN(64, to)}]`,
  );
}

function asLong(value: number): bigint {
  return Number.isFinite(value) ? BigInt(value) : LONG_MAX;
}

function recordText({ offsetDelta, keySize, valueSize }: RecordCursor, timestamp: number): string {
  return (
    `DefaultRecord(offset=${offsetDelta}, timestamp=${timestamp}, key=${Math.max(0, keySize)} bytes, ` +
    `value=${Math.max(0, valueSize)} bytes)`
  );
}
