/**
 * The logs that came out of a pack, held against what the pack says of them. Checksums say that nothing was damaged on its way; they
 * are in the pack themselves, and so do not say that its facts are true.
 */
import type { Disk } from '#core/base/disk.ts';
import { parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import { findStableOffset } from '#core/inspect/browse/survey.ts';
import { censusTaker } from '#core/inspect/census/census.ts';
import { readOffsetCheckpoint } from '#core/inspect/read/offset-checkpoint.ts';
import { findPartitions, type PartitionFiles } from '#core/inspect/read/partition-files.ts';
import type { EvidenceCheck, EvidencePartition, VerdictCounts } from '#core/lab-api/evidence-views.ts';
import { HIGH_WATERMARK_CHECKPOINT, RECOVERY_POINT_CHECKPOINT } from '#core/log/checkpoint-file.ts';
import { PackRefused } from '../pack-refused.ts';
import { damageChecks, damageChecksOfCrashed } from '../survey/damage-checks.ts';
import { surveyPartition } from '../survey/survey-partition.ts';
import { trustedSegments } from '../survey/trusted-segments.ts';
import type { Work } from '../work.ts';
import { PACK_FILES, type PackFacts } from './pack-facts.ts';

/** What the logs of a pack hold. */
export interface LogsOfPack {
  /** Records by verdict, by partition name. */
  readonly verdicts: ReadonlyMap<string, VerdictCounts>;
  /** Damage that was found in them and that the pack does not tell of. */
  readonly damages: readonly EvidenceCheck[];
}

type Offsets = Pick<EvidencePartition, 'logStartOffset' | 'lastStableOffset' | 'logEndOffset' | 'sizeBytes'>;

/**
 * Reads the logs below `folder`, to which the pack was extracted. Rejects with PackRefused where they are not what `facts` says,
 * WorkCancelled, or the platform's error.
 */
export async function readLogsOfPack(
  disk: Disk,
  folder: string,
  { facts, work }: { readonly facts: PackFacts; readonly work: Work },
): Promise<LogsOfPack> {
  const directory = `${folder}/${PACK_FILES.logs}`;
  const partitions = partitionsAt(disk, directory);
  const said = new Map(facts.partitions.map((one) => [partitionName(one), one]));
  refuseOthers(said, partitions);
  const sizeBytes = partitions.flatMap(({ segments }) => segments).reduce((sum, { size }) => sum + size, 0);
  // Once as a reader, and once as a census.
  work.begin('read', 2 * sizeBytes);
  const read = reader(disk, { directory, point: facts.point, work });
  const verdicts = new Map<string, VerdictCounts>();
  const damages: EvidenceCheck[] = [];
  for (const [name, one] of said) {
    const files = partitions.find((found) => partitionName(found) === name);
    if (files === undefined) continue;
    const found = await read(files);
    refuseOtherOffsets(one, found);
    verdicts.set(name, found.verdicts);
    damages.push(...found.damages);
  }
  return { verdicts, damages: damages.filter((damage) => !isTold(facts.checks, damage)) };
}

function partitionsAt(disk: Disk, directory: string): readonly PartitionFiles[] {
  const isThere = disk.list(directory).some(({ name }) => parsePartitionName(name) !== undefined);
  return isThere ? findPartitions(disk, directory) : [];
}

/** @throws {PackRefused} unless there are the partitions that the pack tells of, and no others. */
function refuseOthers(
  said: ReadonlyMap<string, EvidencePartition>,
  partitions: readonly PartitionFiles[],
): void {
  const found = new Set(partitions.map(partitionName));
  for (const name of said.keys()) {
    if (!found.has(name))
      throw new PackRefused(`${PACK_FILES.facts} tells of ${name}, of which it has no log`);
  }
  for (const name of found) {
    if (!said.has(name))
      throw new PackRefused(`it has a log of ${name}, of which ${PACK_FILES.facts} does not tell`);
  }
}

interface Found {
  /** Damaged logs have several ends: where reading stops, where Kafka goes on to, and what it believes its snapshot. */
  readonly offsets: readonly [Offsets, ...Offsets[]];
  readonly highWatermark: number | undefined;
  readonly verdicts: VerdictCounts;
  readonly damages: readonly EvidenceCheck[];
}

/** Reads a partition as it was read when the pack was written: see readDirectory. */
function reader(
  disk: Disk,
  {
    directory,
    point,
    work,
  }: { readonly directory: string; readonly point: PackFacts['point']; readonly work: Work },
): (files: PartitionFiles) => Promise<Found> {
  const takeCensus = censusTaker(disk);
  const highWatermarks = readOffsetCheckpoint(disk, `${directory}/${HIGH_WATERMARK_CHECKPOINT}`);
  const recoveryPoints = readOffsetCheckpoint(disk, `${directory}/${RECOVERY_POINT_CHECKPOINT}`);
  const isCrashed = point === 'crashed';
  const pulse = (bytes: number): Promise<void> | undefined => {
    work.advance(bytes);
    return work.breathe();
  };
  return async (files) => {
    const survey = await surveyPartition(disk, files, {
      checksCrc: isCrashed,
      breathe: work.breathe,
      onBatch: ({ batch }) => work.advance(batch.size),
    });
    const census = await takeCensus(files, { pulse });
    const lastStableOffset = await findStableOffset(disk, files, { pulse: () => pulse(0) });
    const { segments } = files;
    const trusted = trustedSegments(segments, recoveryPoints.get(partitionName(files)) ?? 0);
    const soundBytes = survey.soundBytes.reduce((sum, bytes) => sum + bytes, 0);
    return {
      offsets: [{ ...survey, sizeBytes: soundBytes }, census, { ...census, lastStableOffset }],
      highWatermark: highWatermarks.get(partitionName(files)),
      verdicts: survey.verdicts,
      damages: isCrashed
        ? damageChecksOfCrashed(files, census, { keptBytes: segments.map(({ size }) => size), trusted })
        : damageChecks(census),
    };
  };
}

/** @throws {PackRefused} unless the logs begin, end, are decided and are as long as the pack says. */
function refuseOtherOffsets(said: EvidencePartition, { offsets, highWatermark }: Found): void {
  const name = partitionName(said);
  const [found] = offsets;
  const holds = (key: keyof Offsets): boolean => offsets.some((one) => one[key] === said[key]);
  if (!holds('logStartOffset')) {
    throw new PackRefused(
      `${PACK_FILES.facts} says that ${name} starts at ${said.logStartOffset}, its log starts at ${found.logStartOffset}`,
    );
  }
  if (!holds('logEndOffset')) {
    throw new PackRefused(
      `${PACK_FILES.facts} says that ${name} ends at ${said.logEndOffset}, its log ends at ${found.logEndOffset}`,
    );
  }
  if (!holds('lastStableOffset')) {
    throw new PackRefused(
      `${PACK_FILES.facts} says that the last stable offset of ${name} is ${said.lastStableOffset}, by its log it is ${found.lastStableOffset}`,
    );
  }
  if (said.highWatermark !== (highWatermark ?? said.logEndOffset)) {
    throw new PackRefused(
      `${PACK_FILES.facts} says that the high watermark of ${name} is ${said.highWatermark}, by its files it is ${highWatermark ?? said.logEndOffset}`,
    );
  }
  if (!holds('sizeBytes')) {
    throw new PackRefused(
      `${PACK_FILES.facts} says that ${name} has ${said.sizeBytes} bytes, its log has ${found.sizeBytes}`,
    );
  }
}

/** Packs of before name the file alone. */
function isTold(checks: readonly EvidenceCheck[], { check, params }: EvidenceCheck): boolean {
  return checks.some((told) => {
    if (told.check === 'damagedFile') return told.params['file'] === params['file'];
    if (told.check !== check) return false;
    if (check === 'damageNotListed') return told.params['partition'] === params['partition'];
    return told.params['file'] === params['file'] && told.params['position'] === params['position'];
  });
}
