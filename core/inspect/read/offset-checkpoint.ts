import type { Disk } from '#core/base/disk.ts';
import { partitionName } from '#core/base/topic-partition.ts';

const SIZE_MAX = 1 << 26;

/**
 * Partition name → offset, out of one of a log directory's offset checkpoints. A file that is not there says nothing, nor does a
 * line that is malformed.
 */
export function readOffsetCheckpoint(disk: Disk, path: string): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  const size = disk.stat(path)?.size ?? 0;
  if (size === 0 || size > SIZE_MAX) return offsets;
  for (const line of disk.readWhole(path).toString('utf8').split('\n').slice(2)) {
    const [, topic, partition, offset] = /^(\S+) ([0-9]{1,10}) ([0-9]{1,19})$/.exec(line) ?? [];
    if (topic === undefined) continue;
    offsets.set(partitionName({ topic, partition: Number(partition) }), Number(offset));
  }
  return offsets;
}
