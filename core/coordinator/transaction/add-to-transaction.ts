/**
 * Partitions join a transaction; the first one opens it and starts its timeout.
 * (source: TransactionCoordinator.handleAddPartitionsToTransaction, handleVerifyPartitionsInTransaction)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { Decision } from './decision.ts';
import { includesPartition, transit, unionOfPartitions } from './transaction-metadata.ts';
import type { TransactionEntry } from './transaction-shard.ts';
import { openPartitions } from './transaction-shard.ts';
import { isPrepared } from './transaction-state.ts';

/** A producer, its partitions, and which client protocol brings them. */
export interface AddQuestion {
  readonly entry: TransactionEntry | undefined;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly partitions: readonly TopicPartition[];
  readonly clientTransactionVersion: number;
  readonly nowMs: number;
}

/** An empty list is no mistake: it opens a transaction without partitions, as in Kafka. */
export function decideAdd(question: AddQuestion): Decision {
  const { entry, producerId, producerEpoch, partitions, clientTransactionVersion, nowMs } = question;
  if (entry === undefined) return { kind: 'refuse', error: 'INVALID_PRODUCER_ID_MAPPING' };
  const { metadata, completion } = entry;
  // Before anything else: while an outcome is being written, the producer may already use the id and epoch that follow it.
  if (completion !== undefined) return { kind: 'refuse', error: 'CONCURRENT_TRANSACTIONS' };
  const error = errorOfProducer(entry, producerId, producerEpoch);
  if (error !== 'NONE') return { kind: 'refuse', error };
  const isOpen = metadata.state === 'Ongoing';
  if (isOpen && partitions.every((one) => includesPartition(metadata.partitions, one))) {
    return { kind: 'agree' };
  }
  return {
    kind: 'write',
    next: transit(metadata, {
      state: 'Ongoing',
      partitions: unionOfPartitions(isOpen ? metadata.partitions : [], partitions),
      startedAtMs: isOpen ? metadata.startedAtMs : nowMs,
      lastUpdateMs: nowMs,
      clientTransactionVersion,
    }),
  };
}

/**
 * Whether each partition is in the producer's open transaction (KIP-890). TRANSACTION_ABORTABLE says that it is not.
 * An outcome that is being written counts only through the state: the append itself is guarded anyway.
 */
export function verify(
  entry: TransactionEntry | undefined,
  producer: { readonly producerId: number; readonly producerEpoch: number },
  partitions: readonly TopicPartition[],
): readonly ErrorName[] {
  const error =
    entry === undefined
      ? 'INVALID_PRODUCER_ID_MAPPING'
      : errorOfProducer(entry, producer.producerId, producer.producerEpoch);
  if (entry === undefined || error !== 'NONE') return partitions.map(() => error);
  const open = openPartitions(entry);
  return partitions.map((one) => (includesPartition(open, one) ? 'NONE' : 'TRANSACTION_ABORTABLE'));
}

function errorOfProducer(
  { metadata }: TransactionEntry,
  producerId: number,
  producerEpoch: number,
): 'NONE' | 'INVALID_PRODUCER_ID_MAPPING' | 'PRODUCER_FENCED' | 'CONCURRENT_TRANSACTIONS' {
  if (metadata.producerId !== producerId) return 'INVALID_PRODUCER_ID_MAPPING';
  if (metadata.producerEpoch !== producerEpoch) return 'PRODUCER_FENCED';
  return isPrepared(metadata.state) ? 'CONCURRENT_TRANSACTIONS' : 'NONE';
}
