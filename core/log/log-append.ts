/**
 * Appending one batch: validate, roll if needed, ask the producer state, write, take over. Everything that changes the log lies
 * between the last check and the end of one turn of the event loop. (source: UnifiedLog.append)
 */
import { isDiskError } from '#core/base/disk-error.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import type { Marker } from '#core/protocol/records/control-record.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { roll } from './log-roll.ts';
import type { LogSegment } from './log-segment.ts';
import type { LogState } from './log-state.ts';
import type { AppendOptions, AppendResult } from './log-types.ts';
import type { ValidBatch } from './log-validator.ts';
import { checkStructure, validateBatch } from './log-validator.ts';
import type { ProducerVerdict } from './producer-append.ts';
import { checkDataBatch, checkMarker } from './producer-append.ts';
import type { Refusal, ValidationRules } from './record-checks.ts';

/** Errors after which Kafka does not say where the log starts. */
const WITHOUT_LOG_START: readonly ErrorName[] = [
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'CORRUPT_MESSAGE',
  'KAFKA_STORAGE_ERROR',
  'NOT_LEADER_OR_FOLLOWER',
];

/** See PartitionLog.append. */
export function appendBatch(
  state: LogState,
  records: Buffer,
  options: AppendOptions,
): AppendResult | Promise<AppendResult> {
  const { config, environment } = state;
  const rules: ValidationRules = {
    config,
    origin: options.origin,
    nowMs: environment.clock.nowMs(),
    place: state.topicPartition,
  };
  const batch = checkStructure(records, rules);
  if (!(batch instanceof RecordBatch)) return refuse(state, undefined, batch);
  if (options.origin === 'replication') return commit(state, { batch, logAppendTimeMs: -1 }, options);
  const finish = (checked: ValidBatch | Refusal): AppendResult =>
    'error' in checked ? refuse(state, batch, checked) : commit(state, checked, options);
  const checked = validateBatch(batch, rules);
  return checked instanceof Promise ? checked.then(finish) : finish(checked);
}

function commit(state: LogState, valid: ValidBatch, options: AppendOptions): AppendResult {
  const { batch } = valid;
  if (state.isClosed) {
    return refuse(state, batch, { error: 'NOT_LEADER_OR_FOLLOWER', message: 'the log is closed' });
  }
  if (options.origin !== 'replication') assignOffsets(state, batch, options.leaderEpoch);
  else if (batch.baseOffset < state.logEndOffset) {
    return refuse(state, batch, { error: 'INVALID_RECORD', message: 'its offsets lie below the log end' });
  }
  if (batch.size > state.config['segment.bytes']) {
    return refuse(state, batch, {
      error: 'RECORD_LIST_TOO_LARGE',
      message: `Message batch size is ${batch.size} bytes, which exceeds the maximum configured segment size of ${state.config['segment.bytes']}`,
    });
  }
  try {
    return commitChecked(state, valid, options);
  } catch (error) {
    return refuse(state, batch, storageRefusal(error));
  }
}

function commitChecked(state: LogState, valid: ValidBatch, options: AppendOptions): AppendResult {
  const { batch } = valid;
  if (batch.partitionLeaderEpoch >= 0) state.epochs.assign(batch.partitionLeaderEpoch, batch.baseOffset);
  const segment = segmentFor(state, batch);
  const marker = readMarker(batch);
  const verdict = batch.hasProducerId ? checkProducer(state, { batch, marker, options }) : ACCEPTED;
  if (verdict.kind === 'refused') return refuse(state, batch, verdict);
  if (verdict.kind === 'duplicate') return duplicate(state, batch, verdict.batch);
  write(state, { segment, batch, marker });
  return {
    error: 'NONE',
    baseOffset: batch.baseOffset,
    lastOffset: batch.lastOffset,
    logAppendTimeMs: valid.logAppendTimeMs,
    logStartOffset: state.logStartOffset,
    isDuplicate: false,
  };
}

const ACCEPTED: ProducerVerdict = { kind: 'accepted' };

function assignOffsets(state: LogState, batch: RecordBatch, leaderEpoch: number): void {
  batch.baseOffset = state.logEndOffset + batch.recordCount - 1 - batch.lastOffsetDelta;
  batch.partitionLeaderEpoch = leaderEpoch;
}

function segmentFor(state: LogState, batch: RecordBatch): LogSegment {
  const { active } = state.segments;
  const mustRoll = active.shouldRoll({
    config: state.config,
    nowMs: state.environment.clock.nowMs(),
    size: batch.size,
    maxTimestamp: batch.maxTimestamp,
    lastOffset: batch.lastOffset,
  });
  return mustRoll ? roll(state) : active;
}

