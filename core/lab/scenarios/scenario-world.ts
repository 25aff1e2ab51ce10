import type { Platform } from '#core/base/platform.ts';
import type { Broker } from '#core/broker/broker.ts';
import type { BrokerLauncher } from '../brokers/broker-launcher.ts';
import type { FrameStore } from '../frames/frame-store.ts';
import type { LabClock } from '../lab-clock.ts';
import type { StoryWorld } from '../story/story-world.ts';

/** What scenarios need of the lab. */
export interface ScenarioWorld extends StoryWorld {
  readonly platform: Platform;
  /** Can be advanced. */
  readonly clock: LabClock;
  readonly broker: Broker;
  /** Brokers beside the lab's own, to be killed. */
  readonly brokers: BrokerLauncher;
  readonly frames: FrameStore;
}
