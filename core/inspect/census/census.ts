/** The census of whatever lies at a path: every partition, one after the other. */
import type { Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { CensusView, PartitionCensus } from '#core/lab-api/opened-views.ts';
import { readOffsetCheckpoint } from '../read/offset-checkpoint.ts';
import { findPartitions, type PartitionFiles, parentOf } from '../read/partition-files.ts';
import type { ScanControl, ScanPulse } from '../scan/scan-control.ts';
import { addCounts, NO_COUNTS } from './offset-ledger.ts';
import { CensusTaker } from './partition-census.ts';
import { holdsTransactionalIds, readTransactionalIds } from './transactional-ids.ts';

/** What is counted, and how thoroughly. */
export interface CensusOptions {
  readonly path: string;
  /** One partition; all of them when null. */
  readonly topic: string | null;
  readonly partition: number;
  readonly depth: 'contents' | 'records';
  /** Base offset of the segment to begin with, as if those before were not there; the first one when left out. */
  readonly fromSegment?: number | undefined;
  /** What a running broker knows of its own partitions, by name; overrules the checkpoints. */
  readonly known?: { readonly [partition: string]: KnownOffsets } | undefined;
}

export interface KnownOffsets {
  readonly logStartOffset: number;
  readonly highWatermark: number;
  /** Bytes of each segment that are whole, by base offset: what is behind them is being written. */
  readonly sizes: { readonly [baseOffset: string]: number };
}

function partitionsToCount(
  all: readonly PartitionFiles[],
  { topic, partition, known, fromSegment = 0 }: CensusOptions,
): readonly PartitionFiles[] {
  return all
    .filter((files) => topic === null || (files.topic === topic && files.partition === partition))
    .map((files) => withKnownSizes(files, known?.[partitionName(files)]))
    .map((files) => ({ ...files, segments: files.segments.filter((one) => one.baseOffset >= fromSegment) }));
}

function sizeOf(partitions: readonly PartitionFiles[]): number {
  return partitions.reduce(
    (sum, { segments }) => sum + segments.reduce((bytes, { size }) => bytes + size, 0),
    0,
  );
}

function withKnownSizes(files: PartitionFiles, known: KnownOffsets | undefined): PartitionFiles {
  if (known === undefined) return files;
  const segments = files.segments.flatMap((segment) => {
    const size = known.sizes[String(segment.baseOffset)];
    return size === undefined ? [] : [{ ...segment, size }];
  });
  return { ...files, segments };
}

/**
 * @throws {NotALogError} when there is nothing of Kafka's.
 * @throws {ScanCancelled}
 */
export async function takeCensus(
  { disk, clock }: { readonly disk: Disk; readonly clock: Clock },
  options: CensusOptions,
  control: ScanControl,
): Promise<CensusView> {
  const startedAtMs = clock.monotonicMs();
  const all = findPartitions(disk, options.path);
  const found = partitionsToCount(all, options);
  const stateLogs = all.filter(holdsTransactionalIds);
  control.totalBytes = sizeOf(found) + sizeOf(stateLogs);
  const transactionalIds = await readTransactionalIds(disk, stateLogs, control);
  const partitions: PartitionCensus[] = [];
  const checkpoints = new Checkpoints(disk);
  for (const files of found) {
    const [first] = files.segments;
    const context = contextOf(files, options, checkpoints);
    const taker = new CensusTaker(disk, files, {
      ...context,
      fromOffset: isSingleFile(disk, options.path) ? (first?.baseOffset ?? 0) : 0,
      transactionalIds,
      depth: options.depth,
      checksBesides: options.known === undefined && !isSingleFile(disk, options.path),
    });
    partitions.push(await taker.take(control));
  }
  return {
    atMs: clock.nowMs(),
    tookMs: clock.monotonicMs() - startedAtMs,
    bytesRead: control.doneBytes,
    partitions,
    counts: partitions.reduce((sum, { counts }) => addCounts(sum, counts), NO_COUNTS),
  };
}

/**
 * Takes the census of partitions of a log directory that nobody writes to, one at a time, the files beside the logs included; without
 * transactional ids. What `pulse` throws ends it.
 */
export function censusTaker(
  disk: Disk,
): (files: PartitionFiles, control: ScanPulse) => Promise<PartitionCensus> {
  const checkpoints = new Checkpoints(disk);
  return (files, control) =>
    new CensusTaker(disk, files, {
      ...contextOf(files, {}, checkpoints),
      fromOffset: 0,
      transactionalIds: new Map(),
      depth: 'records',
      checksBesides: true,
    }).take(control);
}

function isSingleFile(disk: Disk, path: string): boolean {
  return disk.stat(path)?.isDirectory === false;
}

/** Reads each checkpoint once: they name all partitions. */
class Checkpoints {
  readonly #disk: Disk;
  readonly #read = new Map<string, ReadonlyMap<string, number>>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  offset(files: PartitionFiles, file: string): number | undefined {
    const path = `${parentOf(files.directory)}/${file}`;
    const offsets = this.#read.get(path) ?? readOffsetCheckpoint(this.#disk, path);
    this.#read.set(path, offsets);
    return offsets.get(partitionName(files));
  }
}

function contextOf(files: PartitionFiles, { known }: Pick<CensusOptions, 'known'>, checkpoints: Checkpoints) {
  const base = files.segments[0]?.baseOffset ?? 0;
  const own = known?.[partitionName(files)];
  return {
    logStartOffset: own?.logStartOffset ?? Math.max(files.checkpointedLogStart, base),
    highWatermark: own?.highWatermark ?? checkpoints.offset(files, 'replication-offset-checkpoint'),
    recoveryPoint: checkpoints.offset(files, 'recovery-point-offset-checkpoint') ?? 0,
    cleanedTo: checkpoints.offset(files, 'cleaner-offset-checkpoint') ?? 0,
  };
}
