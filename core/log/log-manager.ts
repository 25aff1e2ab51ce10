/**
 * All logs of one data directory: opens them, gives them their background work, closes them in Kafka's order.
 * (source: LogManager, LogLoader, MetaPropertiesEnsemble)
 */
import type { Clock } from '../base/clock.ts';
import type { Disk } from '../base/disk.ts';
import type { Random } from '../base/random.ts';
import type { TopicPartition } from '../base/topic-partition.ts';
import type { EventBus } from '../observe/event-bus.ts';
import type { LogConfig, LogManagerConfig } from './log-config.ts';
import type { PartitionLog } from './partition-log.ts';

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

export abstract class LogManager {
  /** @throws {LogDirectoryError} when the directory cannot be served; nothing in it was changed then. */
  static open: (options: LogManagerOptions) => Promise<LogManager>;
  abstract readonly directory: string;
  abstract readonly clusterId: string;
  abstract readonly nodeId: number;
  abstract readonly directoryId: string;
  /** The directory had been closed in order. */
  abstract readonly wasCleanlyShutDown: boolean;
  /** Whether transactional batches need a verified or open transaction; can be changed while running. */
  abstract verificationEnabled: boolean;
  abstract partitions(): Iterable<PartitionLog>;
  abstract get(partition: TopicPartition): PartitionLog | undefined;
  /** Topics that have a partition here, with their ids. */
  abstract topics(): ReadonlyMap<string, string>;
  abstract topicIdOf(topic: string): string | undefined;
  /** @throws {KafkaError} KAFKA_STORAGE_ERROR when the disk refuses. The partition must not exist. */
  abstract create(
    partition: TopicPartition,
    options: { readonly topicId: string; readonly config: LogConfig },
  ): PartitionLog;
  /** Takes the partition away at once; its files go after `file.delete.delay.ms`. */
  abstract delete(partition: TopicPartition): void;
  /** Gives all partitions of a topic new settings. */
  abstract reconfigure(topic: string, config: LogConfig): void;
  /** Writes all checkpoint files now. */
  abstract checkpoint(): void;
  /** Deletes what retention allows, as the timer does. */
  abstract applyRetention(): void;
  /** Clean shutdown. Calling it twice is harmless. */
  abstract close(): Promise<void>;
}
