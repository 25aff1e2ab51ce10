/** The producer as its user sees it, in Java's order of calls. (source: Producer, ProducerRecord, RecordMetadata) */

import type { MetricValues } from '../metrics/metric-values.ts';
import type { PartitionInfo } from '../network/cluster.ts';
import type { ConsumerGroupMetadata, PartitionOffset } from '../offsets.ts';
import type { TransactionState } from './transaction-state.ts';

/** Bytes as they are, text as UTF-8, null for none. */
export type RecordData = Uint8Array | string | null;

/** What is sent. */
export interface ProducerRecord {
  readonly topic: string;
  /** Where it goes; the partitioner decides when left out. */
  readonly partition?: number | undefined;
  /** Milliseconds since the Unix epoch; now when left out. */
  readonly timestamp?: number | undefined;
  readonly key?: RecordData | undefined;
  readonly value?: RecordData | undefined;
  readonly headers?: readonly { readonly key: string; readonly value: RecordData }[] | undefined;
}

/** What became of a record. */
export interface RecordMetadata {
  readonly topic: string;
  readonly partition: number;
  /** −1 when the broker did not say: acks=0, or a repeated batch that it no longer remembers. */
  readonly offset: number;
  /** The broker's time for a topic of log append time, the record's own otherwise. */
  readonly timestamp: number;
  /** −1 for a null key. */
  readonly serializedKeySize: number;
  /** −1 for a null value. */
  readonly serializedValueSize: number;
}

/**
 * Told what became of a record, on success with `exception` null; on failure the metadata has no offset. Callbacks of one partition
 * come in the order of its records. What a callback throws is not passed on. (source: Callback)
 */
export type Callback = (metadata: RecordMetadata, exception: Error | null) => void;

/** Who a producer is to the brokers; −1 and −1 before it knows. */
export interface ProducerIdAndEpoch {
  readonly producerId: number;
  readonly epoch: number;
}

export interface Producer {
  readonly producerIdAndEpoch: ProducerIdAndEpoch;
  readonly transactionState: TransactionState;
  /** True when the cluster speaks the transaction protocol of KIP-890: an epoch a transaction. */
  readonly isTransactionV2: boolean;

  /** Takes over the transactional id: fences whoever had it, waits until its transaction is decided. */
  initTransactions(): Promise<void>;
  /** Local: the transaction begins at the coordinator with the first record or offset. */
  beginTransaction(): void;
  /**
   * Resolves when the broker has acknowledged the record, rejects with what Java's future throws. A rejection that nobody
   * handles is harmless: commitTransaction and flush tell of it.
   */
  send(record: ProducerRecord): Promise<RecordMetadata>;
  /**
   * The same for many records: no promise each, the callback tells. Answers undefined when the record is in its batch, or has failed
   * with an ApiException; otherwise a promise that resolves when it is: where Java's send() blocks, for metadata or buffer memory, a
   * sender that means to keep the memory bounded waits for it. Throws, or rejects, what Java's send() throws.
   */
  send(record: ProducerRecord, callback: Callback): Promise<void> | undefined;
  /** Makes a group's next offsets part of the transaction. */
  sendOffsetsToTransaction(
    offsets: readonly PartitionOffset[],
    groupMetadata: ConsumerGroupMetadata,
  ): Promise<void>;
  commitTransaction(): Promise<void>;
  abortTransaction(): Promise<void>;
  /** Resolves when everything sent before this call is acknowledged or has failed. Rejects when called from a callback. */
  flush(): Promise<void>;
  /** What the producer counts, by Java's names. */
  metrics(): MetricValues;
  /** What it counts about one topic; empty before anything of it was sent. */
  topicMetrics(topic: string): MetricValues;
  partitionsFor(topic: string): Promise<readonly PartitionInfo[]>;
  /**
   * Waits up to `timeoutMs` (default: for ever) for what was sent, aborts an open transaction, ends. What is left after the
   * time fails; with 0 nothing is waited for, and from a callback never.
   */
  close(timeoutMs?: number): Promise<void>;
}
