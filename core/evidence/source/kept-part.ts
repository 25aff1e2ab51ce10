/**
 * What of a partition goes into a pack: all that a broker would keep of it when it starts. One that was stopped in order believes every
 * file. After a crash it checks the segments from the recovery point on and cuts them at the first batch that is damaged; what lies
 * before was brought to the device, and it looks at it no more than after an orderly stop. (source: LogLoader.recoverLog)
 */
import type { Disk } from '#core/base/disk.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { findStableOffset } from '#core/inspect/browse/survey.ts';
import { censusTaker } from '#core/inspect/census/census.ts';
import { readOffsetCheckpoint } from '#core/inspect/read/offset-checkpoint.ts';
import { baseName, type PartitionFiles } from '#core/inspect/read/partition-files.ts';
import type { EvidenceCheck } from '#core/lab-api/evidence-views.ts';
import type { PartitionCensus } from '#core/lab-api/opened-views.ts';
import { RECOVERY_POINT_CHECKPOINT } from '#core/log/checkpoint-file.ts';
import { damageChecks, damageChecksOfCrashed } from '../survey/damage-checks.ts';
import { type PartitionSurvey, surveyPartition } from '../survey/survey-partition.ts';
import { trustedSegments } from '../survey/trusted-segments.ts';
import type { Work } from '../work.ts';

export interface KeptPart {
  readonly files: PartitionFiles;
  /** Up to the first damage. */
  readonly survey: PartitionSurvey;
  readonly logEndOffset: number;
  readonly lastStableOffset: number;
  /** By segment, in order: bytes that go in. A segment that stays out is not in it. */
  readonly keptBytes: readonly number[];
  /** So many segments, from the first on, a start believes. */
  readonly trusted: number;
  /** Above 0 where the directory was not closed in order and says so. */
  readonly recoveryPoint: number;
  /** What was found damaged, and goes in. */
  readonly damages: readonly EvidenceCheck[];
  /** What stays out. */
  readonly cuts: readonly EvidenceCheck[];
}

interface Read {
  readonly disk: Disk;
  readonly files: PartitionFiles;
  readonly survey: PartitionSurvey;
  readonly census: PartitionCensus;
  readonly pulse: (bytes: number) => Promise<void> | undefined;
}

/** Reads partitions of a directory, twice each: once as their readers will, and once for what is damaged in them and beside them. */
export function keeper(
  { disk, directory, work }: { readonly disk: Disk; readonly directory: string; readonly work: Work },
  isClean: boolean,
): (files: PartitionFiles) => Promise<KeptPart> {
  const takeCensus = censusTaker(disk);
  const recoveryPoints = readOffsetCheckpoint(disk, `${directory}/${RECOVERY_POINT_CHECKPOINT}`);
  const pulse = (bytes: number): Promise<void> | undefined => {
    work.advance(bytes);
    return work.breathe();
  };
  return async (files) => {
    const survey = await surveyPartition(disk, files, { checksCrc: !isClean, breathe: work.breathe });
    const census = await takeCensus(files, { pulse });
    const read = { disk, files, survey, census, pulse };
    return isClean ? closed(read) : crashed(read, recoveryPoints.get(partitionName(files)) ?? 0, work);
  };
}

async function closed({ disk, files, survey, census, pulse }: Read): Promise<KeptPart> {
  const { segments } = files;
  const { logEndOffset } = survey.damage === null ? survey : census;
  // A batch whose checksum is wrong may name another producer.
  const isSound = survey.damage === null && census.damages.every(({ kind }) => kind === 'side-file');
  const ends = isSound ? survey : await endsBehindDamage(disk, files, { logEndOffset, pulse });
  return {
    files,
    survey,
    logEndOffset: ends.logEndOffset,
    lastStableOffset: ends.lastStableOffset,
    keptBytes: segments.map(({ size }) => size),
    trusted: segments.length,
    recoveryPoint: 0,
    damages: damageChecks(census),
    cuts: [],
  };
}

async function crashed(
  { disk, files, survey, census, pulse }: Read,
  recoveryPoint: number,
  { breathe }: Work,
): Promise<KeptPart> {
  const { segments } = files;
  const trusted = trustedSegments(segments, recoveryPoint);
  const isTrustedDamaged = survey.damage !== null && survey.soundBytes.length <= trusted;
  const recovered = isTrustedDamaged
    ? await surveyPartition(
        disk,
        { ...files, segments: segments.slice(trusted) },
        { checksCrc: true, breathe },
      )
    : survey;
  const ends = isTrustedDamaged
    ? await endsBehindDamage(disk, files, { logEndOffset: recovered.logEndOffset, pulse })
    : survey;
  const keptBytes = [
    ...segments.slice(0, trusted).map(({ size }) => size),
    ...recovered.soundBytes.slice(isTrustedDamaged ? 0 : trusted),
  ];
  return {
    files,
    survey,
    logEndOffset: ends.logEndOffset,
    lastStableOffset: ends.lastStableOffset,
    keptBytes,
    trusted,
    recoveryPoint: Math.min(recoveryPoint, ends.logEndOffset),
    damages: damageChecksOfCrashed(files, census, { keptBytes, trusted }),
    cuts: cutChecks(files, recovered.damage, keptBytes),
  };
}

/** A broker takes what is open at the end from its newest snapshot, and from the batches behind it. */
async function endsBehindDamage(
  disk: Disk,
  files: PartitionFiles,
  { logEndOffset, pulse }: { readonly logEndOffset: number; readonly pulse: Read['pulse'] },
): Promise<Pick<KeptPart, 'logEndOffset' | 'lastStableOffset'>> {
  const stable = await findStableOffset(disk, files, { pulse: () => pulse(0) });
  return { logEndOffset, lastStableOffset: Math.min(stable, logEndOffset) };
}

function cutChecks(
  files: PartitionFiles,
  damage: PartitionSurvey['damage'],
  keptBytes: readonly number[],
): readonly EvidenceCheck[] {
  if (damage === null) return [];
  const { path, position, reason } = damage;
  const partition = partitionName(files);
  const cut: EvidenceCheck = {
    check: 'cutTail',
    outcome: 'note',
    params: {
      file: `${partition}/${baseName(path)}`,
      bytes: (files.segments[keptBytes.length - 1]?.size ?? position) - position,
      reason,
    },
  };
  const segments = files.segments.length - keptBytes.length;
  return segments === 0
    ? [cut]
    : [cut, { check: 'segmentsLeftOut', outcome: 'bad', params: { partition, segments } }];
}
