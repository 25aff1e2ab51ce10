/** The logs of the internal topics, as the coordinators see them: their CoordinatorLog over this node's partitions. */
import { assert } from '#core/base/assert.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type {
  CoordinatorAppend,
  CoordinatorAppendOptions,
  CoordinatorLog,
} from '#core/coordinator/runtime/partition-writer.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { ReplicaManager } from './replica-manager.ts';
import type { TopicCatalog } from './topic-catalog.ts';

export class LogPartitionWriter implements CoordinatorLog {
  readonly #topics: TopicCatalog;
  readonly #replicas: ReplicaManager;

  constructor(topics: TopicCatalog, replicas: ReplicaManager) {
    this.#topics = topics;
    this.#replicas = replicas;
  }

  append(place: TopicPartition, batch: Buffer, options: CoordinatorAppendOptions = {}): CoordinatorAppend {
    const result = this.#replicas.append(place, batch, { origin: 'coordinator', ...options });
    // Coordinators write uncompressed batches, which are appended within the call.
    assert(!(result instanceof Promise), 'a coordinator batch was appended later');
    return result;
  }

  *readAll(place: TopicPartition): Iterable<RecordBatch> {
    const log = this.#topics.log(place);
    if (log !== undefined) yield* log.batchesFrom(log.logStartOffset);
  }

  coordinatorEpoch(place: TopicPartition): number | undefined {
    return this.#topics.log(place)?.leaderEpoch;
  }
}
