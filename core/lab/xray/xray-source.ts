/** What the X-ray reads: logs, and, where they are known, events and frames. */
import type { Disk } from '#core/base/disk.ts';
import type { SnapshotSide } from '#core/evidence/compare/snapshot-side.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';

export interface XrayEvents {
  /** Oldest first. */
  readonly events: readonly AnyEvent[];
  /** False when older ones are no longer kept. */
  readonly isComplete: boolean;
  readonly processOf: (clientId: string | null) => string | null;
  /** Whether the bytes of a frame can be shown. */
  readonly hasFrame: (frame: number) => boolean;
}

export interface XraySource {
  readonly disk: Disk;
  readonly logs: SnapshotSide;
  /** Null when there are only files. */
  readonly lab: XrayEvents | null;
  /** Gives others their turn. */
  readonly breathe: () => Promise<void> | undefined;
}
