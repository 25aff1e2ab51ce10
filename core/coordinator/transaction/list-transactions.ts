/** What ListTransactions and DescribeTransactions say. (source: TransactionStateManager.listTransactionStates) */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { compilePattern } from './id-pattern.ts';
import type { TransactionEntry, TransactionShard } from './transaction-shard.ts';
import { openPartitions } from './transaction-shard.ts';
import type { TransactionState } from './transaction-state.ts';
import { stateOfName } from './transaction-state.ts';

/** All that is given must hold. An empty list filters nothing. */
export interface TransactionFilter {
  /** Names of states; unknown ones match nothing and are answered. */
  readonly states: readonly string[];
  readonly producerIds: readonly number[];
  /** Open for longer than this, ms; −1 filters nothing. Ids without a transaction count as open since the epoch. */
  readonly durationMs: number;
  /** Regular expression (RE2) for the whole id; null or '' filters nothing. */
  readonly pattern: string | null;
}

export interface ListedTransactions {
  readonly error: ErrorName;
  readonly unknownStates: readonly string[];
  readonly transactions: readonly {
    readonly transactionalId: string;
    readonly producerId: number;
    readonly state: TransactionState;
  }[];
}

/** One transactional id, for DescribeTransactions and for views. */
export interface TransactionDescription {
  readonly transactionalId: string;
  readonly state: TransactionState;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly timeoutMs: number;
  /** ms since the Unix epoch; −1 when no transaction was opened since the last InitProducerId. */
  readonly startedAtMs: number;
  readonly lastUpdateMs: number;
  /** Without those that have their marker already. */
  readonly partitions: readonly TopicPartition[];
  readonly clientTransactionVersion: number;
  /** An outcome is being written; most requests get CONCURRENT_TRANSACTIONS. */
  readonly isCompleting: boolean;
  /** Of __transaction_state. */
  readonly coordinatorPartition: number;
  readonly coordinatorEpoch: number;
  /** Offset of the newest record about it. */
  readonly logOffset: number;
}

export function describeEntry(shard: TransactionShard, entry: TransactionEntry): TransactionDescription {
  const { metadata, completion, offset } = entry;
  return {
    transactionalId: metadata.transactionalId,
    state: metadata.state,
    producerId: metadata.producerId,
    producerEpoch: metadata.producerEpoch,
    timeoutMs: metadata.timeoutMs,
    startedAtMs: metadata.startedAtMs,
    lastUpdateMs: metadata.lastUpdateMs,
    partitions: openPartitions(entry),
    clientTransactionVersion: metadata.clientTransactionVersion,
    isCompleting: completion !== undefined,
    coordinatorPartition: shard.partition,
    coordinatorEpoch: shard.coordinatorEpoch,
    logOffset: offset,
  };
}

export function listTransactions(
  shards: Iterable<TransactionShard>,
  filter: TransactionFilter,
  nowMs: number,
): ListedTransactions {
  const matchesId = filter.pattern === null ? () => true : compilePattern(filter.pattern);
  if (matchesId === undefined) {
    return { error: 'INVALID_REGULAR_EXPRESSION', unknownStates: [], transactions: [] };
  }
  const transactions = [...shards]
    .flatMap((shard) => [...shard.entries()])
    .map(({ metadata }) => metadata)
    .filter(
      ({ transactionalId, producerId, state, startedAtMs }) =>
        (filter.producerIds.length === 0 || filter.producerIds.includes(producerId)) &&
        (filter.states.length === 0 || filter.states.includes(state)) &&
        (filter.durationMs < 0 || nowMs - startedAtMs > filter.durationMs) &&
        matchesId(transactionalId),
    )
    .map(({ transactionalId, producerId, state }) => ({ transactionalId, producerId, state }));
  const unknownStates = filter.states.filter((name) => stateOfName(name) === undefined);
  return { error: 'NONE', unknownStates, transactions };
}
