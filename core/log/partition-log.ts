/**
 * The log of one partition: batches in, batches out, four offsets in between.
 *
 *   log start ≤ last stable ≤ high watermark ≤ log end
 *
 * The last stable offset is the first offset of the oldest open transaction, or the high watermark when none is open; a
 * read_committed fetch never goes past it. Offsets are handed out here and nowhere else. (source: UnifiedLog)
 *
 * Appends and reads are synchronous, so "check, then write" is one step within a turn of the event loop. An append answers a disk
 * that refuses with KAFKA_STORAGE_ERROR; reads throw the platform's error.
 */
import { isDiskError } from '#core/base/disk-error.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { CleanableRange } from './cleaner/cleanable-range.ts';
import { cleanableRange } from './cleaner/cleanable-range.ts';
import type { CleaningResult, RoundOptions } from './cleaner/cleaning-round.ts';
import { cleanLog } from './cleaner/cleaning-round.ts';
import { segmentFileName } from './file-names.ts';
import { appendBatch } from './log-append.ts';
import type { LogConfig } from './log-config.ts';
import type { LogCut } from './log-cut.ts';
import { cutLog } from './log-cut.ts';
import { batchesFrom, locate, readLog, upperBound } from './log-read.ts';
import { flush } from './log-roll.ts';
import type { LogSegment } from './log-segment.ts';
import type { LogState } from './log-state.ts';
import type {
  ActiveProducer,
  AppendOptions,
  AppendResult,
  EpochEndOffset,
  FetchIsolation,
  ReadOptions,
  ReadResult,
  SegmentDescription,
  TimestampAndOffset,
  VerificationRequest,
} from './log-types.ts';
import { isOpen } from './producer-append.ts';
import { applyRetention, raiseLogStart } from './retention.ts';
import { findByTimestamp, findMaxTimestamp } from './timestamp-lookup.ts';

export class PartitionLog {
  readonly #state: LogState;

  /** Over a log that was loaded or created: see recovery.ts. */
  constructor(state: LogState) {
    this.#state = state;
  }

