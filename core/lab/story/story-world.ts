import type { Clock } from '#core/base/clock.ts';
import type { TransactionDescription } from '#core/coordinator/transaction/list-transactions.ts';
import type { TransactionVersion } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { Journal } from '#core/observe/journal.ts';
import type { RefusedWrites } from '../logs/refused-writes.ts';
import type { ProcessStage } from '../producers/process-stage.ts';
import type { Delivery, Isolation } from '../readers/topic-reader.ts';

/** A record for a certain partition. */
export interface PlacedRecord {
  readonly partition: number;
  readonly key: string;
  readonly value: string;
}

/** What the story needs of the lab. */
export interface StoryWorld {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly journal: Journal;
  readonly stage: ProcessStage;
  readonly refused: RefusedWrites;
  readonly bootstrap: string;
  transactionVersion: TransactionVersion;
  /** Topics that are not internal. */
  topicNames(): readonly string[];
  /** The partitions of a topic, in order. */
  logsOf(topic: string): readonly PartitionLog[];
  createTopic(topic: string, partitions: number): Promise<void>;
  /** Deletes a topic and makes it anew, in one turn: a client that asked in between might make it by itself. */
  renewTopic(topic: string, partitions: number): void;
  /** Writes records that no transaction owns, by a producer without an id. */
  writePlain(topic: string, records: readonly PlacedRecord[]): Promise<void>;
  /** Starts the readers of a topic. */
  watch(topic: string): void;
  delivery(topic: string, partition: number, isolation: Isolation): Delivery | undefined;
  /** @throws {LabError} when there is no such partition. */
  log(topic: string, partition: number): PartitionLog;
  transaction(transactionalId: string): TransactionDescription | undefined;
  /** Aborts what is open under a transactional id, and fences its producers. @throws {KafkaError} when that takes too long. */
  endTransaction(transactionalId: string): Promise<void>;
}
