/** The admin client as its user sees it. (source: Admin) */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { TopicInfo } from '../network/cluster.ts';

/** A topic to create. */
export interface NewTopic {
  readonly name: string;
  /** −1: the broker's default. */
  readonly partitions?: number | undefined;
  /** −1: the broker's default. */
  readonly replicationFactor?: number | undefined;
  readonly configs?: { readonly [key: string]: string } | undefined;
}

/** A line of listTransactions. */
export interface TransactionListing {
  readonly transactionalId: string;
  readonly producerId: number;
  readonly state: string;
}

/** What a coordinator knows of a transactional id. */
export interface TransactionDescription {
  readonly coordinatorId: number;
  readonly state: string;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly transactionTimeoutMs: number;
  /** −1 outside a transaction. */
  readonly transactionStartTimeMs: number;
  readonly partitions: readonly TopicPartition[];
}

/** What a partition's leader knows of a producer. */
export interface ProducerState {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly lastSequence: number;
  readonly lastTimestamp: number;
  /** −1 when no coordinator has written a marker. */
  readonly coordinatorEpoch: number;
  /** −1 outside a transaction. */
  readonly currentTransactionStartOffset: number;
}

/** Which transactions to list; what is left out does not filter. */
export interface TransactionFilter {
  readonly states?: readonly string[] | undefined;
  readonly producerIds?: readonly number[] | undefined;
  /** Only those that are open for longer. */
  readonly durationMs?: number | undefined;
  readonly transactionalIdPattern?: string | undefined;
}

export interface Admin {
  /** Creates all, or rejects with the first error. */
  createTopics(topics: readonly NewTopic[]): Promise<void>;
  deleteTopics(names: readonly string[]): Promise<void>;
  /** Names, internal ones only when asked for. */
  listTopics(options?: { readonly listInternal?: boolean }): Promise<readonly string[]>;
  describeTopics(names: readonly string[]): Promise<readonly TopicInfo[]>;
  listTransactions(filter?: TransactionFilter): Promise<readonly TransactionListing[]>;
  describeTransactions(transactionalIds: readonly string[]): Promise<readonly TransactionDescription[]>;
  describeProducers(partitions: readonly TopicPartition[]): Promise<readonly (readonly ProducerState[])[]>;
  close(): Promise<void>;
}
