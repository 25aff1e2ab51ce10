/**
 * The logs of a running broker at one point: within one turn the ends of all of them are written down, and what only memory knows;
 * the files are read afterwards, up to there, while producers go on. So a transaction is in the pack on all of its partitions or
 * on none beyond that point, and the directory is what a clean shutdown at that moment would have left.
 */
import { type Clock, sleep } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import { comparePartitions, parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import type { DecidedTransaction, EvidencePartition } from '#core/lab-api/evidence-views.ts';
import { checkpointText } from '#core/log/checkpoint-file.ts';
import {
  LEADER_EPOCH_FILE,
  PARTITION_METADATA_FILE,
  parseSegmentFileName,
  segmentFileName,
} from '#core/log/file-names.ts';
import type { LogCut, SegmentCut } from '#core/log/log-cut.ts';
import { CLEAN_SHUTDOWN_FILE, CLEAN_SHUTDOWN_TEXT } from '#core/log/log-directory.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import { META_PROPERTIES_FILE, metaPropertiesText } from '#core/log/meta-properties.ts';
import { topicIdText } from '#core/log/partition-metadata.ts';
import { undecidedChecks } from './decided-transactions.ts';
import {
  fileOnDisk,
  isInternalTopic,
  type LogSnapshot,
  madeFile,
  type SelectPartition,
  type SnapshotFile,
} from './log-snapshot.ts';
import { checkpointFiles, cleanerFile, clusterFile } from './side-files.ts';

export interface LiveSource {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly logs: LogManager;
  readonly selects: SelectPartition;
  /** Transactions that the coordinator has decided and not completed at this moment. */
  readonly decided: () => readonly DecidedTransaction[];
}

/**
 * For a moment in which no transaction is between its decision and its markers, so long is waited, in ms. Markers take a turn or two:
 * even while producers end transactions all the time, such moments are frequent.
 */
const SETTLED_WAIT_MS_MAX = 500;
const SETTLED_POLL_MS = 1;

/**
 * Takes the cut, if possible in a moment in which no transaction is between its decision and its markers. The files are held until
 * the snapshot is released.
 */
export async function cutRunningLogs(source: LiveSource): Promise<LogSnapshot> {
  const { logs, clock, disk, selects } = source;
  const release = await logs.hold();
  try {
    const deadlineMs = clock.monotonicMs() + SETTLED_WAIT_MS_MAX;
    while (source.decided().length > 0 && clock.monotonicMs() < deadlineMs) {
      await sleep(clock, SETTLED_POLL_MS);
    }
    // One turn from the last look to the last cut …
    const nowMs = clock.nowMs();
    const decided = source.decided().map((one) => withinPack(one, selects));
    const cuts = [...logs.partitions()]
      .filter(({ topicPartition }) => selects(topicPartition))
      .map((log) => log.cut())
      .filter((cut) => !isInternalTopic(cut.topicPartition.topic) || cut.logEndOffset > 0);
    const beside = [
      ...clusterFile(disk, logs.directory, { selects, nowMs }),
      ...cleanerFile(disk, logs.directory, {
        partitions: cuts.map(({ topicPartition }) => topicPartition),
        nowMs,
      }),
    ];
    // … to here. What memory holds of indexes goes to their files, behind what the cut counts at the latest.
    for (const { topicPartition } of cuts) logs.get(topicPartition)?.storeQuietly();
    cuts.sort((a, b) => comparePartitions(a.topicPartition, b.topicPartition));
    const partitions = cuts.map(partitionOf);
    return {
      point: 'turn',
      clusterId: logs.clusterId,
      partitions,
      files: [
        ...identityFiles(logs, nowMs),
        ...beside,
        ...checkpointFiles(
          cuts.map((cut) => ({
            ...cut,
            partition: cut.topicPartition,
            firstSegmentOffset: cut.segments[0]?.baseOffset ?? cut.logStartOffset,
          })),
          nowMs,
        ),
        ...cuts.flatMap((cut) => partitionFiles(disk, cut, nowMs)),
      ],
      checks: [
        {
          check: 'oneTurn',
          outcome: 'good',
          params: {
            partitions: partitions.length,
            sizeBytes: partitions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
          },
        },
        ...undecidedChecks(
          cuts.flatMap(({ openProducers }) => openProducers),
          decided,
        ),
      ],
      decided,
      confirm: () => undefined,
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

function withinPack(one: DecidedTransaction, selects: SelectPartition): DecidedTransaction {
  const isIn = (name: string): boolean => {
    const partition = parsePartitionName(name);
    return partition !== undefined && selects(partition);
  };
  return { ...one, partitions: one.partitions.filter(isIn) };
}

function partitionOf(cut: LogCut): EvidencePartition {
  return {
    ...cut.topicPartition,
    isInternal: isInternalTopic(cut.topicPartition.topic),
    logStartOffset: cut.logStartOffset,
    lastStableOffset: cut.lastStableOffset,
    highWatermark: cut.highWatermark,
    logEndOffset: cut.logEndOffset,
    sizeBytes: cut.segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

function identityFiles(logs: LogManager, nowMs: number): readonly SnapshotFile[] {
  const { clusterId, nodeId, directoryId } = logs;
  return [
    madeFile(META_PROPERTIES_FILE, metaPropertiesText({ clusterId, nodeId, directoryId }), nowMs),
    madeFile(CLEAN_SHUTDOWN_FILE, CLEAN_SHUTDOWN_TEXT, nowMs),
  ];
}

function partitionFiles(disk: Disk, cut: LogCut, nowMs: number): readonly SnapshotFile[] {
  const folder = partitionName(cut.topicPartition);
  const epochs = cut.epochs.map(({ epoch, startOffset }) => `${epoch} ${startOffset}`);
  return [
    ...cut.segments.flatMap((segment) => segmentFiles(disk, cut, segment)),
    ...earlierSnapshots(disk, cut),
    // Kafka writes none for a log that nothing was ever written to.
    ...(cut.logEndOffset === 0
      ? []
      : [
          madeFile(`${folder}/${segmentFileName(cut.logEndOffset, 'snapshot')}`, cut.producerSnapshot, nowMs),
        ]),
    madeFile(`${folder}/${LEADER_EPOCH_FILE}`, checkpointText(epochs), nowMs),
    madeFile(`${folder}/${PARTITION_METADATA_FILE}`, topicIdText(cut.topicId), nowMs),
  ];
}

function segmentFiles(disk: Disk, cut: LogCut, segment: SegmentCut): readonly SnapshotFile[] {
  const folder = partitionName(cut.topicPartition);
  const file = (
    kind: 'log' | 'index' | 'timeindex' | 'txnindex',
    sizeBytes: number | undefined,
    end?: Buffer,
  ): readonly SnapshotFile[] => {
    const name = segmentFileName(segment.baseOffset, kind);
    const from = `${cut.directory}/${name}`;
    const size = sizeBytes ?? disk.stat(from)?.size;
    return size === undefined
      ? []
      : [fileOnDisk(disk, from, { path: `${folder}/${name}`, sizeBytes: size, end })];
  };
  const { active } = segment;
  const log = file('log', segment.sizeBytes);
  if (active === undefined) {
    const sealed = (['index', 'timeindex', 'txnindex'] as const).flatMap((kind) => file(kind, undefined));
    return [...log, ...sealed];
  }
  return [
    ...log,
    ...file('index', active.indexBytes),
    ...file('timeindex', active.timeIndexBytes, active.timeIndexEnd),
    ...(active.transactionIndexBytes === 0 ? [] : file('txnindex', active.transactionIndexBytes)),
  ];
}

/** Snapshots that recoveries begin at: those of the segments. They never change. */
function earlierSnapshots(disk: Disk, cut: LogCut): readonly SnapshotFile[] {
  const bases = new Set(cut.segments.map(({ baseOffset }) => baseOffset));
  return disk.list(cut.directory).flatMap(({ name }) => {
    const parsed = parseSegmentFileName(name);
    if (parsed?.kind !== 'snapshot' || parsed.temporary !== '') return [];
    if (parsed.baseOffset >= cut.logEndOffset || !bases.has(parsed.baseOffset)) return [];
    const from = `${cut.directory}/${name}`;
    const sizeBytes = disk.stat(from)?.size ?? 0;
    return [fileOnDisk(disk, from, { path: `${partitionName(cut.topicPartition)}/${name}`, sizeBytes })];
  });
}
