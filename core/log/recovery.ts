/**
 * Opening the log of one partition directory: finish what a cleaner or a deletion left half done, load the segments, check and cut
 * them unless the directory was closed in order, find the log end, rebuild the producer state. (source: LogLoader)
 *
 * Three deviations, all on the safe side. Where Kafka trusts a cleanly closed log whose end does not fit its index, the segment is
 * recovered here instead. Offsets that run backwards, or away from the segment's base, count as damage.
 *
 * And the producer state that recovery has built from the batches is kept, where Kafka reads back the snapshot it has just written
 * of it. A snapshot holds one batch a producer id, so there the retries of all but the last of the batches in flight are refused
 * with OUT_OF_ORDER_SEQUENCE_NUMBER after a crash, and a client may write them again under a new epoch: twice. Here every batch
 * of the recovered segments, five a producer id, is known again. The files left behind are Kafka's.
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { LeaderEpochCache } from './leader-epoch-cache.ts';
import type { LoadPace } from './load-pace.ts';
import type { LogConfig } from './log-config.ts';
import type { LogSegment } from './log-segment.ts';
import type { LogEnvironment } from './log-state.ts';
import { LogState } from './log-state.ts';
import { rebuildProducers } from './producer-rebuild.ts';
import { ProducerState } from './producer-state.ts';
import { checkEnd, recoverSegment, type SegmentEnd } from './segment-recovery.ts';
import { SnapshotFiles } from './snapshot-files.ts';
import { finishInterruptedWork, segmentBasesIn } from './unfinished-files.ts';

/** What every log is made from. The directory exists. */
export interface NewLog {
  readonly environment: LogEnvironment;
  readonly topicPartition: TopicPartition;
  readonly directory: string;
  readonly topicId: string;
  readonly config: LogConfig;
}

export interface LoadOptions extends NewLog {
  readonly hadCleanShutdown: boolean;
  /** From the checkpoints of the data directory; 0 where they say nothing. */
  readonly logStartOffset: number;
  readonly recoveryPoint: number;
  readonly highWatermark: number;
  readonly pace: LoadPace;
}

/** How much was cut, and why. */
interface Cut {
  bytes: number;
  reason: string;
}

/**
 * In turns: the log is in nobody's hands before all of it is there. Rejects with CheckpointError when `leader-epoch-checkpoint` is
 * malformed, and with the platform's error.
 */
export async function loadLog(options: LoadOptions): Promise<LogState> {
  // First: it removes files that would be listed.
  finishInterruptedWork(options.environment.disk, options.directory);
  const state = newState(options);
  const cut: Cut = { bytes: 0, reason: '' };
  await loadSegments(state, options, cut);
  if (!options.hadCleanShutdown) await recoverUnflushed(state, options, cut);
  // Before entries at the log end go: an epoch that was seen is never used again, whoever wrote this log.
  const seenEpoch = state.epochs.latestEpoch;
  const { offset: logEndOffset, leaderEpoch } = await findLogEnd(state, options, cut);
  state.leaderEpoch = Math.max(seenEpoch, leaderEpoch);
  state.epochs.truncateFromEnd(logEndOffset);
  state.epochs.truncateFromStart(options.logStartOffset);
  state.logStartOffset = Math.max(options.logStartOffset, state.segments.first.baseOffset);
  state.snapshots.removeStray(state.segments.baseOffsets());
  await rebuildProducers(state.producers, {
    segments: state.segments,
    logStartOffset: state.logStartOffset,
    endOffset: logEndOffset,
    trustsMissingSnapshots: options.hadCleanShutdown,
    nowMs: options.environment.clock.nowMs(),
    pace: options.pace,
  });
  state.logEndOffset = logEndOffset;
  state.highWatermark = Math.min(Math.max(options.highWatermark, state.logStartOffset), logEndOffset);
  state.producers.onHighWatermarkUpdated(state.highWatermark);
  state.recoveryPoint =
    options.hadCleanShutdown && cut.bytes === 0
      ? logEndOffset
      : Math.min(options.recoveryPoint, logEndOffset);
  if (cut.reason !== '' || (!options.hadCleanShutdown && logEndOffset > state.logStartOffset)) {
    announce(state, cut);
  }
  return state;
}

/** The log of a new partition: its directory, empty, with one segment at offset 0. @throws the platform's error. */
export function createLog(options: NewLog): LogState {
  const state = newState(options);
  const segment = state.segmentAt(0);
  segment.createFiles();
  state.segments.add(segment);
  return state;
}

