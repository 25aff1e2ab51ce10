/**
 * All logs of one data directory: opens them, gives them their background work, closes them in Kafka's order. (source: LogManager)
 *
 * A directory of a stranger's is served as it is: every `topic-partition` folder becomes a log; folders of deleted partitions are
 * removed; the cluster metadata log of KRaft and everything else is left alone.
 */
import { assert } from '#core/base/assert.ts';
import type { Cancel, Clock } from '#core/base/clock.ts';
import { repeat } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import type { Random } from '#core/base/random.ts';
import { Scope } from '#core/base/scope.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { CheckpointWriter } from './checkpoints.ts';
import { LogCleaner } from './cleaner/log-cleaner.ts';
import { DelayedTasks, ignoringDisk } from './delayed-tasks.ts';
import { loadLogs } from './directory-loader.ts';
import { FileHolds } from './file-holds.ts';
import { deletedDirectoryName } from './file-names.ts';
import type { LiveLogConfig, LogConfig, LogManagerConfig, LogSettings } from './log-config.ts';
import type { OpenedDirectory } from './log-directory.ts';
import { markCleanShutdown, openDirectory } from './log-directory.ts';
import type { LogEnvironment } from './log-state.ts';
import { logWalk } from './log-walk.ts';
import type { MetaProperties } from './meta-properties.ts';
import { OpenFiles } from './open-files.ts';
import { PartitionLog } from './partition-log.ts';
import { writeTopicId } from './partition-metadata.ts';
import { createLog } from './recovery.ts';

/** Segments that keep files and indexes at hand; each may have one file open. */
const OPEN_SEGMENTS_MAX = 256;
const CLOSED_AT_ONCE = 32;

export interface LogManagerOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly random: Random;
  /** Made, with fresh ids, when it is missing or empty. */
  readonly directory: string;
  readonly config: LogManagerConfig;
  /** Settings for a topic found on disk. */
  readonly topicConfig: (topic: string) => LogConfig;
}

export class LogManager {
  readonly directory: string;
  readonly #options: LogManagerOptions;
  readonly #meta: MetaProperties;
  readonly #lock: { release(): void };
  readonly #hadCleanShutdown: boolean;
  readonly #environment: LogEnvironment;
  readonly #checkpoints: CheckpointWriter;
  /** By topic, then by partition. */
  readonly #logs = new Map<string, Map<number, PartitionLog>>();
  readonly #topicIds = new Map<string, string>();
  readonly #timers = new Scope();
  readonly #cleaner: LogCleaner;
  /** Removals of files; those that are not due when the manager closes happen at the next start. */
  readonly #removals: DelayedTasks;
  #closing: Promise<void> | undefined;

  /** @throws {LogDirectoryError} when the directory cannot be served; nothing in it was changed then. */
  static async open(options: LogManagerOptions): Promise<LogManager> {
    const { disk, directory, random, config } = options;
    const opened = openDirectory(disk, directory, { random, nodeId: config['node.id'] });
    const manager = new LogManager(options, opened);
    try {
      await loadLogs({
        environment: manager.#environment,
        directory,
        checkpoints: opened.checkpoints,
        hadCleanShutdown: opened.hadCleanShutdown,
        topicConfig: options.topicConfig,
        topicIdOf: (topic) => manager.topicIdOf(topic),
        add: (log) => manager.#add(log),
      });
    } catch (error) {
      manager.#giveUp();
      throw error;
    }
    manager.#startTimers();
    return manager;
  }

