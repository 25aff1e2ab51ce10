/**
 * Checkpoint files: a version line, a line with the number of lines that follow, then those.
 *
 *   0
 *   2
 *   orders 0 42
 *   orders 1 17
 *
 * A malformed file is an error, not a reason to guess; a file of no bytes is legal and says nothing. (source: CheckpointFile)
 */
import type { Disk } from '#core/base/disk.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { partitionName } from '#core/base/topic-partition.ts';

export const RECOVERY_POINT_CHECKPOINT = 'recovery-point-offset-checkpoint';
export const LOG_START_CHECKPOINT = 'log-start-offset-checkpoint';
export const HIGH_WATERMARK_CHECKPOINT = 'replication-offset-checkpoint';
/** Written by the log cleaner. */
export const CLEANER_CHECKPOINT = 'cleaner-offset-checkpoint';

const VERSION = '0';

/** A checkpoint file that does not follow its format. */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';
}

/** The lines behind the header; none when the file is missing or empty. @throws {CheckpointError} */
export function readCheckpointLines(disk: Disk, path: string): readonly string[] {
  if (!disk.exists(path)) return [];
  const text = disk.readWhole(path).toString('utf8');
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const [version, count, ...entries] = lines;
  if (version !== VERSION) throw new CheckpointError(`${path}: version ${version} is not known`);
  if (!isWhole(count ?? '') || Number(count) !== entries.length) {
    throw new CheckpointError(`${path}: ${entries.length} entries where the file says ${count}`);
  }
  return entries;
}

export function checkpointText(lines: readonly string[]): string {
  return [VERSION, String(lines.length), ...lines, ''].join('\n');
}

/** An offset a partition. */
export interface PartitionOffset {
  readonly partition: TopicPartition;
  readonly offset: number;
}

/** Offsets by partition name (`orders-0`). @throws {CheckpointError} */
export function readOffsetCheckpoint(disk: Disk, path: string): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  for (const line of readCheckpointLines(disk, path)) {
    const [topic, partition, offset, ...rest] = line.split(' ');
    if (topic === undefined || !isWhole(partition ?? '') || !isWhole(offset ?? '') || rest.length > 0) {
      throw new CheckpointError(`${path}: malformed line "${line}"`);
    }
    offsets.set(partitionName({ topic, partition: Number(partition) }), Number(offset));
  }
  return offsets;
}

export function offsetCheckpointText(offsets: readonly PartitionOffset[]): string {
  return checkpointText(
    offsets.map(({ partition, offset }) => `${partition.topic} ${partition.partition} ${offset}`),
  );
}

function isWhole(text: string): boolean {
  return /^-?[0-9]+$/.test(text);
}
