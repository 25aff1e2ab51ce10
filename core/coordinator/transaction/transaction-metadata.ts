/**
 * What the coordinator knows of one transactional id, and the steps from one such value to the next.
 *
 * A value never changes; every step makes a new one, which becomes the current one when its record is in the log. Everything
 * but `lastProducerEpoch` is stored, so a retry of InitProducerId across a reload is fenced: Kafka has that too.
 * (source: TransactionMetadata, TxnTransitMetadata)
 */
import { assert } from '#core/base/assert.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { comparePartitions, partitionName } from '#core/base/topic-partition.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import type { TransactionState } from './transaction-state.ts';
import { ENTERED_FROM } from './transaction-state.ts';

/** The greatest int16. Clients use epochs up to one less; this one is reserved, so that every producer can be fenced. */
export const EPOCH_MAX = 32767;

/** The transaction timeout of a two-phase commit: none. */
export const NO_TIMEOUT_MS = 2147483647;

/** One transactional id. −1 is "none" for ids, epochs and the start time. */
export interface TransactionMetadata {
  readonly transactionalId: string;
  readonly producerId: number;
  /** The producer id before the last step: differs from `producerId` only right after a rotation. */
  readonly previousProducerId: number;
  /** The producer id that takes over when the transaction completes, because the epochs of this one are used up. */
  readonly nextProducerId: number;
  readonly producerEpoch: number;
  /** The epoch before the last bump; lets a producer whose answer got lost ask again. Not stored. */
  readonly lastProducerEpoch: number;
  readonly timeoutMs: number;
  readonly state: TransactionState;
  /** Sorted, without duplicates. */
  readonly partitions: readonly TopicPartition[];
  /** When the first partition was added, ms since the Unix epoch. */
  readonly startedAtMs: number;
  readonly lastUpdateMs: number;
  /** Which client protocol moved it here: 2 raises the epoch with every transaction. */
  readonly clientTransactionVersion: number;
}

/** No epoch is left for another producer. */
export function isEpochExhausted(epoch: number): boolean {
  return epoch >= EPOCH_MAX - 1;
}

/** Transactions of this version raise the epoch (source: TransactionVersion.supportsEpochBump). */
export function raisesEpoch(transactionVersion: number): boolean {
  return transactionVersion >= 2;
}

/** An id that has just been heard of. Its epoch is −1: the first InitProducerId raises that to 0. */
export function newTransactionalId(init: {
  readonly transactionalId: string;
  readonly producerId: number;
  readonly timeoutMs: number;
  readonly nowMs: number;
}): TransactionMetadata {
  return {
    transactionalId: init.transactionalId,
    producerId: init.producerId,
    previousProducerId: NONE,
    nextProducerId: NONE,
    producerEpoch: NONE,
    lastProducerEpoch: NONE,
    timeoutMs: init.timeoutMs,
    state: 'Empty',
    partitions: [],
    startedAtMs: NONE,
    lastUpdateMs: init.nowMs,
    clientTransactionVersion: 0,
  };
}

/** What a step changes. */
type Change = Partial<Omit<TransactionMetadata, 'transactionalId' | 'previousProducerId'>> & {
  readonly state: TransactionState;
  readonly lastUpdateMs: number;
};

/**
 * The next value of `current`.
 * @throws {AssertionError} when the state cannot be entered from the current one.
 */
export function transit(current: TransactionMetadata, change: Change): TransactionMetadata {
  assert(
    ENTERED_FROM[change.state].includes(current.state),
    `${current.transactionalId} cannot go from ${current.state} to ${change.state}`,
  );
  return { ...current, previousProducerId: current.producerId, ...change };
}

/** The step after every marker was written. A pending change of the producer id happens here. */
export function completed(prepared: TransactionMetadata, nowMs: number): TransactionMetadata {
  const isRotating = raisesEpoch(prepared.clientTransactionVersion) && prepared.nextProducerId !== NONE;
  return transit(prepared, {
    state: prepared.state === 'PrepareCommit' ? 'CompleteCommit' : 'CompleteAbort',
    ...(isRotating ? { producerId: prepared.nextProducerId, producerEpoch: 0 } : {}),
    nextProducerId: NONE,
    partitions: [],
    lastUpdateMs: nowMs,
  });
}

/** Both lists as one, sorted and without duplicates. */
export function unionOfPartitions(
  a: readonly TopicPartition[],
  b: readonly TopicPartition[],
): readonly TopicPartition[] {
  const byName = new Map<string, TopicPartition>();
  for (const one of [...a, ...b]) byName.set(partitionName(one), one);
  return [...byName.values()].sort(comparePartitions);
}

export function includesPartition(
  list: readonly TopicPartition[],
  { topic, partition }: TopicPartition,
): boolean {
  return list.some((one) => one.partition === partition && one.topic === topic);
}