  /** Use `open`. */
  constructor(options: LogManagerOptions, opened: OpenedDirectory) {
    const { disk, clock, bus, random, config } = options;
    this.directory = options.directory;
    this.#options = options;
    this.#meta = opened.meta;
    this.#lock = opened.lock;
    this.#hadCleanShutdown = opened.hadCleanShutdown;
    this.#removals = new DelayedTasks(clock);
    this.#checkpoints = new CheckpointWriter(disk, options.directory);
    this.#environment = {
      disk,
      clock,
      bus,
      random,
      openFiles: new OpenFiles(OPEN_SEGMENTS_MAX),
      holds: new FileHolds(),
      settings: liveSettings(config),
      removeLater: (paths, delayMs) =>
        this.#removals.after(delayMs, () => {
          for (const path of paths) disk.remove(path);
        }),
    };
    this.#cleaner = new LogCleaner({
      environment: this.#environment,
      directory: options.directory,
      cleanedTo: opened.checkpoints.cleanerOffsets,
      logs: () => this.partitions(),
    });
  }

  get clusterId(): string {
    return this.#meta.clusterId;
  }
  get nodeId(): number {
    return this.#meta.nodeId;
  }
  get directoryId(): string {
    return this.#meta.directoryId;
  }
  /** The directory had been closed in order. */
  get wasCleanlyShutDown(): boolean {
    return this.#hadCleanShutdown;
  }
  /** Settings of the broker were changed while it runs: they count from now on. */
  reconfigureAll(config: LiveLogConfig): void {
    const { settings } = this.#environment;
    const before = settings.cleanerBackoffMs;
    Object.assign(settings, liveSettings(config));
    if (settings.cleanerBackoffMs !== before) this.#cleaner.reconfigure();
  }

  *partitions(): Generator<PartitionLog, void> {
    for (const logs of this.#logs.values()) yield* logs.values();
  }

  get({ topic, partition }: TopicPartition): PartitionLog | undefined {
    return this.#logs.get(topic)?.get(partition);
  }

  /** Topics that have a partition here, with their ids. */
  topics(): ReadonlyMap<string, string> {
    return this.#topicIds;
  }

  topicIdOf(topic: string): string | undefined {
    return this.#topicIds.get(topic);
  }

  /** @throws {KafkaError} KAFKA_STORAGE_ERROR when the disk refuses. The partition must not exist. */
  create(
    topicPartition: TopicPartition,
    options: { readonly topicId: string; readonly config: LogConfig },
  ): PartitionLog {
    assert(this.get(topicPartition) === undefined, `${partitionName(topicPartition)} exists`);
    const { disk } = this.#environment;
    const directory = this.#pathOf(topicPartition);
    try {
      disk.makeDirectory(directory);
      writeTopicId(disk, directory, options.topicId);
      const environment = this.#environment;
      const log = new PartitionLog(createLog({ environment, topicPartition, directory, ...options }));
      this.#add(log);
      return log;
    } catch (error) {
      if (!isDiskError(error)) throw error;
      // No half of a partition is to be found at the next start. Removing asks for no space; if it fails too, so did the disk.
      disk.removeDirectory(directory);
      throw new KafkaError('KAFKA_STORAGE_ERROR', error.message, { cause: error });
    }
  }

  /** Takes the partition away at once; its files go after `file.delete.delay.ms`. @throws the platform's error. */
  delete(topicPartition: TopicPartition): void {
    const { topic, partition } = topicPartition;
    const log = this.get(topicPartition);
    if (log === undefined) return;
    log.abandon();
    const logs = this.#logs.get(topic);
    logs?.delete(partition);
    if (logs?.size === 0) {
      this.#logs.delete(topic);
      this.#topicIds.delete(topic);
    }
    this.#cleaner.forget(topicPartition);
    const { disk, random } = this.#environment;
    const renamed = `${this.directory}/${deletedDirectoryName(topicPartition, random.nextBytes(16))}`;
    disk.rename(log.directory, renamed);
    this.#removals.after(log.config['file.delete.delay.ms'], () => disk.removeDirectory(renamed));
  }

  /**
   * From now until the answer is called, neither retention nor the log cleaner takes files away: logs can be copied up to a `cut`.
   * Resolves when a round of the cleaner that is under way has ended. A topic can still be deleted.
   */
  async hold(): Promise<Cancel> {
    const release = this.#environment.holds.hold();
    await this.#cleaner.idle();
    return release;
  }

  /** Gives all partitions of a topic new settings. */
  reconfigure(topic: string, config: LogConfig): void {
    for (const log of this.#logs.get(topic)?.values() ?? []) log.reconfigure(config);
  }

  /** Writes all checkpoint files, and what the logs hold only in memory. @throws the platform's error. */
  checkpoint(): void {
    for (const log of this.partitions()) log.storeQuietly();
    this.#checkpoints.writeRecoveryPoints(this.partitions());
    this.#checkpoints.writeLogStarts(this.partitions());
    this.#checkpoints.writeHighWatermarks(this.partitions());
  }

  /** Deletes what retention allows, as the timer does. @throws the platform's error. */
  applyRetention(): void {
    for (const log of this.partitions()) log.applyRetention();
  }

  /**
   * Clean shutdown: logs flushed and closed, producer snapshots at their ends, checkpoints, then the mark that says so. Calling it
   * twice is harmless. Rejects with the platform's error when the disk refuses; the next start then checks everything.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stopTimers();
    try {
      await this.#closeLogs();
      this.checkpoint();
      markCleanShutdown(this.#environment.disk, this.directory);
    } finally {
      for (const log of this.partitions()) log.abandon();
      this.#lock.release();
    }
  }

  /** Several at a time: the device writes them together. */
  async #closeLogs(): Promise<void> {
    const logs = [...this.partitions()];
    for (let from = 0; from < logs.length; from += CLOSED_AT_ONCE) {
      await Promise.all(logs.slice(from, from + CLOSED_AT_ONCE).map((log) => log.close()));
    }
  }

  /** Leaves the directory as it was found, as far as an untouched one goes. */
  #giveUp(): void {
    for (const log of this.partitions()) log.abandon();
    this.#stopTimers();
    if (this.#hadCleanShutdown) markCleanShutdown(this.#environment.disk, this.directory);
    this.#lock.release();
  }

  #add(log: PartitionLog): void {
    const { topic, partition } = log.topicPartition;
    let logs = this.#logs.get(topic);
    if (logs === undefined) {
      logs = new Map();
      this.#logs.set(topic, logs);
      this.#topicIds.set(topic, log.topicId);
    }
    logs.set(partition, log);
  }

  #pathOf(topicPartition: TopicPartition): string {
    return `${this.directory}/${partitionName(topicPartition)}`;
  }

  #stopTimers(): void {
    this.#timers.close();
    this.#cleaner.close();
    this.#removals.close();
  }

  #startTimers(): void {
    const { config } = this.#options;
    if (config['log.cleaner.enable']) this.#cleaner.start();
    const every = (intervalMs: number, task: () => void): void =>
      this.#timers.add(repeat(this.#environment.clock, intervalMs, () => ignoringDisk(task)));
    every(
      config['replica.high.watermark.checkpoint.interval.ms'],
      this.#walk(
        (log) => log.storeQuietly(),
        () => this.#checkpoints.writeHighWatermarks(this.partitions()),
      ),
    );
    every(config['log.flush.offset.checkpoint.interval.ms'], () =>
      this.#checkpoints.writeRecoveryPoints(this.partitions()),
    );
    every(config['log.flush.start.offset.checkpoint.interval.ms'], () =>
      this.#checkpoints.writeLogStarts(this.partitions()),
    );
    every(
      config['log.retention.check.interval.ms'],
      this.#walk((log) => log.applyRetention()),
    );
    every(
      config['producer.id.expiration.check.interval.ms'],
      this.#walk((log) => log.expireProducers()),
    );
  }

  #walk(visit: (log: PartitionLog) => void, rest?: () => void): () => void {
    return logWalk(this.#environment.clock, {
      logs: () => this.partitions(),
      // Deleted, or everything closed, while others had their turn.
      isServed: (log) => this.#closing === undefined && this.get(log.topicPartition) === log,
      visit,
      rest: () => {
        if (this.#closing === undefined) rest?.();
      },
    });
  }
}

function liveSettings(config: LiveLogConfig): LogSettings {
  return {
    producerIdExpirationMs: config['producer.id.expiration.ms'],
    isVerificationEnabled: config['transaction.partition.verification.enable'],
    cleanerBackoffMs: config['log.cleaner.backoff.ms'],
  };
}
