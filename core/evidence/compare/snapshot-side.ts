/** One side of a comparison: the logs of a directory, or of a running broker up to a cut. */
import type { Cancel } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { listPartitions } from '#core/inspect/read/partition-files.ts';
import { segmentFileName } from '#core/log/file-names.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import { META_PROPERTIES_FILE, parseMetaProperties } from '#core/log/meta-properties.ts';
import { refuseUnreadable, refuseUnreadableDirectory } from '../source/refuse-unreadable.ts';
import type { SurveyedFiles } from '../survey/survey-partition.ts';

export interface SidePartition extends TopicPartition, SurveyedFiles {
  /** Its folder. */
  readonly directory: string;
  /** What the running broker knows; undefined for files. */
  readonly lastStableOffset?: number;
}

export interface SnapshotSide {
  readonly label: string;
  readonly clusterId: string;
  /** By topic and number. */
  readonly partitions: readonly SidePartition[];
  /** Lets the files go. */
  readonly release: Cancel;
}

/**
 * Lists in turns: there may be thousands of folders. Rejects with NotALogError when there are no logs at `directory`, or some that cannot
 * be read: those would seem to have been deleted.
 */
export async function directorySide(
  disk: Disk,
  {
    directory,
    label,
    breathe = () => undefined,
  }: {
    readonly directory: string;
    readonly label: string;
    readonly breathe?: () => Promise<void> | undefined;
  },
): Promise<SnapshotSide> {
  refuseUnreadableDirectory(disk, directory);
  const path = `${directory}/${META_PROPERTIES_FILE}`;
  const meta = disk.exists(path) ? parseMetaProperties(disk.readWhole(path).toString('utf8')) : '';
  const all = await listPartitions(disk, directory, breathe);
  const partitions = all.filter(({ topic }) => topic !== '__cluster_metadata');
  for (const files of partitions) {
    refuseUnreadable(disk, files);
    await breathe();
  }
  return {
    label,
    clusterId: typeof meta === 'string' ? '' : meta.clusterId,
    partitions,
    release: () => undefined,
  };
}

/** The running broker's logs, all cut in one turn. */
export async function runningSide(logs: LogManager, label: string): Promise<SnapshotSide> {
  const release = await logs.hold();
  const partitions = [...logs.partitions()].map((log): SidePartition => {
    const cut = log.cut();
    return {
      ...cut.topicPartition,
      directory: cut.directory,
      lastStableOffset: cut.lastStableOffset,
      checkpointedLogStart: cut.logStartOffset,
      segments: cut.segments.map(({ baseOffset, sizeBytes: size }) => ({
        baseOffset,
        size,
        path: `${cut.directory}/${segmentFileName(baseOffset, 'log')}`,
      })),
    };
  });
  return { label, clusterId: logs.clusterId, partitions, release };
}
