/**
 * The logs of a directory that nobody has open. Closed in order: every file as it is. Not closed in order, or killed: the logs up to
 * their last sound batch, and of the rest only what Kafka's recovery would trust; without the mark of a clean shutdown it rebuilds
 * everything else. Nothing is written to the directory, and nothing is locked.
 */
import type { Disk } from '#core/base/disk.ts';
import type { Packing } from '#core/base/packing.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { censusTaker } from '#core/inspect/census/census.ts';
import { baseName, findPartitions, type PartitionFiles } from '#core/inspect/read/partition-files.ts';
import type { EvidenceCheck, EvidencePartition } from '#core/lab-api/evidence-views.ts';
import { HIGH_WATERMARK_CHECKPOINT, readCheckpointLines } from '#core/log/checkpoint-file.ts';
import {
  LEADER_EPOCH_FILE,
  PARTITION_METADATA_FILE,
  parseSegmentFileName,
  SWAP_SUFFIX,
} from '#core/log/file-names.ts';
import { CLEAN_SHUTDOWN_FILE, LOCK_FILE } from '#core/log/log-directory.ts';
import { META_PROPERTIES_FILE, parseMetaProperties } from '#core/log/meta-properties.ts';
import { decodeSnapshot } from '#core/log/producer-snapshot.ts';
import { damageChecks, damageChecksOfCrashed } from '../survey/damage-checks.ts';
import { type PartitionSurvey, surveyPartition } from '../survey/survey-partition.ts';
import type { Work } from '../work.ts';
import { decidedInLogs, type LookedThrough, undecidedChecks } from './decided-transactions.ts';
import {
  changedMeanwhile,
  fileOnDisk,
  isInternalTopic,
  type LogSnapshot,
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

interface Surveyed {
  readonly files: PartitionFiles;
  readonly survey: PartitionSurvey;
  /** What was found damaged, and goes in. */
  readonly damages: readonly EvidenceCheck[];
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
  const surveyed: Surveyed[] = [];
  const leftOut: EvidenceCheck[] = [];
  const found = findPartitions(disk, directory);
  refuseUnreadableDirectory(disk, directory);
  const survey = surveyor(source, isClean);
  work.begin('read', bytesOf(found.filter(selects)));
  for (const files of found) {
    if (!selects(files) || isMetadata(files.topic)) continue;
    refuseUnreadable(disk, files);
    leftOut.push(...leftOutChecks(disk, files));
    if (files.segments.length === 0) continue;
    const one = await survey(files);
    if (!isInternalTopic(files.topic) || one.survey.logEndOffset > 0) surveyed.push(one);
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
    ...(isClean ? [] : surveyed.flatMap(tailChecks)),
    ...surveyed.flatMap(({ damages }) => damages),
    ...leftOut,
  ];
  const files = [
    ...identityFiles(source, isClean),
    ...(isClean ? cleanBeside(source, surveyed) : [logStartFile(surveyed.map(checkpointed), source.nowMs)]),
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

/** Reads a partition twice: once as its readers will, and once for what is damaged in it and beside it. */
function surveyor(
  { disk, work }: DirectorySource,
  isClean: boolean,
): (files: PartitionFiles) => Promise<Surveyed> {
  const takeCensus = censusTaker(disk);
  const pulse = (bytes: number): Promise<void> | undefined => {
    work.advance(bytes);
    return work.breathe();
  };
  return async (files) => {
    const survey = await surveyPartition(disk, files, { checksCrc: !isClean, breathe: work.breathe });
    const census = await takeCensus(files, { pulse });
    const damages = isClean ? damageChecks(census) : damageChecksOfCrashed(files, census, survey.soundBytes);
    return { files, survey, damages };
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
function soundPart({ files, survey }: Surveyed): LookedThrough {
  const segments = files.segments
    .slice(0, survey.soundBytes.length)
    .map((segment, i) => ({ ...segment, size: survey.soundBytes[i] ?? 0 }));
  return { ...files, segments, openProducers: survey.openProducers };
}

function partitionOf({ files, survey }: Surveyed): EvidencePartition {
  return {
    topic: files.topic,
    partition: files.partition,
    isInternal: isInternalTopic(files.topic),
    logStartOffset: survey.logStartOffset,
    lastStableOffset: survey.lastStableOffset,
    highWatermark: survey.logEndOffset,
    logEndOffset: survey.logEndOffset,
    sizeBytes: survey.soundBytes.reduce((sum, bytes) => sum + bytes, 0),
  };
}

function checkpointed({ files, survey }: Surveyed): CheckpointedPartition {
  return {
    partition: files,
    firstSegmentOffset: files.segments[0]?.baseOffset ?? 0,
    logStartOffset: survey.logStartOffset,
    highWatermark: survey.logEndOffset,
    logEndOffset: survey.logEndOffset,
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

function cleanBeside(source: DirectorySource, surveyed: readonly Surveyed[]): readonly SnapshotFile[] {
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

/** Everything that Kafka reads, as it is; what waits for its removal stays out. */
function cleanFiles(disk: Disk, { files }: Surveyed): readonly SnapshotFile[] {
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

function crashedFiles(disk: Disk, { files, survey }: Surveyed): readonly SnapshotFile[] {
  const folder = partitionName(files);
  const logs = survey.soundBytes.flatMap((sizeBytes, i) => {
    const segment = files.segments[i];
    if (segment === undefined) return [];
    const path = `${folder}/${baseName(segment.path)}`;
    return [fileOnDisk(disk, segment.path, { path, sizeBytes })];
  });
  const bases = new Set(files.segments.slice(0, logs.length).map(({ baseOffset }) => baseOffset));
  const beside = disk.list(files.directory).flatMap(({ name }) => {
    const path = `${files.directory}/${name}`;
    if (name === LEADER_EPOCH_FILE)
      return isCheckpoint(disk, path) ? wholeFile(disk, path, `${folder}/${name}`) : [];
    const parsed = parseSegmentFileName(name);
    if (parsed?.kind !== 'snapshot' || parsed.temporary !== '' || !bases.has(parsed.baseOffset)) return [];
    return decodeSnapshot(disk.readWhole(path)) === undefined
      ? []
      : wholeFile(disk, path, `${folder}/${name}`);
  });
  return [...logs, ...beside];
}

function tailChecks({ files, survey }: Surveyed): readonly EvidenceCheck[] {
  if (survey.damage === null) return [];
  const { path, position, reason } = survey.damage;
  const cut: EvidenceCheck = {
    check: 'cutTail',
    outcome: 'note',
    params: {
      file: `${partitionName(files)}/${baseName(path)}`,
      bytes: (files.segments[survey.soundBytes.length - 1]?.size ?? position) - position,
      reason,
    },
  };
  const rest = files.segments.length - survey.soundBytes.length;
  if (rest === 0) return [cut];
  const params = { partition: partitionName(files), segments: rest };
  return [cut, { check: 'segmentsLeftOut', outcome: 'bad', params }];
}

function isCheckpoint(disk: Disk, path: string): boolean {
  try {
    readCheckpointLines(disk, path);
    return true;
  } catch {
    return false;
  }
}