function checkProducer(
  state: LogState,
  request: {
    readonly batch: RecordBatch;
    readonly marker: Marker | undefined;
    readonly options: AppendOptions;
  },
): ProducerVerdict {
  const { batch, marker, options } = request;
  const { producerId } = batch;
  const { verification, environment } = state;
  const check = {
    entry: state.producers.entry(producerId),
    origin: options.origin,
    isUnverified:
      environment.settings.isVerificationEnabled &&
      !verification.isGuardedBy(producerId, options.verificationGuard),
    verification: verification.pending(producerId),
    transactionVersion: options.transactionVersion ?? 0,
  };
  const verdict = marker === undefined ? checkDataBatch(batch, check) : checkMarker(batch, marker, check);
  if (verdict.kind === 'accepted' && batch.isTransactional) verification.settle(batch);
  return verdict;
}

function write(
  state: LogState,
  what: { readonly segment: LogSegment; readonly batch: RecordBatch; readonly marker: Marker | undefined },
): void {
  const { segment, batch, marker } = what;
  const { producers } = state;
  const ended = marker === undefined ? undefined : producers.transactionEndedBy(batch, marker);
  const position = segment.size;
  segment.append(batch, {
    intervalBytes: state.config['index.interval.bytes'],
    aborted:
      ended?.isAborted === true
        ? { ...ended, lastStableOffset: producers.lastStableOffsetAfter(ended) }
        : undefined,
  });
  producers.apply(batch);
  if (ended !== undefined) producers.complete(ended);
  state.setLogEnd(batch.nextOffset);
  if (state.environment.bus.isObserved) announce(state, { segment, batch, marker, position });
}

function announce(
  state: LogState,
  what: {
    readonly segment: LogSegment;
    readonly batch: RecordBatch;
    readonly marker: Marker | undefined;
    readonly position: number;
  },
): void {
  const { batch, marker } = what;
  state.environment.bus.publish('log.appended', {
    ...state.topicPartition,
    segment: what.segment.baseOffset,
    position: what.position,
    size: batch.size,
    baseOffset: batch.baseOffset,
    lastOffset: batch.lastOffset,
    recordCount: batch.recordCount,
    producerId: batch.producerId,
    producerEpoch: batch.producerEpoch,
    baseSequence: batch.baseSequence,
    codec: batch.codec,
    isTransactional: batch.isTransactional,
    marker: marker?.type ?? '',
    coordinatorEpoch: marker?.coordinatorEpoch ?? -1,
    highWatermark: state.highWatermark,
    lastStableOffset: state.lastStableOffset,
    logEndOffset: state.logEndOffset,
  });
}

/** A retry is told what it would have been told the first time; its log append time is the stored batch's own time. */
function duplicate(
  state: LogState,
  batch: RecordBatch,
  first: { readonly lastOffset: number; readonly offsetDelta: number; readonly timestamp: number },
): AppendResult {
  const baseOffset = first.lastOffset - first.offsetDelta;
  state.environment.bus.publish('log.duplicate', {
    ...state.topicPartition,
    producerId: batch.producerId,
    producerEpoch: batch.producerEpoch,
    baseSequence: batch.baseSequence,
    baseOffset,
  });
  return {
    error: 'NONE',
    baseOffset,
    lastOffset: first.lastOffset,
    logAppendTimeMs: first.timestamp,
    logStartOffset: state.logStartOffset,
    isDuplicate: true,
  };
}

/** The sentence is for those who watch. Kafka's own answer has one only when single records are to blame. */
function refuse(state: LogState, batch: RecordBatch | undefined, refusal: Refusal): AppendResult {
  const { message, recordErrors } = refusal;
  state.environment.bus.publish('log.refused', {
    ...state.topicPartition,
    producerId: batch?.producerId ?? -1,
    producerEpoch: batch?.producerEpoch ?? -1,
    baseSequence: batch?.baseSequence ?? -1,
    recordCount: batch?.recordCount ?? 0,
    errorCode: ERRORS[refusal.error].code,
    message,
  });
  return {
    error: refusal.error,
    ...(recordErrors === undefined ? {} : { message, recordErrors }),
    baseOffset: -1,
    lastOffset: -1,
    logAppendTimeMs: -1,
    logStartOffset: WITHOUT_LOG_START.includes(refusal.error) ? -1 : state.logStartOffset,
    isDuplicate: false,
  };
}

/** What the platform said, unless it was a mistake of ours. */
function storageRefusal(error: unknown): Refusal {
  if (!isDiskError(error)) throw error;
  return { error: 'KAFKA_STORAGE_ERROR', message: error.message };
}
