import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';

/** The end of one transaction, for the partitions that took part (source: WriteTxnMarkersRequest.TxnMarkerEntry). */
export interface TransactionMarkers {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly commit: boolean;
  readonly coordinatorEpoch: number;
  /** 2 or more: the leader accepts only an epoch greater than the producer's. */
  readonly transactionVersion: number;
  readonly partitions: readonly TopicPartition[];
}

/**
 * The logs that markers are written to. In Kafka these are the leaders' brokers, reached by WriteTxnMarkers; on one node they are
 * local. The broker implements it.
 */
export interface MarkerLog {
  /** Writes one control batch a partition; answers the errors in the order of the markers and their partitions. */
  writeMarkers(markers: readonly TransactionMarkers[]): readonly (readonly ErrorName[])[];
  /** False when the partition was deleted: it needs no marker any more. */
  exists(partition: TopicPartition): boolean;
}
