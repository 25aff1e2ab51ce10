import type { Disk } from '#core/base/disk.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { smallText } from './unreadable.ts';

const SIZE_MAX = 1 << 26;

/**
 * Partition name → offset, out of one of a log directory's offset checkpoints. A file that is not there or cannot be read says
 * nothing, nor does a line that is malformed.
 */
export function readOffsetCheckpoint(disk: Disk, path: string): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  for (const line of (smallText(disk, path, SIZE_MAX) ?? '').split('\n').slice(2)) {
    const [, topic, partition, offset] = /^(\S+) ([0-9]{1,10}) ([0-9]{1,19})$/.exec(line) ?? [];
    if (topic === undefined) continue;
    offsets.set(partitionName({ topic, partition: Number(partition) }), Number(offset));
  }
  return offsets;
}