function newState(options: NewLog): LogState {
  const { environment, directory } = options;
  const snapshots = new SnapshotFiles(environment.disk, directory);
  return new LogState({
    environment,
    topicPartition: options.topicPartition,
    directory,
    topicId: options.topicId,
    config: options.config,
    snapshots,
    producers: new ProducerState(snapshots, environment.settings),
    epochs: new LeaderEpochCache(environment.disk, directory),
  });
}

/** Segments whose index is missing, or whose transaction index cannot be theirs, are recovered while loading. */
async function loadSegments(state: LogState, options: LoadOptions, cut: Cut): Promise<void> {
  const { disk } = options.environment;
  for (const baseOffset of segmentBasesIn(disk, options.directory)) {
    const segment = state.segmentAt(baseOffset);
    const { offsets, times, transactions } = segment.indexes;
    if (!disk.exists(times.path)) times.create();
    const hasIndex = disk.exists(offsets.path);
    if (!hasIndex) offsets.create();
    if (!hasIndex || !transactions.isSane(baseOffset)) {
      options.pace.expect(segment.size);
      await recover(state, { segment, options, cut });
    }
    state.segments.add(segment);
    const pause = options.pace.pulse();
    if (pause !== undefined) await pause;
  }
}

async function recoverUnflushed(state: LogState, options: LoadOptions, cut: Cut): Promise<void> {
  if (state.segments.count === 0) return;
  let isDamaged = false;
  const unflushed = state.segments.from(options.recoveryPoint);
  options.pace.expect(unflushed.reduce((bytes, { size }) => bytes + size, 0));
  for (const segment of unflushed) {
    if (isDamaged) discard(state, segment, cut);
    else isDamaged = (await recover(state, { segment, options, cut })) > 0;
  }
}

/** Answers how many bytes were cut off. */
async function recover(
  state: LogState,
  what: { readonly segment: LogSegment; readonly options: LoadOptions; readonly cut: Cut },
): Promise<number> {
  const { segment, options, cut } = what;
  const { producers, segments } = state;
  await rebuildProducers(producers, {
    segments,
    logStartOffset: options.logStartOffset,
    endOffset: segment.baseOffset,
    trustsMissingSnapshots: false,
    nowMs: options.environment.clock.nowMs(),
    pace: options.pace,
  });
  const { truncatedBytes, damage } = await recoverSegment(segment, {
    producers,
    epochs: state.epochs,
    intervalBytes: state.config['index.interval.bytes'],
    pace: options.pace,
  });
  // Kafka begins the next segment's recovery from this file.
  producers.takeSnapshot();
  cut.bytes += truncatedBytes;
  if (damage !== undefined && cut.reason === '') cut.reason = damage;
  return truncatedBytes;
}

/** Takes a segment away that lies behind a damaged one. */
function discard(state: LogState, segment: LogSegment, cut: Cut): void {
  cut.bytes += segment.size;
  state.segments.remove(segment);
  const snapshot = state.snapshots.markDeleted(segment.baseOffset);
  const marked = [...segment.markDeleted(), ...(snapshot === undefined ? [] : [snapshot])];
  state.environment.removeLater(marked, state.config['file.delete.delay.ms']);
}

async function findLogEnd(state: LogState, options: LoadOptions, cut: Cut): Promise<SegmentEnd> {
  const { segments } = state;
  if (segments.count > 0) {
    const end = await endOfLastSegment(state, options, cut);
    if (end.offset >= options.logStartOffset) return end;
    cut.reason = `the log ended at ${end.offset}, below the log start ${options.logStartOffset}`;
    for (const segment of segments.all()) discard(state, segment, cut);
    state.epochs.clear();
    state.producers.startFrom(options.logStartOffset);
  }
  const segment = state.segmentAt(options.logStartOffset);
  segment.createFiles();
  segments.add(segment);
  return { offset: options.logStartOffset, leaderEpoch: -1 };
}

async function endOfLastSegment(state: LogState, options: LoadOptions, cut: Cut): Promise<SegmentEnd> {
  const segment = state.segments.active;
  const end = await checkEnd(segment, options.pace);
  if (end !== undefined) return end;
  state.segments.remove(segment);
  options.pace.expect(segment.size);
  await recover(state, { segment, options, cut });
  state.segments.add(segment);
  const recovered = await checkEnd(segment, options.pace);
  return recovered ?? { offset: segment.baseOffset, leaderEpoch: -1 };
}

function announce(state: LogState, cut: Cut): void {
  state.environment.bus.publish('log.recovered', {
    ...state.topicPartition,
    truncatedBytes: cut.bytes,
    logEndOffset: state.logEndOffset,
    reason: cut.reason === '' ? 'it was not closed in order; nothing was damaged' : cut.reason,
  });
}
