/** What handlers ask the transaction coordinator, and what it answers. */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { BrokerConfig } from '#core/config/broker-config.ts';
import type { ErrorName } from '#core/protocol/errors.ts';

/** The settings that the coordinator reads. */
export type TransactionConfig = Pick<
  BrokerConfig,
  | 'transaction.max.timeout.ms'
  | 'transaction.abort.timed.out.transaction.cleanup.interval.ms'
  | 'transaction.remove.expired.transaction.cleanup.interval.ms'
  | 'transaction.two.phase.commit.enable'
  | 'transactional.id.expiration.ms'
>;

/** A producer, as a request names it. */
export interface ProducerOfTransaction {
  readonly transactionalId: string;
  readonly producerId: number;
  readonly producerEpoch: number;
}

export interface InitProducerIdRequest {
  /** Null: a producer without transactions. */
  readonly transactionalId: string | null;
  readonly timeoutMs: number;
  /** What the client believes in; both −1 when it has nothing. */
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly enable2Pc?: boolean;
  readonly keepPreparedTxn?: boolean;
}

export interface AddPartitionsRequest extends ProducerOfTransaction {
  readonly partitions: readonly TopicPartition[];
  /** 0 for AddPartitionsToTxn 0–3 and AddOffsetsToTxn, 2 for everything newer (KIP-890). */
  readonly clientTransactionVersion: number;
  /** Who asks, for the announcement of a refusal; AddPartitionsToTxn when absent. */
  readonly api?: string;
}

export interface EndTransactionRequest extends ProducerOfTransaction {
  readonly commit: boolean;
  /** 2 for EndTxn 5 and later, 0 before. */
  readonly transactionVersion: number;
}

/** −1 for both unless the error is NONE. */
export interface ProducerAnswer {
  readonly error: ErrorName;
  readonly producerId: number;
  readonly producerEpoch: number;
}
