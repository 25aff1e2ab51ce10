/**
 * The logs of a directory that nobody has open. Closed in order: every file as it is. Not closed in order, or killed: the logs up to
 * their last sound batch, and of the rest only what Kafka's recovery would trust; without the mark of a clean shutdown it rebuilds
 * everything else. Nothing is written to the directory, and nothing is locked.
 */
import type { Disk } from '#core/base/disk.ts';
import type { Packing } from '#core/base/packing.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { baseName, findPartitions, type PartitionFiles } from '#core/inspect/read/partition-files.ts';
import type { EvidenceCheck, EvidencePartition } from '#core/lab-api/evidence-views.ts';
import {
  HIGH_WATERMARK_CHECKPOINT,
  offsetCheckpointText,
  RECOVERY_POINT_CHECKPOINT,
  readCheckpointLines,
} from '#core/log/checkpoint-file.ts';
import {
  LEADER_EPOCH_FILE,
  PARTITION_METADATA_FILE,
  parseSegmentFileName,
  SWAP_SUFFIX,
} from '#core/log/file-names.ts';
import { CLEAN_SHUTDOWN_FILE, LOCK_FILE } from '#core/log/log-directory.ts';
import { META_PROPERTIES_FILE, parseMetaProperties } from '#core/log/meta-properties.ts';
import { decodeSnapshot } from '#core/log/producer-snapshot.ts';
import type { Work } from '../work.ts';
import { decidedInLogs, type LookedThrough, undecidedChecks } from './decided-transactions.ts';
import { type KeptPart, keeper } from './kept-part.ts';
import {
  changedMeanwhile,
  fileOnDisk,
  isInternalTopic,
  type LogSnapshot,
  madeFile,
  type SelectPartition,
  SnapshotChangedError,
  type SnapshotFile,
  wholeFile,
} from './log-snapshot.ts';
import { leftOutChecks, refuseUnreadable, refuseUnreadableDirectory } from './refuse-unreadable.ts';
import {
  type CheckpointedPartition,
  checkpointFiles,
  cleanerFile,
  clusterFile,
  logStartFile,
} from './side-files.ts';
import { topicIdChecks, topicIdFiles } from './topic-ids.ts';

export interface DirectorySource {
  readonly disk: Disk;
  readonly packing: Packing;
  readonly directory: string;
  readonly selects: SelectPartition;
  readonly nowMs: number;
  readonly work: Work;
}

/**
 * Rejects with SnapshotChangedError when a live process has the directory, NotALogError when there are no logs, or something chosen
 * cannot be read, and the platform's error.
 */
export async function readDirectory(source: DirectorySource): Promise<LogSnapshot> {
  const { disk, directory } = source;
  try {
    return await readNow(source);
  } catch (error) {
    // Listed, and gone when it was looked at: somebody who takes no lock rolls, deletes or cleans.
    throw disk.exists(directory) ? changedMeanwhile(error, directory) : error;
  }
}

