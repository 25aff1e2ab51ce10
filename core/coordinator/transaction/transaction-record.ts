/**
 * A record of __transaction_state: an id and its metadata, or a tombstone.
 *
 * Value v0 is written while the cluster's transaction.version is 0, v1 from 1 on. Tag 0 (previous producer id) is in every
 * v1 record, as Kafka 4.3 writes it. (source: TransactionLog)
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import { decodeStored, encodeStored } from '#core/protocol/schema/codec.ts';
import { TransactionLogKey, TransactionLogValue } from '#core/protocol/stored/transaction-log.ts';
import type { EncodedRecord } from '../runtime/shard.ts';
import type { TransactionMetadata } from './transaction-metadata.ts';
import { unionOfPartitions } from './transaction-metadata.ts';
import { stateOfId, TRANSACTION_STATES } from './transaction-state.ts';

/** One record. Null metadata forgets the id. */
export interface TransactionRecord {
  readonly transactionalId: string;
  readonly metadata: TransactionMetadata | null;
  /** Version of the value. */
  readonly version: number;
}

/** The version in which the value is written under the cluster's transaction version. */
export function valueVersionOf(transactionVersion: number): number {
  return transactionVersion === 0 ? 0 : 1;
}

/** Value v0 has no place for the client's transaction version. */
export function canBeStored(metadata: TransactionMetadata, version: number): boolean {
  return version > 0 || metadata.clientTransactionVersion === 0;
}

export function encodeTransactionRecord(record: TransactionRecord): EncodedRecord {
  const { transactionalId, metadata, version } = record;
  const key = encodeStored(TransactionLogKey, 0, { transactionalId });
  if (metadata === null) return { key, value: null };
  const value = encodeStored(TransactionLogValue, version, {
    producerId: metadata.producerId,
    producerEpoch: metadata.producerEpoch,
    transactionTimeoutMs: metadata.timeoutMs,
    transactionStatus: TRANSACTION_STATES[metadata.state].id,
    transactionPartitions: metadata.state === 'Empty' ? null : groupedByTopic(metadata.partitions),
    transactionLastUpdateTimestampMs: metadata.lastUpdateMs,
    transactionStartTimestampMs: metadata.startedAtMs,
    clientTransactionVersion: metadata.clientTransactionVersion,
    ...(version === 0
      ? {}
      : {
          previousProducerId: metadata.previousProducerId,
          nextProducerId: metadata.nextProducerId,
        }),
  });
  return { key, value };
}

/**
 * Reads a record back.
 * @returns undefined when a version is not known: left over from an upgrade that was given up, and skipped.
 * @throws {RangeError} when the bytes do not parse.
 */
export function decodeTransactionRecord(key: Buffer, value: Buffer | null): TransactionRecord | undefined {
  if (!isKnown(key, TransactionLogKey.versions[1])) return undefined;
  const { transactionalId } = decodeStored(TransactionLogKey, key).value;
  if (value === null) return { transactionalId, metadata: null, version: 0 };
  if (!isKnown(value, TransactionLogValue.versions[1])) return undefined;
  const { version, value: stored } = decodeStored(TransactionLogValue, value);
  const state = stateOfId(stored.transactionStatus);
  if (state === undefined || TRANSACTION_STATES[state].isTransient) {
    throw new RangeError(`${transactionalId} is stored with state ${stored.transactionStatus}`);
  }
  const metadata: TransactionMetadata = {
    transactionalId,
    producerId: stored.producerId,
    previousProducerId: stored.previousProducerId,
    nextProducerId: stored.nextProducerId,
    producerEpoch: stored.producerEpoch,
    lastProducerEpoch: NONE,
    timeoutMs: stored.transactionTimeoutMs,
    state,
    partitions: flattened(stored.transactionPartitions ?? []),
    startedAtMs: stored.transactionStartTimestampMs,
    lastUpdateMs: stored.transactionLastUpdateTimestampMs,
    clientTransactionVersion: stored.clientTransactionVersion,
  };
  return { transactionalId, metadata, version };
}

function isKnown(bytes: Buffer, highest: number): boolean {
  if (bytes.length < 2) throw new RangeError(`a record of ${bytes.length} bytes has no version`);
  const version = bytes.readInt16BE(0);
  return version >= 0 && version <= highest;
}

interface StoredTopic {
  readonly topic: string;
  readonly partitionIds: readonly number[];
}

/** Partitions by topic, both in order. */
export function groupedByTopic(partitions: readonly TopicPartition[]): readonly StoredTopic[] {
  const byTopic = new Map<string, number[]>();
  for (const { topic, partition } of partitions) {
    const ids = byTopic.get(topic);
    if (ids === undefined) byTopic.set(topic, [partition]);
    else ids.push(partition);
  }
  return [...byTopic].map(([topic, partitionIds]) => ({ topic, partitionIds }));
}

function flattened(topics: readonly StoredTopic[]): readonly TopicPartition[] {
  const flat = topics.flatMap(({ topic, partitionIds }) =>
    partitionIds.map((partition) => ({ topic, partition })),
  );
  return unionOfPartitions(flat, []);
}
