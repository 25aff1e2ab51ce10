/**
 * Writes transaction markers into the partitions a transaction touched: one control batch each. Markers in __consumer_offsets go
 * through the group coordinator, so that the offsets of the transaction are decided in the same step.
 * (source: KafkaApis.handleWriteTxnMarkersRequest)
 */
import { assert } from '#core/base/assert.ts';
import type { Clock } from '#core/base/clock.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { GroupCoordinator } from '#core/coordinator/group/group-coordinator.ts';
import type { MarkerLog, TransactionMarkers } from '#core/coordinator/transaction/marker-log.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { markerBatch } from '#core/protocol/records/control-record.ts';
import type { ReplicaManager } from './replica-manager.ts';
import type { TopicCatalog } from './topic-catalog.ts';
import { CONSUMER_OFFSETS } from './topic-names.ts';

export interface MarkerWriterOptions {
  readonly topics: TopicCatalog;
  readonly replicas: ReplicaManager;
  readonly groups: GroupCoordinator;
}

export class MarkerWriter implements MarkerLog {
  readonly #clock: Clock;
  readonly #options: MarkerWriterOptions;

  constructor(clock: Clock, options: MarkerWriterOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /** One error a partition, in the order of `markers` and of their partitions. */
  writeMarkers(markers: readonly TransactionMarkers[]): ErrorName[][] {
    return markers.map((marker) => marker.partitions.map((place) => this.#write(marker, place)));
  }

  exists(place: TopicPartition): boolean {
    return this.#options.topics.log(place) !== undefined;
  }

  #write(marker: TransactionMarkers, place: TopicPartition): ErrorName {
    const { replicas } = this.#options;
    if (!this.exists(place)) return 'UNKNOWN_TOPIC_OR_PARTITION';
    if (place.topic === CONSUMER_OFFSETS) return this.#writeToGroups(marker, place.partition);
    const { producerId, producerEpoch, coordinatorEpoch, transactionVersion } = marker;
    const batch = markerBatch({
      producerId,
      producerEpoch,
      type: marker.commit ? 'COMMIT' : 'ABORT',
      coordinatorEpoch,
      timestamp: this.#clock.nowMs(),
    });
    const result = replicas.append(place, batch, { origin: 'coordinator', transactionVersion });
    assert(!(result instanceof Promise), 'a marker was appended later');
    return result.error;
  }

  #writeToGroups(marker: TransactionMarkers, partition: number): ErrorName {
    const { producerId, producerEpoch, coordinatorEpoch, transactionVersion, commit } = marker;
    const error = this.#options.groups.completeTransaction({
      partition,
      producerId,
      producerEpoch,
      coordinatorEpoch,
      isCommit: commit,
      transactionVersion,
    });
    switch (error) {
      case 'COORDINATOR_NOT_AVAILABLE':
      case 'COORDINATOR_LOAD_IN_PROGRESS':
      case 'NOT_COORDINATOR':
        // The sender retries this one.
        return 'NOT_LEADER_OR_FOLLOWER';
      default:
        return error;
    }
  }
}