async function readNow(source: DirectorySource): Promise<LogSnapshot> {
  const { disk, directory, selects, work } = source;
  refuseIfLive(disk, directory);
  const isClean = disk.exists(`${directory}/${CLEAN_SHUTDOWN_FILE}`);
  const surveyed: KeptPart[] = [];
  const leftOut: EvidenceCheck[] = [];
  const found = findPartitions(disk, directory);
  refuseUnreadableDirectory(disk, directory);
  const keep = keeper(source, isClean);
  work.begin('read', bytesOf(found.filter(selects)));
  for (const files of found) {
    if (!selects(files) || isMetadata(files.topic)) continue;
    refuseUnreadable(disk, files);
    leftOut.push(...leftOutChecks(disk, files));
    if (files.segments.length === 0) continue;
    const one = await keep(files);
    if (!isInternalTopic(files.topic) || one.logEndOffset > 0) surveyed.push(one);
  }
  const decided = await decidedInLogs(disk, surveyed.map(soundPart), work.breathe);
  const checks: EvidenceCheck[] = [
    {
      check: isClean ? 'closedInOrder' : 'notClosedInOrder',
      outcome: isClean ? 'good' : 'note',
      params: { partitions: surveyed.length },
    },
    ...topicIdChecks(
      disk,
      surveyed.map(({ files }) => files),
    ),
    ...undecidedChecks(
      surveyed.flatMap(({ survey }) => survey.openProducers),
      decided,
    ),
    ...surveyed.flatMap(({ cuts }) => cuts),
    ...surveyed.flatMap(({ damages }) => damages),
    ...(isClean ? [] : surveyed.flatMap((one) => leaderEpochChecks(disk, one))),
    ...leftOut,
  ];
  const files = [
    ...identityFiles(source, isClean),
    ...(isClean ? cleanBeside(source, surveyed) : crashedBeside(source, surveyed)),
    ...surveyed.flatMap((one) => [
      ...(isClean ? cleanFiles(disk, one) : crashedFiles(disk, one)),
      ...topicIdFiles(source, one.files),
    ]),
  ];
  return {
    point: isClean ? 'closed' : 'crashed',
    clusterId: clusterIdOf(disk, directory),
    partitions: surveyed.map(partitionOf),
    files,
    checks,
    decided,
    confirm: () => {
      refuseIfLive(disk, directory);
      const isSame = isClean === disk.exists(`${directory}/${CLEAN_SHUTDOWN_FILE}`);
      const grown = surveyed.some(({ files: { segments } }) =>
        segments.some(({ path, size }) => disk.stat(path)?.size !== size),
      );
      if (!isSame || grown) {
        throw new SnapshotChangedError(
          `${directory} changed while it was copied; export again once nothing writes to it`,
        );
      }
    },
    release: () => undefined,
  };
}

function bytesOf(partitions: readonly PartitionFiles[]): number {
  return partitions.flatMap(({ segments }) => segments).reduce((sum, { size }) => sum + size, 0);
}

function refuseIfLive(disk: Disk, directory: string): void {
  const holder = disk.lockHolder(`${directory}/${LOCK_FILE}`);
  if (holder === undefined) return;
  throw new SnapshotChangedError(
    `${directory} is in use by process ${holder}: stop it first, or copy the directory and export the copy; a lab that runs exports its own data under Evidence`,
  );
}

/** KRaft's own log is not a topic. */
function isMetadata(topic: string): boolean {
  return topic === '__cluster_metadata';
}

/** What of a partition can be read: behind a damaged place nothing counts. */
function soundPart({ files, survey }: KeptPart): LookedThrough {
  const segments = files.segments
    .slice(0, survey.soundBytes.length)
    .map((segment, i) => ({ ...segment, size: survey.soundBytes[i] ?? 0 }));
  return { ...files, segments, openProducers: survey.openProducers };
}

function partitionOf({ files, survey, ...kept }: KeptPart): EvidencePartition {
  return {
    topic: files.topic,
    partition: files.partition,
    isInternal: isInternalTopic(files.topic),
    logStartOffset: survey.logStartOffset,
    lastStableOffset: kept.lastStableOffset,
    highWatermark: kept.logEndOffset,
    logEndOffset: kept.logEndOffset,
    sizeBytes: kept.keptBytes.reduce((sum, bytes) => sum + bytes, 0),
  };
}

function checkpointed({ files, survey, logEndOffset }: KeptPart): CheckpointedPartition {
  return {
    partition: files,
    firstSegmentOffset: files.segments[0]?.baseOffset ?? 0,
    logStartOffset: survey.logStartOffset,
    highWatermark: logEndOffset,
    logEndOffset,
  };
}

function clusterIdOf(disk: Disk, directory: string): string {
  const path = `${directory}/${META_PROPERTIES_FILE}`;
  if (!disk.exists(path)) return '';
  const meta = parseMetaProperties(disk.readWhole(path).toString('utf8'));
  return typeof meta === 'string' ? '' : meta.clusterId;
}

function identityFiles({ disk, directory }: DirectorySource, isClean: boolean): readonly SnapshotFile[] {
  const names = isClean ? [META_PROPERTIES_FILE, CLEAN_SHUTDOWN_FILE] : [META_PROPERTIES_FILE];
  return names.flatMap((name) => wholeFile(disk, `${directory}/${name}`, name));
}

