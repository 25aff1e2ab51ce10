/** Names of the files in a log directory. (source: LogFileUtils, LocalLog) */
import type { TopicPartition } from '#core/base/topic-partition.ts';

/** What a file of a segment is, by its suffix. */
const SEGMENT_SUFFIXES = {
  log: '.log',
  index: '.index',
  timeindex: '.timeindex',
  txnindex: '.txnindex',
  snapshot: '.snapshot',
} as const;
export type SegmentFileKind = keyof typeof SEGMENT_SUFFIXES;

/** Waits for its removal. */
export const DELETED_SUFFIX = '.deleted';
/** Output of a cleaner that has not finished. */
export const CLEANED_SUFFIX = '.cleaned';
/** Finished output of a cleaner that has not replaced the originals yet. */
export const SWAP_SUFFIX = '.swap';

export const LEADER_EPOCH_FILE = 'leader-epoch-checkpoint';
export const PARTITION_METADATA_FILE = 'partition.metadata';

const TEMPORARY_SUFFIXES = [DELETED_SUFFIX, CLEANED_SUFFIX, SWAP_SUFFIX] as const;
type TemporarySuffix = '' | (typeof TEMPORARY_SUFFIXES)[number];

const FILE_NAME = /^([0-9]{20})\.(log|index|timeindex|txnindex|snapshot)(\.deleted|\.cleaned|\.swap)?$/;
const LONGEST_NAME = 255;

/** `00000000000000000042.index`: the base offset in twenty digits. */
export function segmentFileName(baseOffset: number, kind: SegmentFileKind): string {
  return `${String(baseOffset).padStart(20, '0')}${SEGMENT_SUFFIXES[kind]}`;
}

/** What the name of a segment's file says. */
export interface SegmentFileName {
  /** Of the segment; for a snapshot, the offset it was taken at. */
  readonly baseOffset: number;
  readonly kind: SegmentFileKind;
  readonly temporary: TemporarySuffix;
}

/** Undefined for a name that is none of a segment's. */
export function parseSegmentFileName(name: string): SegmentFileName | undefined {
  const match = FILE_NAME.exec(name);
  if (match === null) return undefined;
  return {
    baseOffset: Number(match[1]),
    kind: match[2] as SegmentFileKind,
    temporary: (match[3] ?? '') as TemporarySuffix,
  };
}

/** The name of a partition's directory while it waits for its removal; at most 255 characters, the topic is cut to fit. */
export function deletedDirectoryName({ topic, partition }: TopicPartition, unique: Buffer): string {
  const suffix = `-${partition}.${unique.toString('hex')}-delete`;
  return `${topic.slice(0, LONGEST_NAME - suffix.length)}${suffix}`;
}

/** True for the directory of a partition that was deleted. */
export function isDeletedDirectoryName(name: string): boolean {
  return /\.[0-9a-f]{32}-delete$/.test(name);
}
