/** Background work on every log of a directory, however many there are, without holding up whoever waits for an answer. */
import type { Clock } from '#core/base/clock.ts';
import { TimeSlices } from './cleaner/time-slices.ts';
import { ignoringDisk } from './delayed-tasks.ts';
import type { PartitionLog } from './partition-log.ts';

export interface LogWalk {
  readonly logs: () => Iterable<PartitionLog>;
  /** Whether the log is still to be visited when its turn comes. */
  readonly isServed: (log: PartitionLog) => boolean;
  readonly visit: (log: PartitionLog) => void;
  /** Done after the last visit. */
  readonly rest: () => void;
}

/**
 * A task that visits every log, a few milliseconds at a time. What the disk refuses is passed over; a walk that is still under way is
 * not begun again.
 */
export function logWalk(clock: Clock, { logs, isServed, visit, rest }: LogWalk): () => void {
  let isUnderWay = false;
  const walk = async (): Promise<void> => {
    const slices = new TimeSlices(clock);
    for (const log of [...logs()]) {
      if (isServed(log)) ignoringDisk(() => visit(log));
      if (slices.isOver) await slices.rest();
    }
    ignoringDisk(rest);
  };
  return () => {
    if (isUnderWay) return;
    isUnderWay = true;
    walk()
      .catch((error: unknown) => {
        // A mistake of ours: thrown where the clock can tell of it, as from any other timer.
        clock.schedule(0, () => {
          throw error;
        });
      })
      .finally(() => {
        isUnderWay = false;
      });
  };
}