function cleanBeside(source: DirectorySource, surveyed: readonly KeptPart[]): readonly SnapshotFile[] {
  const { disk, directory, selects, nowMs } = source;
  const partitions = surveyed.map(({ files }) => files);
  return [
    ...checkpointFiles(surveyed.map(checkpointed), nowMs).filter(
      // Kafka takes the high watermark it left; a directory that has none gets none.
      ({ path }) => path !== HIGH_WATERMARK_CHECKPOINT || disk.exists(`${directory}/${path}`),
    ),
    ...cleanerFile(disk, directory, { partitions, nowMs }),
    ...clusterFile(disk, directory, { selects, nowMs }),
  ];
}

/** Where a start begins to check: see KeptPart. */
function crashedBeside({ nowMs }: DirectorySource, kept: readonly KeptPart[]): readonly SnapshotFile[] {
  const recoveryPoints = kept.flatMap(({ files, recoveryPoint }) =>
    recoveryPoint > 0 ? [{ partition: files, offset: recoveryPoint }] : [],
  );
  return [
    ...(recoveryPoints.length === 0
      ? []
      : [madeFile(RECOVERY_POINT_CHECKPOINT, offsetCheckpointText(recoveryPoints), nowMs)]),
    logStartFile(kept.map(checkpointed), nowMs),
  ];
}

/** Everything that Kafka reads, as it is; what waits for its removal stays out. */
function cleanFiles(disk: Disk, { files }: KeptPart): readonly SnapshotFile[] {
  const folder = partitionName(files);
  return disk.list(files.directory).flatMap(({ name, isDirectory }) => {
    if (isDirectory || name === PARTITION_METADATA_FILE) return [];
    const parsed = parseSegmentFileName(name);
    const isRead = parsed === undefined ? name === LEADER_EPOCH_FILE : isInUse(parsed.temporary);
    return isRead ? wholeFile(disk, `${files.directory}/${name}`, `${folder}/${name}`) : [];
  });
}

/** A finished swap is completed at the next start. */
function isInUse(temporary: string): boolean {
  return temporary === '' || temporary === SWAP_SUFFIX;
}

function crashedFiles(disk: Disk, { files, keptBytes, trusted }: KeptPart): readonly SnapshotFile[] {
  const folder = partitionName(files);
  const logs = keptBytes.flatMap((sizeBytes, i) => {
    const segment = files.segments[i];
    if (segment === undefined) return [];
    const path = `${folder}/${baseName(segment.path)}`;
    return [fileOnDisk(disk, segment.path, { path, sizeBytes })];
  });
  const bases = files.segments.slice(0, logs.length).map(({ baseOffset }) => baseOffset);
  const believed = new Set(bases.slice(0, trusted));
  const beside = disk.list(files.directory).flatMap(({ name }) => {
    const path = `${files.directory}/${name}`;
    const asItIs = () => wholeFile(disk, path, `${folder}/${name}`);
    if (name === LEADER_EPOCH_FILE) return hasLeaderEpochs(disk, path) ? asItIs() : [];
    const parsed = parseSegmentFileName(name);
    // A swap that was not finished is completed first.
    if (parsed?.temporary === SWAP_SUFFIX) return asItIs();
    if (parsed === undefined || parsed.temporary !== '' || parsed.kind === 'log') return [];
    if (parsed.kind !== 'snapshot') return believed.has(parsed.baseOffset) ? asItIs() : [];
    const isKept = bases.includes(parsed.baseOffset) && decodeSnapshot(disk.readWhole(path)) !== undefined;
    return isKept ? asItIs() : [];
  });
  return [...logs, ...beside];
}

/** One that is malformed ends a start, whatever was before it; without one, recovery makes another. */
function hasLeaderEpochs(disk: Disk, path: string): boolean {
  try {
    return readCheckpointLines(disk, path).every((line) => /^[0-9]{1,10} [0-9]{1,19}$/.test(line));
  } catch {
    return false;
  }
}

/** What of a directory that was not closed in order stays out beside its logs. */
function leaderEpochChecks(disk: Disk, { files }: KeptPart): readonly EvidenceCheck[] {
  const path = `${files.directory}/${LEADER_EPOCH_FILE}`;
  if (!disk.exists(path) || hasLeaderEpochs(disk, path)) return [];
  const file = `${partitionName(files)}/${LEADER_EPOCH_FILE}`;
  const reason = 'it is malformed: Kafka ends with an error and does not start; without it, it makes another';
  return [{ check: 'leftOut', outcome: 'bad', params: { file, reason } }];
}
