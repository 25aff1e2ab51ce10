import type { Clock } from '#core/base/clock.ts';
import type { Platform } from '#core/base/platform.ts';
import type { Broker } from '#core/broker/broker.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { Journal } from '#core/observe/journal.ts';
import type { FrameStore } from '../frames/frame-store.ts';
import type { OpenedThings } from '../opened/opened-things.ts';

/** The lab as the evidence desk sees it. */
export interface EvidenceWorld {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly journal: Journal;
  readonly frames: FrameStore;
  readonly stage: { processOf(clientId: string | null): string | null };
  readonly broker: Broker;
  /** What was opened from elsewhere. */
  readonly opened: Pick<OpenedThings, 'get'>;
  /** The data directory. */
  readonly directory: string;
  /** @throws {LabError} when there is no such partition. */
  log(topic: string, partition: number): PartitionLog;
}
