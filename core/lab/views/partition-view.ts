import type { FileKind, PartitionView } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { ProducerHistory } from '../history/producer-history.ts';

/** Files of the partition itself, which every segment shares. */
export const PARTITION_FILES: readonly { readonly name: string; readonly kind: FileKind }[] = [
  { name: 'leader-epoch-checkpoint', kind: 'leader-epoch-checkpoint' },
  { name: 'partition.metadata', kind: 'partition-metadata' },
];

/** A partition's offsets, segments and open transactions. */
export function partitionView(
  log: PartitionLog,
  history: ProducerHistory,
  sizeOf: (path: string) => number | undefined,
): PartitionView {
  const { topic, partition } = log.topicPartition;
  const shared = PARTITION_FILES.flatMap(({ name, kind }) => {
    const sizeBytes = sizeOf(`${log.directory}/${name}`);
    return sizeBytes === undefined ? [] : [{ name, kind, sizeBytes }];
  });
  return {
    topic,
    partition,
    isInternal: topic.startsWith('__'),
    leaderEpoch: log.leaderEpoch,
    sizeBytes: log.sizeBytes,
    logStartOffset: log.logStartOffset,
    lastStableOffset: log.lastStableOffset,
    highWatermark: log.highWatermark,
    logEndOffset: log.logEndOffset,
    segments: log.segments().map(({ baseOffset, nextOffset, sizeBytes, isActive, files }) => ({
      baseOffset,
      nextOffset,
      sizeBytes,
      isActive,
      files: [...files, ...shared],
    })),
    openTransactions: log
      .activeProducers()
      .filter((producer) => producer.currentTxnStartOffset >= 0)
      .map(({ producerId, producerEpoch, currentTxnStartOffset }) => ({
        producerId,
        epoch: producerEpoch,
        firstOffset: currentTxnStartOffset,
        process: history.processOf(producerId, producerEpoch),
      }))
      .sort((a, b) => a.firstOffset - b.firstOffset),
  };
}
