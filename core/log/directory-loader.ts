/** Loading every partition of a data directory. (source: LogManager.loadLogs) */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import { uuidFromBytes } from '#core/protocol/uuid.ts';
import { isDeletedDirectoryName } from './file-names.ts';
import { LoadPace } from './load-pace.ts';
import type { LogConfig } from './log-config.ts';
import type { Checkpoints } from './log-directory.ts';
import { unreadable } from './log-directory.ts';
import type { LogEnvironment } from './log-state.ts';
import { PartitionLog } from './partition-log.ts';
import { readTopicId, writeTopicId } from './partition-metadata.ts';
import { loadLog } from './recovery.ts';

const CLUSTER_METADATA_TOPIC = '__cluster_metadata';

export interface DirectoryLoad {
  readonly environment: LogEnvironment;
  readonly directory: string;
  readonly checkpoints: Checkpoints;
  readonly hadCleanShutdown: boolean;
  readonly topicConfig: (topic: string) => LogConfig;
  readonly topicIdOf: (topic: string) => string | undefined;
  /** Takes each log as it is loaded. */
  readonly add: (log: PartitionLog) => void;
}

/**
 * Folders of deleted partitions are removed; the cluster metadata log of KRaft and whatever else is there is left alone.
 * @throws {LogDirectoryError} when a partition cannot be read.
 */
export async function loadLogs(load: DirectoryLoad): Promise<void> {
  const { environment, directory } = load;
  const { disk } = environment;
  const pace = new LoadPace(environment.clock, environment.bus);
  let where = directory;
  try {
    const folders = disk.list(directory).filter(({ isDirectory }) => isDirectory);
    for (const [i, { name }] of folders.entries()) {
      where = `${directory}/${name}`;
      if (isDeletedDirectoryName(name)) disk.removeDirectory(where);
      const partition = parsePartitionName(name);
      if (partition === undefined || partition.topic === CLUSTER_METADATA_TOPIC) continue;
      pace.begin(partition, i + 1, folders.length);
      load.add(await loadOne(load, { topicPartition: partition, directory: where, pace }));
      await pace.pulse();
    }
  } catch (error) {
    throw unreadable(where, error);
  }
}

async function loadOne(
  load: DirectoryLoad,
  {
    topicPartition,
    directory,
    pace,
  }: { readonly topicPartition: TopicPartition; readonly directory: string; readonly pace: LoadPace },
): Promise<PartitionLog> {
  const { environment, checkpoints } = load;
  const name = partitionName(topicPartition);
  const state = await loadLog({
    environment,
    topicPartition,
    directory,
    topicId: topicIdFor(load, topicPartition.topic, directory),
    config: load.topicConfig(topicPartition.topic),
    hadCleanShutdown: load.hadCleanShutdown,
    logStartOffset: checkpoints.logStarts.get(name) ?? 0,
    recoveryPoint: checkpoints.recoveryPoints.get(name) ?? 0,
    highWatermark: checkpoints.highWatermarks.get(name) ?? 0,
    pace,
  });
  return new PartitionLog(state);
}

/** The id on disk; a directory without one gets its topic's, or a fresh one. */
function topicIdFor({ environment, topicIdOf }: DirectoryLoad, topic: string, directory: string): string {
  const stored = readTopicId(environment.disk, directory);
  if (stored !== undefined) return stored;
  const id = topicIdOf(topic) ?? uuidFromBytes(environment.random.nextBytes(16));
  writeTopicId(environment.disk, directory, id);
  return id;
}
