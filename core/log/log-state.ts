/**
 * The state of one partition's log, shared by the modules that append to it, read it, roll it, recover it and cut it: they are
 * functions over this object, PartitionLog is its face to everybody else.
 */
import type { Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import type { Random } from '#core/base/random.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { FileHolds } from './file-holds.ts';
import type { LeaderEpochCache } from './leader-epoch-cache.ts';
import type { LogConfig, LogSettings } from './log-config.ts';
import { LogSegment } from './log-segment.ts';
import type { OpenFiles } from './open-files.ts';
import type { ProducerState } from './producer-state.ts';
import { Segments } from './segments.ts';
import type { SnapshotFiles } from './snapshot-files.ts';
import { VerificationState } from './verification-state.ts';

/** What all logs of a data directory have in common. */
export interface LogEnvironment {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly random: Random;
  readonly openFiles: OpenFiles;
  readonly settings: LogSettings;
  readonly holds: FileHolds;
  /** Removes files some time from now; files that are left when the lab ends go when it starts again. */
  removeLater(paths: readonly string[], delayMs: number): void;
}

export interface LogStateInit {
  readonly environment: LogEnvironment;
  readonly topicPartition: TopicPartition;
  readonly directory: string;
  readonly topicId: string;
  readonly config: LogConfig;
  readonly snapshots: SnapshotFiles;
  readonly producers: ProducerState;
  readonly epochs: LeaderEpochCache;
}

export class LogState {
  readonly environment: LogEnvironment;
  readonly topicPartition: TopicPartition;
  readonly directory: string;
  readonly topicId: string;
  readonly segments = new Segments();
  readonly snapshots: SnapshotFiles;
  readonly producers: ProducerState;
  readonly verification = new VerificationState();
  readonly epochs: LeaderEpochCache;
  config: LogConfig;
  logStartOffset = 0;
  highWatermark = 0;
  logEndOffset = 0;
  /** Everything below is on the device, and indexed. */
  recoveryPoint = 0;
  /** Of the current leader; −1 before there is one. */
  leaderEpoch = -1;
  /** The flush of rolled segments that is under way; settled when there is none. Never rejects. */
  flushing: Promise<void> = Promise.resolve();
  isClosed = false;
  /** The log cleaner is rewriting segments: nobody else may take any away. */
  isBeingCleaned = false;

  constructor(init: LogStateInit) {
    this.environment = init.environment;
    this.topicPartition = init.topicPartition;
    this.directory = init.directory;
    this.topicId = init.topicId;
    this.config = init.config;
    this.snapshots = init.snapshots;
    this.producers = init.producers;
    this.epochs = init.epochs;
  }

  /** First offset of the oldest open transaction, or the high watermark when none is open. */
  get lastStableOffset(): number {
    const unstable = this.producers.firstUnstableOffset;
    if (unstable === undefined) return this.highWatermark;
    return Math.min(Math.max(unstable, this.logStartOffset), this.highWatermark);
  }

  /** The log ends at `offset` now. On a single node, whatever is written is replicated. */
  setLogEnd(offset: number): void {
    this.logEndOffset = offset;
    this.highWatermark = offset;
    this.producers.onHighWatermarkUpdated(offset);
  }

  /** A segment object over the files at `baseOffset`, which are neither created nor looked at. */
  segmentAt(baseOffset: number): LogSegment {
    const { disk, openFiles, clock, random } = this.environment;
    const jitterMs = Math.min(this.config['segment.jitter.ms'], this.config['segment.ms']);
    return new LogSegment(
      { disk, openFiles, directory: this.directory },
      {
        baseOffset,
        nowMs: clock.nowMs(),
        rollJitterMs: jitterMs > 0 ? Math.floor(random.nextFloat() * jitterMs) : 0,
      },
    );
  }
}
