/** The files of a log directory that stand beside the partitions, cut down to what goes into a pack. */
import type { Disk } from '#core/base/disk.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { comparePartitions, partitionName } from '#core/base/topic-partition.ts';
import {
  CLEANER_CHECKPOINT,
  HIGH_WATERMARK_CHECKPOINT,
  LOG_START_CHECKPOINT,
  offsetCheckpointText,
  RECOVERY_POINT_CHECKPOINT,
  readOffsetCheckpoint,
} from '#core/log/checkpoint-file.ts';
import { madeFile, type SelectPartition, type SnapshotFile } from './log-snapshot.ts';

/** This lab's own file about topics and producer ids; Kafka ignores it. */
const CLUSTER_FILE = 'fencepost.json';

/** What the checkpoints say of one partition. */
export interface CheckpointedPartition {
  readonly partition: TopicPartition;
  readonly firstSegmentOffset: number;
  readonly logStartOffset: number;
  readonly highWatermark: number;
  readonly logEndOffset: number;
}

/** The three checkpoints of a directory that was closed in order. */
export function checkpointFiles(
  partitions: readonly CheckpointedPartition[],
  nowMs: number,
): readonly SnapshotFile[] {
  const sorted = [...partitions].sort((a, b) => comparePartitions(a.partition, b.partition));
  const file = (name: string, offsetOf: (one: CheckpointedPartition) => number | undefined): SnapshotFile =>
    madeFile(
      name,
      offsetCheckpointText(
        sorted.flatMap((one) => {
          const offset = offsetOf(one);
          return offset === undefined ? [] : [{ partition: one.partition, offset }];
        }),
      ),
      nowMs,
    );
  return [
    file(RECOVERY_POINT_CHECKPOINT, (one) => one.logEndOffset),
    file(HIGH_WATERMARK_CHECKPOINT, (one) => one.highWatermark),
    logStartFile(sorted, nowMs),
  ];
}

/** Only partitions whose log start lies above their first segment are in it. */
export function logStartFile(partitions: readonly CheckpointedPartition[], nowMs: number): SnapshotFile {
  const offsets = partitions
    .filter(({ logStartOffset, firstSegmentOffset }) => logStartOffset > firstSegmentOffset)
    .map(({ partition, logStartOffset: offset }) => ({ partition, offset }));
  return madeFile(LOG_START_CHECKPOINT, offsetCheckpointText(offsets), nowMs);
}

/** How far each selected partition had been cleaned; nothing when the file cannot be used: the cleaner then begins anew. */
export function cleanerFile(
  disk: Disk,
  directory: string,
  options: { readonly partitions: readonly TopicPartition[]; readonly nowMs: number },
): readonly SnapshotFile[] {
  const path = `${directory}/${CLEANER_CHECKPOINT}`;
  if (!disk.exists(path)) return [];
  let offsets: ReadonlyMap<string, number>;
  try {
    offsets = readOffsetCheckpoint(disk, path);
  } catch {
    return [];
  }
  const lines = options.partitions.flatMap((partition) => {
    const offset = offsets.get(partitionName(partition));
    return offset === undefined ? [] : [{ partition, offset }];
  });
  return [madeFile(CLEANER_CHECKPOINT, offsetCheckpointText(lines), options.nowMs)];
}

/** `fencepost.json` without the topics that stay out, so that this lab's broker goes on with settings and producer ids. */
export function clusterFile(
  disk: Disk,
  directory: string,
  options: { readonly selects: SelectPartition; readonly nowMs: number },
): readonly SnapshotFile[] {
  const path = `${directory}/${CLUSTER_FILE}`;
  if (!disk.exists(path)) return [];
  try {
    const state = JSON.parse(disk.readWhole(path).toString('utf8')) as {
      readonly topics?: readonly { readonly name: string; readonly leaderEpochs: readonly number[] }[];
    };
    const topics = (state.topics ?? []).filter(({ name, leaderEpochs }) =>
      leaderEpochs.some((_, partition) => options.selects({ topic: name, partition })),
    );
    return [madeFile(CLUSTER_FILE, `${JSON.stringify({ ...state, topics }, null, 1)}\n`, options.nowMs)];
  } catch {
    return [];
  }
}