  get topicPartition(): TopicPartition {
    return this.#state.topicPartition;
  }
  /** In Kafka's text form. */
  get topicId(): string {
    return this.#state.topicId;
  }
  /** The partition's directory. */
  get directory(): string {
    return this.#state.directory;
  }
  get config(): LogConfig {
    return this.#state.config;
  }
  get logStartOffset(): number {
    return this.#state.logStartOffset;
  }
  get lastStableOffset(): number {
    return this.#state.lastStableOffset;
  }
  get highWatermark(): number {
    return this.#state.highWatermark;
  }
  /** Offset of the next record. */
  get logEndOffset(): number {
    return this.#state.logEndOffset;
  }
  /** The epoch of the current leader; before `becomeLeader` the greatest epoch of the log; −1 when there is none. */
  get leaderEpoch(): number {
    return Math.max(this.#state.leaderEpoch, this.#state.epochs.latestEpoch);
  }
  /** Bytes of all `.log` files. */
  get sizeBytes(): number {
    return this.#state.segments.sizeBytes;
  }
  /** Everything below is on the device, and indexed. */
  get recoveryPoint(): number {
    return this.#state.recoveryPoint;
  }
  /** Base offset of the oldest segment; the log start may lie above it. */
  get firstSegmentOffset(): number {
    return this.#state.segments.first.baseOffset;
  }

  /** Later appends and checks follow `config`. */
  reconfigure(config: LogConfig): void {
    this.#state.config = config;
  }

  /**
   * Takes note that a new leader epoch starts at the log end; a smaller or equal one changes nothing. As the only replica, the
   * leader's log end is the high watermark.
   */
  becomeLeader(epoch: number): void {
    const state = this.#state;
    if (epoch > this.leaderEpoch) state.epochs.assign(epoch, state.logEndOffset);
    state.leaderEpoch = Math.max(epoch, state.leaderEpoch);
    state.setLogEnd(state.logEndOffset);
  }

  /**
   * Appends one batch. The buffer becomes the log's: offsets, leader epoch and timestamps are set in place.
   * Answers at once, unless the batch is compressed and large: then a promise, and nothing is decided before it settles.
   * Kafka sends `message` to a client only together with record errors.
   */
  append(records: Buffer, options: AppendOptions): AppendResult | Promise<AppendResult> {
    return appendBatch(this.#state, records, options);
  }

  read(options: ReadOptions): ReadResult {
    return readLog(this.#state, options);
  }

  /** The first record whose timestamp is `timestamp` (ms) or greater, below the isolation's bound. */
  async offsetForTimestamp(
    timestamp: number,
    isolation: FetchIsolation,
  ): Promise<TimestampAndOffset | undefined> {
    return this.#within(isolation, await findByTimestamp(this.#state, timestamp));
  }

  /** The first record that has the greatest timestamp of the log (ListOffsets −3), below the isolation's bound. */
  async maxTimestampOffset(isolation: FetchIsolation): Promise<TimestampAndOffset | undefined> {
    return this.#within(isolation, await findMaxTimestamp(this.#state));
  }

  #within(isolation: FetchIsolation, found: TimestampAndOffset | undefined): TimestampAndOffset | undefined {
    return found !== undefined && found.offset < upperBound(this.#state, isolation) ? found : undefined;
  }

  /** The end of the greatest known epoch that is `epoch` or less. */
  endOffsetForEpoch(epoch: number): EpochEndOffset {
    return this.#state.epochs.endOffsetFor(epoch, this.#state.logEndOffset);
  }

  /** The leader epoch that wrote `offset`; −1 when unknown. */
  epochAt(offset: number): number {
    return this.#state.epochs.epochAt(offset);
  }

  /** Raises the log start (DeleteRecords). −1 means the high watermark; above that is OFFSET_OUT_OF_RANGE. */
  deleteRecordsBefore(offset: number): 'NONE' | 'OFFSET_OUT_OF_RANGE' {
    const state = this.#state;
    const target = offset === -1 ? state.highWatermark : offset;
    if (target < 0 || target > state.highWatermark) return 'OFFSET_OUT_OF_RANGE';
    raiseLogStart(state, target);
    return 'NONE';
  }

  activeProducers(): readonly ActiveProducer[] {
    return this.#state.producers.activeProducers();
  }

  /** True when the producer id has a transaction open here, at this very epoch. */
  hasOpenTransaction(producerId: number, producerEpoch: number): boolean {
    return isOpen(this.#state.producers.entry(producerId), producerEpoch);
  }

  /** True when the producer id has been here with a later epoch: INVALID_PRODUCER_EPOCH, without a question to anybody. */
  knowsNewerEpoch(producerId: number, producerEpoch: number): boolean {
    const entry = this.#state.producers.entry(producerId);
    return entry !== undefined && producerEpoch < entry.producerEpoch;
  }

  /**
   * A guard to pass to `append` once the coordinator has confirmed the transaction. Undefined when there is nothing to ask: the
   * transaction is open at this epoch. Whoever has an older epoch is refused before (`knowsNewerEpoch`).
   */
  startVerification(request: VerificationRequest): object | undefined {
    const { producers, verification, environment } = this.#state;
    const entry = producers.entry(request.producerId);
    if (isOpen(entry, request.producerEpoch)) return undefined;
    return verification.start(request, environment.clock.nowMs());
  }

  /** Forgets producer ids and verifications that were idle for too long. */
  expireProducers(): void {
    const { producers, verification, environment } = this.#state;
    const nowMs = environment.clock.nowMs();
    producers.expire(nowMs);
    verification.expire(nowMs, environment.settings.producerIdExpirationMs);
  }

  /** Every batch from the one that holds `offset` on, read in pieces. Batches stay valid after the iteration. */
  batchesFrom(offset: number): Iterable<RecordBatch> {
    return batchesFrom(this.#state, offset);
  }

  /** Where the batch that `batchesFrom(offset)` begins with lies; undefined when there is none. For views. */
  locate(offset: number): { readonly segment: number; readonly position: number } | undefined {
    return locate(this.#state, offset);
  }

  /** The segments as they are on disk; what was only in memory is stored first. */
  segments(): readonly SegmentDescription[] {
    this.storeQuietly();
    const { segments, logEndOffset } = this.#state;
    return segments.all().map((segment) => {
      const next = segments.after(segment);
      return {
        baseOffset: segment.baseOffset,
        nextOffset: next?.baseOffset ?? logEndOffset,
        sizeBytes: segment.size,
        isActive: next === undefined,
        files: this.#filesOf(segment),
      };
    });
  }

  #filesOf({ baseOffset }: LogSegment): SegmentDescription['files'] {
    const { environment, directory } = this.#state;
    return (['log', 'index', 'timeindex', 'txnindex', 'snapshot'] as const).flatMap((kind) => {
      const name = segmentFileName(baseOffset, kind);
      const stat = environment.disk.stat(`${directory}/${name}`);
      return stat === undefined ? [] : [{ name, kind, sizeBytes: stat.size }];
    });
  }

  /** A point of this log that can be copied afterwards, as long as the directory's files are held: see `LogManager.hold`. */
  cut(): LogCut {
    return cutLog(this.#state);
  }

  /** Deletes whatever the topic's settings allow. @throws the platform's error. */
  applyRetention(): void {
    applyRetention(this.#state);
  }

  /** What the log cleaner could do here; `checkpointed` is where its last round ended. */
  cleanableRange(checkpointed: number | undefined): CleanableRange {
    return cleanableRange(this.#state, checkpointed);
  }

  /** Removes records that newer ones of the same key have made superfluous: see `cleanLog`. One round at a time. */
  clean(options: RoundOptions): Promise<CleaningResult | undefined> {
    return cleanLog(this.#state, options);
  }

  /** Writes index entries and leader epochs that are only in memory; what the disk refuses is tried again the next time. */
  storeQuietly(): void {
    try {
      for (const segment of this.#state.segments.all()) segment.indexes.store();
      this.#state.epochs.store();
    } catch (error) {
      if (!isDiskError(error)) throw error;
    }
  }

  /**
   * Leaves a producer snapshot at the log end, brings everything to the device, and closes the files.
   * @throws the platform's error: the log was then not closed in order.
   */
  async close(): Promise<void> {
    const state = this.#state;
    state.isClosed = true;
    await state.flushing;
    for (const segment of state.segments.all()) {
      segment.repair();
      segment.indexes.seal();
      segment.close();
    }
    state.producers.takeSnapshot();
    await flush(state, state.logEndOffset);
    // `flush` leaves the active segment out when it begins at the log end: there is nothing in it.
  }

  /** Closes the files and writes nothing more: the partition is deleted, or its directory given up. */
  abandon(): void {
    this.#state.isClosed = true;
    for (const segment of this.#state.segments.all()) segment.close();
  }
}
