import type { Clock } from '#core/base/clock.ts';
import type { Broker } from '#core/broker/broker.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { ProcessStage } from '../producers/process-stage.ts';

/** What experiments need of the lab. */
export interface ExperimentWorld {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly broker: Broker;
  readonly stage: ProcessStage;
}
