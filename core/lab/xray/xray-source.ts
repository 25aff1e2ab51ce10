/** What the X-ray reads: logs, and, where they are known, events and frames. */
import type { Disk } from '#core/base/disk.ts';
import { parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import type { SidePartition, SnapshotSide } from '#core/evidence/compare/snapshot-side.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { STATE_TOPIC } from './state-topic.ts';

export interface XrayEvents {
  /** Oldest first. */
  readonly events: readonly AnyEvent[];
  /** False when older ones are no longer kept. */
  readonly isComplete: boolean;
  readonly processOf: (clientId: string | null) => string | null;
  /** Whether the bytes of a frame can be shown. */
  readonly hasFrame: (frame: number) => boolean;
}

/** Progress, turns and the end before the end. */
export interface XrayPace {
  /** The walk that comes next has at most so many bytes before it. */
  expect(bytes: number): void;
  /** So many were gone through; must be awaited when it answers a promise. Throws when the X-ray was cancelled. */
  pulse(bytes: number): Promise<void> | undefined;
}

export interface XraySource {
  readonly disk: Disk;
  readonly logs: SnapshotSide;
  /** Null when there are only files. */
  readonly lab: XrayEvents | null;
  readonly pace: XrayPace;
}

/** Whether a folder may hold records of transactions: the coordinator's own topic holds none. */
export function isData(files: SidePartition): boolean {
  return files.topic !== STATE_TOPIC && parsePartitionName(partitionName(files)) !== undefined;
}
